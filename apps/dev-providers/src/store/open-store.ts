import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// Times are milliseconds since the epoch. `seq` orders whatever happens at one provider: history ids and delta tokens.
const SCHEMA = `
  create table if not exists account (
    channel text not null,
    id text not null,
    address text not null,
    name text,
    keeps_headers integer not null,
    is_strict integer not null,
    cursor_floor integer not null default 0,
    primary key (channel, id)
  ) strict;
  create table if not exists token (
    value text primary key,
    kind text not null,
    channel text not null,
    account text not null,
    expires_at integer not null,
    bound_to text
  ) strict;
  create index if not exists token_account on token (channel, account, kind);
  create table if not exists mail (
    channel text not null,
    account text not null,
    id text not null,
    other_id text not null,
    thread text not null,
    folder text not null,
    internet_id text not null,
    mark text,
    seq integer not null,
    at integer not null,
    sent_at integer,
    content text not null,
    primary key (channel, account, id)
  ) strict;
  create unique index if not exists mail_other on mail (channel, account, other_id);
  create index if not exists mail_thread on mail (channel, account, thread);
  create index if not exists mail_internet on mail (channel, account, internet_id);
  create index if not exists mail_seq on mail (channel, account, folder, seq);
  create table if not exists chat (
    channel text not null,
    account text not null,
    id text not null,
    person text not null,
    is_ours integer not null,
    text text not null,
    at integer not null,
    primary key (channel, account, id)
  ) strict;
  create index if not exists chat_person on chat (channel, account, person, at);
  create table if not exists change (
    seq integer primary key autoincrement,
    channel text not null,
    account text not null,
    kind text not null,
    message text not null,
    thread text not null,
    folder text not null
  ) strict;
  create index if not exists change_account on change (channel, account, seq);
  create table if not exists delivery (
    seq integer primary key autoincrement,
    channel text not null,
    account text not null,
    recipients text not null,
    subject text,
    text text not null,
    mark text,
    provider_message_id text not null,
    thread text,
    at integer not null
  ) strict;
  create index if not exists delivery_mark on delivery (mark) where mark is not null;
  create table if not exists subscription (
    id text primary key,
    channel text not null,
    account text not null,
    expires_at integer not null,
    content text not null
  ) strict;
  create table if not exists secret (name text primary key, value text not null) strict;
`;

const FORGOTTEN = ['account', 'token', 'mail', 'chat', 'change', 'delivery', 'subscription'];

/** Opens the file that outlives restarts, without which nothing could be reconciled; ':memory:' forgets. */
export function openStore(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const store = new DatabaseSync(file);
  // Only a machine that loses power could lose something, and then nothing here matters.
  store.exec('pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 3000;');
  store.exec(SCHEMA);
  return store;
}

/** Everything but the keys. */
export function clearStore(store: DatabaseSync): void {
  for (const table of FORGOTTEN) store.exec(`delete from ${table}`);
}

/** All of it or nothing; nothing may be awaited in it. */
export function inTransaction<T>(store: DatabaseSync, work: () => T): T {
  store.exec('begin immediate');
  try {
    const result = work();
    store.exec('commit');
    return result;
  } catch (error) {
    store.exec('rollback');
    throw error;
  }
}
