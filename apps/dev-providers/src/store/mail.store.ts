import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inTransaction } from './open-store.js';

export type MailChannel = 'gmail' | 'outlook';
export type Folder = 'drafts' | 'inbox' | 'sentitems' | 'deleteditems';

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailContent {
  from: MailAddress;
  reply_to?: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  subject: string;
  text: string;
  html: string | null;
  /** In the order of the message, with decoded values. */
  headers: { name: string; value: string }[];
  attachments: { filename: string; content_type: string; size: number }[];
  /** The message itself, base64url; for Gmail only. */
  raw: string | null;
  /** Graph's extended properties. */
  properties?: { id: string; value: string }[];
  unread: boolean;
}

/** A mail in a mailbox. */
export interface Mail {
  channel: MailChannel;
  account: string;
  id: string;
  /** Gmail: the draft's id. Graph: the id that changes when the mail moves. */
  other_id: string;
  thread: string;
  folder: Folder;
  /** The RFC 5322 Message-ID, in angle brackets. */
  internet_id: string;
  mark: string | null;
  seq: number;
  at: number;
  sent_at: number | null;
  content: MailContent;
}

export interface Change {
  seq: number;
  kind: 'added' | 'deleted' | 'updated' | 'expired';
  message: string;
  thread: string;
  folder: Folder;
}

type Box = Pick<Mail, 'channel' | 'account'>;

const PUT = `
  insert into mail values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (channel, account, id) do update set other_id = excluded.other_id, thread = excluded.thread,
    folder = excluded.folder, internet_id = excluded.internet_id, mark = excluded.mark, seq = excluded.seq,
    at = excluded.at, sent_at = excluded.sent_at, content = excluded.content`;

const CHANGE = 'insert into change (channel, account, kind, message, thread, folder) values (?, ?, ?, ?, ?, ?)';
const IN_BOX = 'select * from mail where channel = ? and account = ?';

/** Mailboxes of both mail providers. Every write leaves a change, whose number is the mail's new `seq`. */
export class MailStore {
  private readonly insert: StatementSync;
  private readonly insertChange: StatementSync;
  private readonly byId: StatementSync;

  constructor(private readonly store: DatabaseSync) {
    this.insert = store.prepare(PUT);
    this.insertChange = store.prepare(CHANGE);
    this.byId = store.prepare(`${IN_BOX} and (id = ? or other_id = ?)`);
  }

  transaction<T>(work: () => T): T {
    return inTransaction(this.store, work);
  }

  put(mail: Omit<Mail, 'seq'>, kind: Change['kind'] = 'added'): Mail {
    const { channel, account, id, other_id, thread, folder, internet_id, mark, at, sent_at, content } = mail;
    const seq = this.change(mail, kind);
    const text = JSON.stringify(content);
    this.insert.run(channel, account, id, other_id, thread, folder, internet_id, mark, seq, at, sent_at, text);
    return { ...mail, seq };
  }

  remove(mail: Mail): void {
    this.store
      .prepare('delete from mail where channel = ? and account = ? and id = ?')
      .run(mail.channel, mail.account, mail.id);
    this.change(mail, 'deleted');
  }

  /** By either of its ids. */
  find({ channel, account }: Box, id: string): Mail | null {
    const row = this.byId.get(channel, account, id, id);
    return row ? asMail(row) : null;
  }

  findByInternetId({ channel, account }: Box, internetId: string): Mail | null {
    const row = this.store.prepare(`${IN_BOX} and internet_id = ?`).get(channel, account, internetId);
    return row ? asMail(row) : null;
  }

  /** Oldest first. */
  thread({ channel, account }: Box, thread: string): Mail[] {
    return this.store.prepare(`${IN_BOX} and thread = ? order by at, seq`).all(channel, account, thread).map(asMail);
  }

  /** Newest first; of one folder when it is named, changed after `seq`. */
  list({ channel, account }: Box, folder: Folder | null = null, after = 0): Mail[] {
    const sql = `${IN_BOX} and (? is null or folder = ?) and seq > ? order by seq desc`;
    return this.store.prepare(sql).all(channel, account, folder, folder, after).map(asMail);
  }

  /** Drafts that were sent before a time and still lie among the drafts. */
  leaving({ channel, account }: Box, before: number): Mail[] {
    const sql = `${IN_BOX} and folder in ('drafts', 'deleteditems') and sent_at <= ?`;
    return this.store.prepare(sql).all(channel, account, before).map(asMail);
  }

  /** What changed after a cursor, oldest first. */
  changes({ channel, account }: Box, after: number): Change[] {
    const sql = 'select * from change where channel = ? and account = ? and seq > ? order by seq';
    return this.store.prepare(sql).all(channel, account, after) as unknown as Change[];
  }

  newestSeq({ channel, account }: Box): number {
    const sql = 'select coalesce(max(seq), 0) as seq from change where channel = ? and account = ?';
    return Number(this.store.prepare(sql).get(channel, account)?.seq);
  }

  private change({ channel, account, id, thread, folder }: Omit<Mail, 'seq'>, kind: Change['kind']): number {
    return Number(this.insertChange.run(channel, account, kind, id, thread, folder).lastInsertRowid);
  }
}

function asMail(row: Record<string, unknown>): Mail {
  return { ...(row as unknown as Mail), content: JSON.parse(String(row.content)) as MailContent };
}
