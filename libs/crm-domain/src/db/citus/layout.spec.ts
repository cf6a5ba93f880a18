import type { Session } from '../session.js';
import { layoutOf } from './layout.js';

const TABLES = [
  { name: 'record', is_of_tenants: true },
  { name: 'message', is_of_tenants: true },
  { name: 'app_user', is_of_tenants: false },
  { name: 'provider_event', is_of_tenants: false },
  { name: 'pgboss.version', is_of_tenants: false },
];

function sessionOf(isDistributed: boolean): Session {
  return {
    query: ({ text }) =>
      Promise.resolve((text.includes('to_regprocedure') ? [{ is_so: isDistributed }] : TABLES) as never),
  };
}

it('knows no layout of a database in one piece', async () => {
  expect(await layoutOf(sessionOf(false))).toBeUndefined();
});

it.each([
  ['select 1 from record where workspace_id = $1', true],
  ['SELECT "t"."rev" FROM "record" "t" WHERE "t"."workspace_id" = $1', true],
  ['insert into record (workspace_id) values ($1)', true],
  ['with x as (select $1, 2) insert into message select * from x where workspace_id = $1', true],
  // A copied table is read on every node, and written on all of them.
  ['select 1 from record r join app_user u on u.user_id = r.created_by_id where r.workspace_id = $1', true],
  ['update app_user set name = $2 where user_id in (select user_id from record where workspace_id = $1)', false],
  // Of several workspaces.
  ['select workspace_id from record where record_id = $1', false],
  ['select 1 from record r join message m on m.workspace_id = r.workspace_id where r.rev = $1', false],
  ['select 1 from provider_event, record where workspace_id = $1', false],
  ['select pg_advisory_xact_lock($1)', false],
  // A column may be called as a table of the queue is.
  ['select rev as version from record where workspace_id = $1', true],
  ['select version from pgboss.version, record where workspace_id = $1', false],
  [`select pg_notify('message', ''), workspace_id = $1`, false],
  ['select message_id, r.record from t r where workspace_id = $1', false],
])('whether a statement is for the node of its workspace: %s, %s', async (text, expected) => {
  expect((await layoutOf(sessionOf(true)))!.isOfTenant(text)).toBe(expected);
});
