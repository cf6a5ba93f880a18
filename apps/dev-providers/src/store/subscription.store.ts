import type { DatabaseSync } from 'node:sqlite';
import type { MailChannel } from './mail.store.js';

/** Gmail: what `watch` asked for, under the mailbox as id. Graph: a change notification subscription. */
export interface Subscription<Content> {
  id: string;
  channel: MailChannel;
  account: string;
  expires_at: number;
  content: Content;
}

/** Who wants to hear of changes. */
export class SubscriptionStore<Content> {
  constructor(
    private readonly store: DatabaseSync,
    private readonly channel: MailChannel,
  ) {}

  put({ id, account, expires_at, content }: Omit<Subscription<Content>, 'channel'>): void {
    this.store
      .prepare('insert or replace into subscription values (?, ?, ?, ?, ?)')
      .run(id, this.channel, account, expires_at, JSON.stringify(content));
  }

  find(id: string): Subscription<Content> | null {
    const row = this.store.prepare('select * from subscription where id = ? and channel = ?').get(id, this.channel);
    return row ? asSubscription<Content>(row) : null;
  }

  /** Those that have not expired. */
  of(account: string): Subscription<Content>[] {
    const sql = 'select * from subscription where channel = ? and account = ? and expires_at > ?';
    return this.store
      .prepare(sql)
      .all(this.channel, account, Date.now())
      .map(asSubscription<Content>);
  }

  remove(id: string): boolean {
    return this.store.prepare('delete from subscription where id = ?').run(id).changes > 0;
  }
}

function asSubscription<Content>(row: Record<string, unknown>): Subscription<Content> {
  return { ...(row as unknown as Subscription<Content>), content: JSON.parse(String(row.content)) as Content };
}
