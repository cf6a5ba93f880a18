import { rmSync } from 'node:fs';
import type { Pool } from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { ConsistencyService } from '#crm-domain/operations';
import { newId } from '#platform';
import { Cli, jsonOf, workDir } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { sqlOf } from '../support/refused-sql.js';
import { aSmallWorkspace, type SmallWorkspace } from './support/small-workspace.js';

let database: FreshDatabase;
let domain: Domain;
const dir = workDir();
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain({ url: database.url, poolSize: 4 });
});
afterAll(async () => {
  await domain.close();
  await database.drop();
  rmSync(dir, { recursive: true });
});

const pool = () => (domain.source.driver as unknown as { master: Pool }).master;

async function found(workspace_id?: string): Promise<string[]> {
  const { findings } = await new ConsistencyService(domain.db).check({ workspace_id });
  return findings.map(({ check, what, count }) => `${check}: ${count} ${what}`).sort();
}

type Damage = [name: string, sql: (at: SmallWorkspace) => string, found: string[]];

const W = (at: SmallWorkspace) => `workspace_id = '${at.workspace_id}'`;
const here = (at: SmallWorkspace, column: 'record_id' | 'subject_id' | 'target_id' | 'message_id', id: string) =>
  `${W(at)} and ${column} = '${id}'`;
const GONE = '0197f000-0000-7000-8000-000000000001';

