import type { JobKind, JobQueue } from '#platform';
import type { Db } from '../crm-database.js';
import type { Consumer, ConsumerKind } from './consumer.store.js';

const KINDS: readonly ConsumerKind[] = ['webhook', 'automation'];

/** Work on one consumer of the feed. A job that is lost costs time only: the sweep sends another. */
export const CONSUMER_JOBS: Record<ConsumerKind, JobKind<Consumer>> = {
  webhook: { name: 'webhook-delivery', retries: 3, expires: 3600 },
  automation: { name: 'automation', retries: 3, expires: 3600 },
};

/** Milliseconds in which events of one workspace are taken together; more where nobody followed it a moment ago. */
const GATHER_MS = 5;
const GATHER_UNFOLLOWED_MS = 100;
const SWEEP_MS = 5000;
const REMEMBERED = 10_000;

/** Changes of a workspace that are taken together. */
interface Gathering {
  timer: NodeJS.Timeout;
  /** Whether there were more changes since the sending began. */
  hasMore: boolean;
}

/**
 * Sends a job for every consumer that has something to do: at once after a change in this process, and to all now and
 * then.
 */
export class FeedDispatcher {
  private readonly gathering = new Map<string, Gathering>();
  private readonly unfollowed = new Set<string>();
  private readonly stopListening: () => void;
  private sweeping?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly db: Db,
    private readonly queue: JobQueue,
    private readonly tell: (error: unknown) => void,
    private readonly sweepMs = SWEEP_MS,
  ) {
    this.stopListening = db.eventSignal.on((workspaceId) => this.gather(workspaceId));
    this.sweep();
  }

  stop(): void {
    this.stopListening();
    this.isStopped = true;
    for (const { timer } of this.gathering.values()) clearTimeout(timer);
    clearTimeout(this.sweeping);
  }

  /**
   * Only one sending of a workspace is under way: a hundred consumers of one that changes all the time would fill the
   * queue's connections, and those of others would wait.
   */
  private gather(workspaceId: string): void {
    const gathering = this.gathering.get(workspaceId);
    if (gathering) gathering.hasMore = true;
    else this.sendSoon(workspaceId);
  }

  private sendSoon(workspaceId: string): void {
    if (this.isStopped) return;
    const wait = this.unfollowed.has(workspaceId) ? GATHER_UNFOLLOWED_MS : GATHER_MS;
    const gathering: Gathering = { hasMore: false, timer: setTimeout(() => void sendNow(), wait).unref() };
    this.gathering.set(workspaceId, gathering);
    const sendNow = async () => {
      gathering.hasMore = false;
      await this.send(workspaceId).catch(this.tell);
      this.gathering.delete(workspaceId);
      if (gathering.hasMore) this.sendSoon(workspaceId);
    };
  }

  private async send(workspace_id: string): Promise<void> {
    const followers = await this.db.autocommit(workspace_id, (stores) => stores.followers());
    if (followers.length > 0) this.unfollowed.delete(workspace_id);
    else if (this.unfollowed.size < REMEMBERED) this.unfollowed.add(workspace_id);
    for (const { kind, id, due } of followers)
      if (due) await this.queue.send(CONSUMER_JOBS[kind], { workspace_id, id }, { key: id });
  }

  private sweep(): void {
    this.sweeping = setTimeout(() => {
      void this.sendAll()
        .catch(this.tell)
        .finally(() => this.isStopped || this.sweep());
    }, this.sweepMs).unref();
  }

  private async sendAll(): Promise<void> {
    for (const kind of KINDS)
      for (const { workspace_id, id } of await this.db.system.dueConsumers(kind))
        await this.queue.send(CONSUMER_JOBS[kind], { workspace_id, id }, { key: id });
  }
}
