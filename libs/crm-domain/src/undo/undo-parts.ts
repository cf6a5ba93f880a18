import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import type { EventRow } from '../events/event.js';
import type { Attribute, WorkspaceSchema } from '../objects/schema.js';
import type { Stores } from '../stores.js';
import type { RecordPast } from './record-past.js';
import type { Subject } from './undo-merges.js';
import { UndoReport } from './undo-report.js';
import { UndoWriter, obstacleOf } from './undo-writer.js';

export interface Undoing {
  actor: Actor;
  schema: WorkspaceSchema;
  /** Whether what somebody did since is of those whose changes are undone, who did it later. */
  isLater: (event: EventRow) => boolean;
  /** As in `UndoMerges`. */
  mayOwe: boolean;
}

/** Milliseconds after which no more is undone one record after the other: a service ends within 25 seconds. */
export const LONGEST = { ms: 15_000 };

/** What the steps of one undo share: its records, what it tells, and parts of its transaction that fail alone. */
export class UndoParts {
  readonly report: UndoReport;
  /** Those that are there, or will be. */
  subjects = new Map<string, Subject>();
  pasts: ReadonlyMap<string, RecordPast> = new Map();
  /** Records that writes of others have changed on the way: the other sides of links. */
  readonly touched = new Set<string>();
  private readonly begun = performance.now();

  constructor(
    readonly db: Db,
    readonly of: Undoing,
  ) {
    this.report = new UndoReport(of.isLater);
  }

  /** Whether what is left takes too long for this call. */
  get isLate(): boolean {
    return performance.now() - this.begun > LONGEST.ms;
  }

  /** For writes that undo changes of one record and of the other sides of its links, or those of some attributes only. */
  writer(subject: Subject, only?: Iterable<Attribute>): UndoWriter {
    const idsOf = (id: string, attributeId: string) => this.pasts.get(id)?.idsOf(attributeId) ?? [];
    subject.undoes ??= subject.past.idsWithLinks(subject.object, idsOf);
    return new UndoWriter(this.of.actor, this.of.schema, subject.undoes, only && [...only]);
  }

  /** A part that leaves nothing when it fails. */
  part<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.db.autocommit(this.of.actor.workspace_id, work);
  }

  /** Gives whether it was done, or `whenTaken` was. */
  async attempt(
    { record_id, object }: Subject,
    attribute: Attribute | null,
    work: (stores: Stores) => Promise<void>,
    whenTaken?: () => unknown,
  ): Promise<boolean> {
    try {
      await this.part(work);
      return true;
    } catch (error) {
      const { reason, by } = obstacleOf(error);
      if (reason === 'unique_taken' && whenTaken) return (await whenTaken()) === true;
      this.report.leave(record_id, reason, { object, by, ...(attribute && { attribute }) });
      return false;
    }
  }
}
