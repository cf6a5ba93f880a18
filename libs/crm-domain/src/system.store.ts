import { workspacesWithOldEntries } from './audit/audit.store.js';
import { readQueues } from './db/queues.js';
import type { Session } from './db/session.js';
import { dueConsumers, type Consumer, type ConsumerKind } from './events/consumer.store.js';
import { feedPositions, workspacesWithOldEvents, workspacesWithPending } from './events/event.store.js';
import { dueExports, oldExports, type ExportKey } from './exports/export.store.js';
import { forgetAnswers } from './idempotency/idempotency.store.js';
import { idleImports, oldImports } from './imports/import.store.js';
import { dueErasures, type ErasureKey } from './persons/erasure.store.js';
import { nextPurge, type PurgeRow } from './purge/purge.store.js';
import { cleanPendingList, searchWrites } from './search-index/search-index.store.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What background work asks of all workspaces at once; no request reaches it. */
export class SystemStore {
  constructor(private readonly session: Session) {}

  /**
   * The oldest finished delete that still has rows, of the first workspace, or the first after a given one, that has
   * any; but for some.
   */
  nextPurge(after = NOBODY, but: readonly string[] = []): Promise<PurgeRow | undefined> {
    return nextPurge(this.session, after, but);
  }

  workspacesWithPendingEvents(after: string, limit: number): Promise<string[]> {
    return workspacesWithPending(this.session, after, limit);
  }

  feedPositions(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    return feedPositions(this.session, workspaceIds);
  }

  dueConsumers(kind: ConsumerKind): Promise<Consumer[]> {
    return dueConsumers(this.session, kind);
  }

  workspacesWithOldEvents(before: Date): Promise<string[]> {
    return workspacesWithOldEvents(this.session, before);
  }

  workspacesWithOldAuditEntries(before: Date): Promise<string[]> {
    return workspacesWithOldEntries(this.session, before);
  }

  dueExports(): Promise<ExportKey[]> {
    return dueExports(this.session);
  }

  oldExports(): Promise<ExportKey[]> {
    return oldExports(this.session);
  }

  dueErasures(): Promise<ErasureKey[]> {
    return dueErasures(this.session);
  }

  /** What waits, for the metrics. */
  queues(): ReturnType<typeof readQueues> {
    return readQueues(this.session);
  }

  idleImports(): ReturnType<typeof idleImports> {
    return idleImports(this.session);
  }

  oldImports(): ReturnType<typeof oldImports> {
    return oldImports(this.session);
  }

  forgetAnswers(): Promise<number> {
    return forgetAnswers(this.session);
  }

  /** What was ever written to the search index, as a number that changes with every write. */
  searchWrites(): Promise<string> {
    return searchWrites(this.session);
  }

  /** Works off the search index's pending list. */
  cleanPendingList(): Promise<number | null> {
    return cleanPendingList(this.session);
  }
}