const DAMAGES: Damage[] = [
  [
    'an entry of the audit log that was rewritten',
    (at) => `update audit_entry set entry = replace(entry, 'operator', 'user') where ${W(at)} and entry_no = 2`,
    ['audit log: 1 Entries of the audit log were changed, or entries before them are missing'],
  ],
  [
    'an entry of the audit log that was taken out',
    (at) => `delete from audit_entry where ${W(at)} and entry_no = 1`,
    ['audit log: 1 Entries of the audit log were changed, or entries before them are missing'],
  ],
  [
    'an entry of the audit log with another time, and the newest ones gone',
    (at) => `update audit_entry set occurred_at = occurred_at - interval '1 day' where ${W(at)} and entry_no = 1;
      delete from audit_entry where ${W(at)} and entry_no > 1`,
    [
      'audit log: 1 Entries of the audit log were changed, or entries before them are missing',
      'audit log: 1 The newest entries of the audit log are missing',
    ],
  ],
  [
    'an entry of the audit log whose author was replaced in one place',
    (at) => `update audit_entry set actor_id = '${GONE}' where ${W(at)} and entry_no = 2`,
    ['audit log: 1 Entries of the audit log were changed, or entries before them are missing'],
  ],
  [
    'a target that vanished',
    (at) => `delete from record where ${here(at, 'record_id', at.company)};
      delete from record_search where ${here(at, 'record_id', at.company)};
      delete from index_text where ${here(at, 'record_id', at.company)};
      delete from record_unique where ${here(at, 'record_id', at.company)};
      update object_count set n = n - 1 where ${W(at)} and object_id = (select object_id from object where ${W(at)} and slug = 'companies')
        and slot = (select min(slot) from object_count c where c.${W(at)} and c.object_id = object_count.object_id)`,
    ['references: 2 References lead to records that are not there'],
  ],
  [
    'a back-link that is missing',
    (at) => `delete from record_reference where ${here(at, 'record_id', at.one)} and target_id = '${at.company}'`,
    ['references: 1 Values have no row in record_reference'],
  ],
  [
    'a back-link too many',
    (at) =>
      `insert into record_reference values ('${at.workspace_id}', '${at.person}', '${at.two}', ${at.attributes.link!.no})`,
    ['references: 1 Rows of record_reference stand for values that no record has, of things.link'],
  ],
  [
    'a target of another object than is said',
    (at) => `update record set vals = replace(vals::text, o.object_id::text, '${at.things}')::jsonb from object o
      where ${here(at, 'record_id', at.one).replace('workspace_id', 'record.workspace_id')} and o.${W(at)} and o.slug = 'companies'`,
    [
      'events: 1 Records hold other values than their last event says',
      'references: 1 References name another object than the one that their record is of',
    ],
  ],
  [
    'a target that its record does not list',
    (at) => `update record set refs = array_remove(refs, '${at.company}'::uuid) where ${here(at, 'record_id', at.one)}`,
    ['references: 1 Records do not list a target that is among their values'],
  ],
  [
    'a relationship of which one side was lost',
    (
      at,
    ) => `update record set vals = vals - '${at.attributes['partner_of']!.no}' where ${here(at, 'record_id', at.two)};
      delete from index_ref where ${here(at, 'record_id', at.two)} and attribute_id = '${at.attributes['partner_of']!.id}';
      delete from record_reference where ${here(at, 'record_id', at.two)} and attr_no = ${at.attributes['partner_of']!.no}`,
    [
      'events: 1 Records hold other values than their last event says',
      'relationships: 1 One side of a relationship names a record that does not name it back',
    ],
  ],
  [
    'a side that holds two partners',
    (
      at,
    ) => `update record set refs = refs || '${at.one}'::uuid, vals = jsonb_set(vals, '{${at.attributes.partner!.no}}', jsonb_build_array(
          vals -> '${at.attributes.partner!.no}', jsonb_build_object('object_id', '${at.things}', 'record_id', '${at.one}')))
        where ${here(at, 'record_id', at.one)};
      insert into record_reference values ('${at.workspace_id}', '${at.one}', '${at.one}', ${at.attributes.partner!.no});
      insert into index_ref values ('${at.workspace_id}', '${at.attributes.partner!.id}', '${at.one}', '${at.one}')`,
    [
      'events: 1 Records hold other values than their last event says',
      'relationships: 1 A side of a relationship that may hold one link holds several',
      'relationships: 1 One side of a relationship names a record that does not name it back',
    ],
  ],
  [
    'a unique value that is free',
    (at) => `delete from record_unique where ${here(at, 'record_id', at.one)}`,
    ['unique values: 1 Unique values that nothing keeps from being used again'],
  ],
  [
    'a unique value of a system attribute that is free',
    (at) => `delete from record_unique where ${here(at, 'record_id', at.person)}`,
    ['unique values: 1 Unique values that nothing keeps from being used again'],
  ],
  [
    'a unique value without a holder',
    (at) =>
      `insert into record_unique values ('${at.workspace_id}', '${at.attributes.code!.id}', 'three', '${at.one}')`,
    ['unique values: 1 Rows of record_unique stand for values that no record has, of things.code'],
  ],
  [
    'a unique value that two records hold',
    (
      at,
    ) => `update record set vals = jsonb_set(vals, '{${at.attributes.code!.no}}', '"one"') where ${here(at, 'record_id', at.two)};
      update index_text set v = 'one' where ${here(at, 'record_id', at.two)} and v = 'two' and attribute_id = '${at.attributes.code!.id}';
      delete from record_unique where ${here(at, 'record_id', at.two)}`,
    [
      'events: 1 Records hold other values than their last event says',
      'unique values: 1 Unique values that another record holds',
    ],
  ],
  ...(['text', 'number', 'ref'] as const).map((kind): Damage => [
    `a row of index_${kind} that is missing`,
    (at) =>
      `delete from index_${kind} where ctid = (select ctid from index_${kind} where ${here(at, 'record_id', at.one)} limit 1)`,
    [`index: 1 Values have no row in index_${kind}`],
  ]),
  [
    'a number by which a record is found and that it has not',
    (at) => `insert into index_number values ('${at.workspace_id}', '${at.attributes.size!.id}', 77, '${at.one}')`,
    ['index: 1 Rows of index_number stand for values that no record has, of things.size'],
  ],
  [
    'an address that a record cannot be found by, and one that it is found by and has not',
    (at) =>
      `update record_handle set handle = 'eve@example.com' where ${here(at, 'record_id', at.person)} and kind = 'email'`,
    [
      'addresses: 1 Rows of record_handle stand for values that no record has, of people.email_addresses',
      'addresses: 1 Values have no row in record_handle',
    ],
  ],
  [
    'words that are missing',
    (at) => `delete from record_search where ${here(at, 'record_id', at.one)}`,
    ['search: 1 Records cannot be found by their words'],
  ],
  [
    'a total that is wrong',
    (at) => `insert into object_count values ('${at.workspace_id}', '${at.things}', 99, 3)`,
    ['totals: 1 Objects have another number of records than is counted for them'],
  ],
  [
    'an option that vanished',
    (at) => `delete from choice where ${W(at)} and attribute_id = '${at.attributes.tags!.id}' and title = 'A'`,
    ['references: 1 Values name an option or a stage that is not there'],
  ],
  [
    'a user who is not there',
    (at) =>
      `insert into index_ref values ('${at.workspace_id}', (select attribute_id from attribute where ${W(at)} and slug = 'owner'), '${GONE}', '${at.one}')`,
    [
      'index: 1 Rows of index_ref stand for values that no record has, of deals.owner',
      'references: 1 Values name a user who is not there',
    ],
  ],
  [
    'a name that its record has not',
    (at) => `update record set label = 'Somebody else' where ${here(at, 'record_id', at.person)}`,
    ['records: 1 Records are shown under another name than their values give'],
  ],
  [
    'values of an attribute that never was',
    (at) => `update record set vals = vals || '{"999": "x"}' where ${here(at, 'record_id', at.one)}`,
    ['orphans: 1 Records hold values of an attribute that is not there'],
  ],
  [
    'a closed value that was lost',
    (at) =>
      `delete from value_history where ctid = (select ctid from value_history where ${here(at, 'record_id', at.one)} limit 1)`,
    ['history: 1 Values that were replaced are not kept'],
  ],
  [
    'a closed value that goes on too long',
    (at) => `update value_history set active_until = active_until + interval '1 second' where ${W(at)}
      and ctid = (select ctid from value_history where ${here(at, 'record_id', at.one)} order by active_until, active_from limit 1)`,
    [
      'history: 1 Closed values end before they begin, or lie outside of the life of their record',
      'history: 1 Kept values were never replaced by any event',
      'history: 1 Values of an attribute that holds one overlap',
      'history: 1 Values that were replaced are not kept',
    ],
  ],
  [
    'a revision without an event',
    (at) => `delete from event_feed where ${here(at, 'subject_id', at.one)} and rev = 4;
      delete from event where ${here(at, 'subject_id', at.one)} and rev = 4`,
    [
      'events: 1 Records have revisions that no event tells of',
      'events: 1 Records hold other values than their last event says',
      'feed: 1 Positions are missing from the feed',
      'history: 1 Kept values were never replaced by any event',
    ],
  ],
  [
    'a creation without an event',
    (
      at,
    ) => `delete from event_pending where ${W(at)}; delete from event where ${W(at)} and rev = 1 and kind = 'record.created'
      and occurred_at = (select max(occurred_at) from event where ${W(at)} and kind = 'record.created')`,
    ['events: 1 Records have revisions that no event tells of'],
  ],
  [
    'an event of a revision that never was',
    (at) => `update event set rev = 40 where ${here(at, 'subject_id', at.one)} and rev = 4;
      update event_feed set rev = 40 where ${here(at, 'subject_id', at.one)} and rev = 4`,
    ['events: 1 Events tell of a revision that their record does not have, or twice of the same'],
  ],
  [
    'an event that waits for nothing',
    (at) => `delete from event_pending where ${W(at)}`,
    ['feed: 1 Events are neither in the feed nor waiting for a place in it'],
  ],
  [
    'a place of an event that is not there',
    (at) => `insert into event_pending values ('${at.workspace_id}', now(), 1, '${at.one}', '${GONE}')`,
    ['feed: 1 Places in the feed are of events that are not there'],
  ],
  [
    'an event with two places',
    (at) =>
      `insert into event_pending select workspace_id, occurred_at, rev, subject_id, event_id from event_feed where ${W(at)} and position = 3`,
    ['feed: 1 Events have more than one place in the feed'],
  ],
  [
    'a head that is behind its feed',
    (at) => `update event_head set position = position - 1 where ${W(at)}`,
    ['feed: 1 The feed does not end where its head says'],
  ],
  [
    'a consumer that is ahead of the feed',
    (at) => `update webhook set position = 1000 where ${W(at)}`,
    ['feed: 1 Consumers believe to be further than the feed goes'],
  ],
  [
    'a message that nobody delivers',
    (at) => `delete from message_delivery where ${W(at)}`,
    ['messages: 1 Messages wait for a delivery that there is not'],
  ],
  [
    'a delivery that ended without its message',
    (at) => `update message_delivery set state = 'accepted', finished_at = now() where ${W(at)}`,
    ['messages: 1 Deliveries and their messages say different things'],
  ],
  [
    'a message that ended without its delivery',
    (at) => `update message set status = 'sent', sent_at = now() where ${here(at, 'message_id', at.pending)}`,
    ['messages: 1 Deliveries and their messages say different things'],
  ],
  [
    'a message that goes to nobody',
    (at) => `delete from message_recipient where ${here(at, 'message_id', at.pending)}`,
    ['messages: 1 Messages were queued, and there is nobody they go to'],
  ],
  [
    'an answer to nothing',
    (at) => `update message set reply_to_message_id = '${GONE}' where ${here(at, 'message_id', at.draft)}`,
    ['messages: 1 Messages answer one that is not there'],
  ],
  [
    'a conversation without messages',
    (at) => `delete from message where ${here(at, 'message_id', at.draft)}`,
    ['conversations: 1 Conversations hold no message'],
  ],
  [
    'a conversation that nobody sees',
    (at) =>
      `delete from conversation_inbox where ${W(at)} and conversation_id = (select conversation_id from message where message_id = '${at.draft}')`,
    ['conversations: 1 Conversations of a person are in nobody’s inbox'],
  ],
  [
    'a hidden record that is never taken away',
    (at) => `update record set deleted_at = now() where ${here(at, 'record_id', at.two)};
      update object_count set n = n - 1 where ${W(at)} and object_id = '${at.things}' and slot = (
        select min(slot) from object_count c where c.${W(at)} and c.object_id = '${at.things}');
      delete from record_unique where ${here(at, 'record_id', at.two)}; delete from index_text where ${here(at, 'record_id', at.two)};
      delete from index_number where ${here(at, 'record_id', at.two)}; delete from index_ref where ${here(at, 'record_id', at.two)};
      delete from record_reference where ${here(at, 'record_id', at.two)}`,
    [
      'purges: 1 Records are hidden for good, and nothing is going to take them away',
      'references: 2 References lead to records that are not there',
      'relationships: 2 One side of a relationship names a record that does not name it back',
    ],
  ],
  [
    'a record that was merged into none',
    (at) => `update record set merged_into = '${GONE}' where ${here(at, 'record_id', at.one)}`,
    ['merges: 1 Records were merged into one that is not there, is of another object, or was merged itself'],
  ],
  [
    'an answer that was never kept',
    (at) =>
      `insert into idempotency (workspace_id, credential, key, fingerprint) values ('${at.workspace_id}', 'c', 'k', 'f')`,
    ['repeated requests: 1 Idempotency keys were taken without an answer being kept'],
  ],
  [
    'an object that vanished',
    (
      at,
    ) => `delete from object where ${W(at)} and object_id = '${at.things}'; delete from choice where ${W(at)} and object_id = '${at.things}';
      delete from attribute where ${W(at)} and object_id = '${at.things}'`,
    [
      'orphans: 2 Rows of index_number name in attribute_id what is not in attribute',
      'orphans: 2 Rows of object_count name in object_id what is not in object',
      'orphans: 2 Rows of record name in object_id what is not in object',
      'orphans: 2 Rows of record_unique name in attribute_id what is not in attribute',
      'orphans: 4 Rows of index_text name in attribute_id what is not in attribute',
      'orphans: 6 Rows of index_ref name in attribute_id what is not in attribute',
    ],
  ],
  [
    'an attribute that vanished',
    (at) => `delete from attribute where ${W(at)} and attribute_id = '${at.attributes.size!.id}'`,
    [
      'orphans: 1 Records hold values of an attribute that is not there',
      'orphans: 2 Rows of index_number name in attribute_id what is not in attribute',
      'orphans: 3 Rows of value_history are of an attribute that is not there',
    ],
  ],
  [
    'rows of a record that vanished',
    (
      at,
    ) => `insert into record_search select workspace_id, '${GONE}', tsv from record_search where ${here(at, 'record_id', at.one)};
      insert into value_history select workspace_id, '${GONE}', attr_no, change_id, item, active_from, active_until, created_by_type, created_by_id, via, value
        from value_history where ${here(at, 'record_id', at.one)} limit 1;
      insert into index_text values ('${at.workspace_id}', '${at.attributes.code!.id}', 'gone', '${GONE}')`,
    [
      'orphans: 1 Rows of index_text name in record_id what is not in record',
      'orphans: 1 Rows of record_search name in record_id what is not in record',
      'orphans: 1 Rows of value_history name in record_id what is not in record',
    ],
  ],
  [
    'a person who vanished',
    (at) => `insert into membership (workspace_id, user_id, role) values ('${at.workspace_id}', '${GONE}', 'member')`,
    ['orphans: 1 Rows of membership name in user_id what is not in app_user'],
  ],
];

