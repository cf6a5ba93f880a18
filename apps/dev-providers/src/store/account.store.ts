import { randomBytes } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChannelName } from '#crm-domain/messaging';

/** A mailbox, number, page or Instagram account at a provider. */
export interface Account {
  channel: ChannelName;
  id: string;
  address: string;
  name: string | null;
  /** Whether the mail provider leaves the sender's own headers on the sent copy. */
  keeps_headers: boolean;
  /** Whether people can only be written to within a day after they wrote. */
  is_strict: boolean;
  /** Cursors below are too old. */
  cursor_floor: number;
}

export type TokenKind = 'access' | 'refresh' | 'code';

interface Token {
  value: string;
  kind: TokenKind;
  channel: ChannelName;
  account: string;
  expires_at: number;
  /** What a code may only be exchanged with. */
  bound_to: string | null;
}

export type NewToken = Omit<Token, 'value' | 'expires_at' | 'bound_to'> & { seconds: number; bound_to?: string };

// As each provider's tokens begin.
const PREFIX: Record<ChannelName, Record<TokenKind, string>> = {
  gmail: { access: 'ya29.', refresh: '1//', code: '4/' },
  outlook: { access: 'EwB', refresh: 'M.C5_', code: 'M.C5_c' },
  whatsapp: { access: 'EAA', refresh: 'EAAr', code: 'c' },
  facebook: { access: 'EAA', refresh: 'EAAr', code: 'c' },
  instagram: { access: 'IGAA', refresh: 'IGAAr', code: 'c' },
};

const UPSERT = `
  insert into account (channel, id, address, name, keeps_headers, is_strict) values (?, ?, ?, ?, ?, ?)
  on conflict (channel, id) do update set address = excluded.address, name = excluded.name,
    keeps_headers = excluded.keeps_headers, is_strict = excluded.is_strict`;

export class AccountStore {
  private readonly upsert: StatementSync;
  private readonly byId: StatementSync;
  private readonly insertToken: StatementSync;
  private readonly byToken: StatementSync;
  private readonly dropToken: StatementSync;

  constructor(private readonly store: DatabaseSync) {
    this.upsert = store.prepare(UPSERT);
    this.byId = store.prepare('select * from account where channel = ? and id = ?');
    this.insertToken = store.prepare('insert into token values (?, ?, ?, ?, ?, ?)');
    this.byToken = store.prepare('select * from token where value = ? and kind = ? and expires_at > ?');
    this.dropToken = store.prepare('delete from token where value = ?');
  }

  put(account: Omit<Account, 'cursor_floor'>): void {
    const { channel, id, address, name, keeps_headers, is_strict } = account;
    this.upsert.run(channel, id, address, name, Number(keeps_headers), Number(is_strict));
  }

  find(channel: ChannelName, id: string): Account | null {
    const row = this.byId.get(channel, id);
    if (!row) return null;
    return { ...(row as unknown as Account), keeps_headers: row.keeps_headers === 1, is_strict: row.is_strict === 1 };
  }

  issue({ kind, channel, account, seconds, bound_to }: NewToken): string {
    const value = PREFIX[channel][kind] + randomBytes(24).toString('base64url');
    this.insertToken.run(value, kind, channel, account, Date.now() + seconds * 1000, bound_to ?? null);
    return value;
  }

  findToken(kind: TokenKind, value: string): Token | null {
    return (this.byToken.get(value, kind, Date.now()) as Token | undefined) ?? null;
  }

  /** The account that a living access token of one of these channels opens. */
  authenticate(channels: readonly ChannelName[], value: string): Account | null {
    const token = this.findToken('access', value);
    return token && channels.includes(token.channel) ? this.find(token.channel, token.account) : null;
  }

  revoke(value: string): boolean {
    return this.dropToken.run(value).changes > 0;
  }

  /** Ends all tokens of a kind at once; all accounts of the channel when none is named. */
  expire(channel: ChannelName, kind: TokenKind, account: string | null): number {
    const sql = 'update token set expires_at = 0 where channel = ? and kind = ? and (? is null or account = ?)';
    return Number(this.store.prepare(sql).run(channel, kind, account, account).changes);
  }

  /** Makes every cursor that was given until now too old; the next one is good. */
  expireCursors(channel: ChannelName, account: string): void {
    const expired = `insert into change (channel, account, kind, message, thread, folder) values (?, ?, 'expired', '', '', '')`;
    const floor = this.store.prepare(expired).run(channel, account).lastInsertRowid;
    this.store.prepare('update account set cursor_floor = ? where channel = ? and id = ?').run(floor, channel, account);
  }
}
