import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDomain } from '#auth';
import { trustedClaim, type Actor, type Domain } from '#crm-domain';
import { aConversation } from '../support/conversations.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const PEOPLE = Array.from({ length: 6 }, (_, n) => `p${n}@example.com`);
const ROUNDS = 12;

/** The same numbers each time. */
let state = 7;
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >> 8) % below;
}
const some = <T>(of: readonly T[]): T[] => of.filter(() => random(2) === 0);

interface Known {
  id: string;
  people: string[];
  selves: string[];
  inboxes: string[];
  draftOf: string | null;
  archived: boolean;
  at: number;
}

let database: FreshDatabase;
let pool: pg.Pool;
let domain: Domain;
let workspace_id: string;
let users: string[];
const records = new Map<string, string>();
const sql = {
  sql: async <Row extends object>(text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows,
};

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  domain = await openDomain(database.url);
  ({ workspace_id } = await domain.workspaces.create({ name: 'Example' }));
  const member = (n: number) => ({ workspace_id, subject: `user-${n}`, email: `u${n}@example.com`, name: `User ${n}` });
  users = [];
  for (const n of [1, 2]) users.push((await domain.workspaces.addMember(member(n))).user_id);
  const caller = trustedClaim(workspace_id, { origin: 'system', request_id: randomUUID() });
  for (const address of PEOPLE) {
    const input = { data: { email_addresses: address }, path: 'data' };
    records.set(address, (await domain.recordWriter.create(caller, 'people', input)).id.record_id);
  }
});
afterAll(async () => {
  await domain.close();
  await pool.end();
  await database.drop();
});

async function actor(user_id: string): Promise<Actor> {
  const caller = trustedClaim(workspace_id, { origin: 'console', request_id: randomUUID() });
  return domain.access.authorize({ ...caller, user_id }, null);
}

/** A conversation that is like no other, as likely as not. */
async function arrange(n: number): Promise<Known> {
  const people = some(PEOPLE).slice(0, 3);
  const selves = people.filter(() => random(4) === 0);
  const draftOf = random(5) === 0 ? users[random(2)]! : null;
  const inboxes = draftOf ? [draftOf] : some(users);
  const at = Date.parse('2026-01-01T00:00:00Z') + random(20) * 60_000;
  const id = await aConversation(sql, { workspace_id, people, inboxes, at: new Date(at), bodies: [], subject: `${n}` });
  await sql.sql(
    'update conversation_participant set is_self = true where conversation_id = $1 and handle = any ($2::text[])',
    [id, selves],
  );
  if (draftOf)
    await sql.sql(
      'update conversation set first_message_at = null, created_by_user_id = $2 where conversation_id = $1',
      [id, draftOf],
    );
  const archived = random(4) === 0;
  if (archived) await sql.sql('update conversation_inbox set archived_at = now() where conversation_id = $1', [id]);
  return { id, people, selves, inboxes, draftOf, archived, at };
}

const newestFirst = (a: Known, b: Known) => b.at - a.at || (a.id < b.id ? 1 : -1);
const idsOf = (all: Known[]) => all.toSorted(newestFirst).map(({ id }) => id);

it('shows each user what the rules say, whatever is blocked and whoever takes part', async () => {
  const all: Known[] = [];
  for (let n = 0; n < 60; n++) all.push(await arrange(n));
  for (let round = 0; round < ROUNDS; round++) {
    await sql.sql('delete from user_block');
    await sql.sql('delete from conversation_block');
    for (const user of users) {
      const asUser = await actor(user);
      const people = some(PEOPLE);
      const blocked = all.filter(({ inboxes }) => inboxes.includes(user) && random(10) === 0).map(({ id }) => id);
      for (const address of people) await domain.inboxes.blockPerson(asUser, 'gmail', address);
      for (const id of blocked) await domain.inboxes.blockConversation(asUser, id);
      const isHidden = ({ id, people: with_, selves }: Known) => {
        const others = with_.filter((each) => !selves.includes(each));
        return blocked.includes(id) || (others.length > 0 && others.every((each) => people.includes(each)));
      };
      const seen = all.filter((each) => !isHidden(each));
      const mine = seen.filter(({ inboxes }) => inboxes.includes(user));
      for (const archived of [false, true]) {
        const listed = await domain.conversations.list(asUser, { archived }, { limit: 100, offset: 0 });
        expect(listed.conversations.map(({ id }) => id)).toEqual(
          idsOf(mine.filter((each) => each.archived === archived)),
        );
        expect(listed.total).toBe(listed.conversations.length);
      }
      for (const each of all) {
        const got = await domain.conversations.get(asUser, each.id).catch(() => null);
        expect([each.people, got !== null]).toEqual([each.people, mine.includes(each)]);
      }
      for (const [address, record] of records) {
        const theirs = seen.filter((each) => each.people.includes(address) && (!each.draftOf || each.draftOf === user));
        const at = { object: 'people', record };
        const page = await domain.conversations.listOfRecord(asUser, at, { limit: 100, offset: 0 });
        expect(page.conversations.map(({ id }) => id)).toEqual(idsOf(theirs));
        const inMine = page.conversations.filter((each) => each.in_my_inbox).map(({ id }) => id);
        expect(inMine).toEqual(idsOf(theirs.filter((each) => mine.includes(each))));
      }
    }
  }
});