describe('crm check', () => {
  it('finds nothing in a workspace where nothing is wrong', async () => {
    const { workspace_id } = await aSmallWorkspace(domain);
    expect(await found(workspace_id)).toEqual([]);
  });

  it.each(DAMAGES)('finds %s', async (_name, sql, expected) => {
    const at = await aSmallWorkspace(domain);
    await sqlOf(pool(), at.workspace_id, sql(at));
    expect(await found(at.workspace_id)).toEqual([...expected].sort());
  });

  it.each(['5', '[null]', '{"object_id": "x", "record_id": "y"}'])(
    'goes on past a value that is none of its type, %s, and finds it',
    async (value) => {
      const at = await aSmallWorkspace(domain);
      await domain.source.query(
        `update record set vals = jsonb_set(vals, '{${at.attributes.link!.no}}', $1::jsonb)
        where ${here(at, 'record_id', at.one)}`,
        [value],
      );
      const what = 'Records hold values that are none of their attribute’s type';
      expect(await found(at.workspace_id)).toContainEqual(expect.stringMatching(`^values: \\d ${what}$`));
    },
  );

  it('finds rows of a workspace that is not there, whatever their table', async () => {
    const stray = newId();
    await domain.source.query('insert into event_head (workspace_id) values ($1)', [stray]);
    expect(await found()).toContain('orphans: 1 Rows of event_head belong to a workspace that is not there');
    await domain.source.query('delete from event_head where workspace_id = $1', [stray]);
  });

  it('tells operators in a table or as JSON, and ends with 1', async () => {
    const { workspace_id, one } = await aSmallWorkspace(domain);
    await domain.source.query('delete from record_search where workspace_id = $1 and record_id = $2', [
      workspace_id,
      one,
    ]);
    const at = { cwd: dir, env: { DATABASE_URL: database.url } };
    const json = await new Cli(['check', '--workspace', workspace_id, '--json'], at).run;
    const what = 'Records cannot be found by their words';
    expect([json.code, jsonOf(json)]).toEqual([
      1,
      {
        consistent: false,
        workspaces: 1,
        records: 5,
        findings: [{ check: 'search', workspace_id, what, count: 1, examples: [one] }],
        away: [],
      },
    ]);
    const table = await new Cli(['check', '--workspace', workspace_id], at).run;
    expect(table.stdout).toContain(`${workspace_id}  search  1     ${what}  ${one}`);
    expect(table.stderr).toBe('One problem was found.\n');
    const healthy = await aSmallWorkspace(domain);
    const fine = await new Cli(['check', '--workspace', healthy.workspace_id, '--sample', '50'], at).run;
    expect([fine.code, fine.stderr]).toEqual([0, '']);
    expect(fine.stdout).toMatch(/^No inconsistency was found\.\nChecked 1 workspace and the values of \d records\.\n$/);
  });
});
