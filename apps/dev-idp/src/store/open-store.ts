import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// Times are milliseconds since the epoch.
const SCHEMA = `
  create table if not exists entry (
    model text not null,
    id text not null,
    payload text not null,
    grant_id text,
    uid text,
    consumed_at integer,
    expires_at integer,
    primary key (model, id)
  ) strict;
  create index if not exists entry_grant on entry (grant_id) where grant_id is not null;
  create index if not exists entry_uid on entry (uid) where uid is not null;
  create table if not exists consent (
    grant_id text primary key,
    subject text not null,
    org_id text not null,
    client_redirect text not null
  ) strict;
  create table if not exists secret (name text primary key, value text not null) strict;
`;

/**
 * Opens the file that outlives restarts: clients cannot recover from a provider that forgot them. ':memory:' forgets.
 */
export function openStore(file: string): DatabaseSync {
  if (file !== ':memory:') createPrivate(file);
  const store = new DatabaseSync(file);
  // The command line reads the same file while the provider runs.
  store.exec('pragma journal_mode = wal; pragma busy_timeout = 3000;');
  store.exec(SCHEMA);
  return store;
}

/** The file holds private keys: for its owner only. */
function createPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
}

/** Removes what expired, and the workspaces of consents that are gone. */
export function sweep(store: DatabaseSync, now = Date.now()): void {
  store.prepare('delete from entry where expires_at <= ?').run(now);
  store.exec(`delete from consent where grant_id not in (select id from entry where model = 'Grant')`);
}
