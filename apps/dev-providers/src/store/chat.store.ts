import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChannelName } from '#crm-domain/messaging';

/** A text between an account and a person. */
export interface ChatMessage {
  channel: ChannelName;
  account: string;
  id: string;
  person: string;
  is_ours: boolean;
  text: string;
  at: number;
}

export class ChatStore {
  private readonly insert: StatementSync;

  constructor(private readonly store: DatabaseSync) {
    this.insert = store.prepare('insert into chat values (?, ?, ?, ?, ?, ?, ?)');
  }

  add({ channel, account, id, person, is_ours, text, at }: ChatMessage): void {
    this.insert.run(channel, account, id, person, Number(is_ours), text, at);
  }

  find(channel: ChannelName, account: string, id: string): ChatMessage | null {
    const sql = 'select * from chat where channel = ? and account = ? and id = ?';
    const row = this.store.prepare(sql).get(channel, account, id);
    return row ? asChat(row) : null;
  }

  /** With whom an account speaks, the newest conversation first. */
  people(channel: ChannelName, account: string): string[] {
    const sql =
      'select person from chat where channel = ? and account = ? group by person order by max(at) desc, max(rowid) desc';
    return this.store
      .prepare(sql)
      .all(channel, account)
      .map(({ person }) => String(person));
  }

  /** Newest first. */
  withPerson(channel: ChannelName, account: string, person: string): ChatMessage[] {
    const sql = 'select * from chat where channel = ? and account = ? and person = ? order by at desc, rowid desc';
    return this.store.prepare(sql).all(channel, account, person).map(asChat);
  }

  /** When the person wrote last; 0 when never. */
  lastInbound(channel: ChannelName, account: string, person: string): number {
    const sql =
      'select coalesce(max(at), 0) as at from chat where channel = ? and account = ? and person = ? and is_ours = 0';
    return Number(this.store.prepare(sql).get(channel, account, person)?.at);
  }
}

function asChat(row: Record<string, unknown>): ChatMessage {
  return { ...(row as unknown as ChatMessage), is_ours: row.is_ours === 1 };
}
