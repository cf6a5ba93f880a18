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

/**
 * Sends a job for every consumer that has something to do: at once after a change in this process, and to all now and
 * then.
 */
export class FeedDispatcher {
  private readonly gathering = new Map<string, NodeJS.Timeout>();
  private readonly unfollowed = new Set<string>();
  private readonly stopListening: () => void;
  private sweeping?: NodeJS.Timeout;

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
    for (const timer of this.gathering.values()) clearTimeout(timer);
    clearTimeout(this.sweeping);
    this.sweeping = undefined;
  }

  private gather(workspaceId: string): void {
    if (this.gathering.has(workspaceId)) return;
    const send = () => {
      this.gathering.delete(workspaceId);
      this.send(workspaceId).catch(this.tell);
    };
    const wait = this.unfollowed.has(workspaceId) ? GATHER_UNFOLLOWED_MS : GATHER_MS;
    this.gathering.set(workspaceId, setTimeout(send, wait).unref());
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
        .finally(() => this.sweeping && this.sweep());
    }, this.sweepMs).unref();
  }

  private async sendAll(): Promise<void> {
    for (const kind of KINDS)
      for (const { workspace_id, id } of await this.db.system.dueConsumers(kind))
        await this.queue.send(CONSUMER_JOBS[kind], { workspace_id, id }, { key: id });
  }
}
