import fc from 'fast-check';
import type { RecordWire, UndoResult } from '#crm-domain';
import { ConsistencyService } from '#crm-domain/operations';
import { anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { aConversation } from '../support/conversations.js';
import { Rest, type Workspace } from '../support/rest.js';

// `MERGE_HISTORIES` tries as many others as one likes; each has up to six merges.
const HISTORIES = Number(process.env.MERGE_HISTORIES ?? 8);
const SEED = Number(process.env.MODEL_SEED ?? 1);
const RECORDS = 10;

/** References are places among the records. */
interface Made {
  name: string | null;
  note: string | null;
  mail: boolean;
  emails: number;
  tags: string[];
  parent: number | null;
  partner: number | null;
  friends: number[];
  see: number | null;
  isChanged: boolean;
}
/** Places among the records that are still by themselves. */
interface Merge {
  into: number;
  from: number[];
  isGiven: boolean;
}

const place = fc.nat(RECORDS - 1);
const made: fc.Arbitrary<Made> = fc.record({
  name: fc.option(fc.constantFrom('Ada', 'Bob')),
  note: fc.option(fc.constantFrom('x', 'y')),
  mail: fc.boolean(),
  emails: fc.nat(2),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
  parent: fc.option(place),
  partner: fc.option(place),
  friends: fc.uniqueArray(place, { maxLength: 3 }),
  see: fc.option(place),
  isChanged: fc.boolean(),
});
const merge: fc.Arbitrary<Merge> = fc.record({
  into: place,
  from: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }),
  isGiven: fc.boolean(),
});

let rest: Rest;
let workspace: Workspace;
let object: AnObject;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

/** A workspace of its own for each history; every address of a record takes part in a conversation. */
async function begin(wishes: readonly Made[]): Promise<string[]> {
  workspace = await rest.newWorkspace();
  const { admin, workspace_id } = workspace;
  object = await anObject(rest, admin, freshSlug('merged'));
  const add = (attribute: object) => anAttribute(rest, object, attribute as never, admin);
  await add({ type: 'text', slug: 'note' });
  await add({ type: 'text', slug: 'code', is_unique: true });
  await add({ type: 'email-address', slug: 'mail' });
  await add({ type: 'email-address', slug: 'emails', is_unique: true, is_multi_select: true });
  await add({ type: 'text', slug: 'tags', is_multi_select: true });
  const relationship = (cardinality: string, inverse_title: string) => ({
    relationship: { target_object_id: object.object_id, inverse_title, cardinality },
  });
  await add({ type: 'relationship', slug: 'parent', ...relationship('many-to-one', 'Children') });
  await add({ type: 'relationship', slug: 'partner', ...relationship('one-to-one', 'Partner of') });
  const config = { record_reference: { allowed_object_ids: [object.object_id] } };
  await add({ type: 'record-reference', slug: 'friends', config, is_multi_select: true });
  await add({ type: 'record-reference', slug: 'see', config });
  const ids: string[] = [];
  for (const [at, { name, note, mail, emails, tags, isChanged }] of wishes.entries()) {
    const people = [`mail${at}@example.com`, ...[0, 1].map((n) => `${at}.${n}@example.com`)];
    const data = {
      name,
      note,
      code: `code-${at}`,
      tags,
      mail: mail ? people[0] : null,
      emails: people.slice(1, 1 + emails),
    };
    const { body } = await admin.post(`/v1/records/${object.slug}`, { data }).expect(200);
    ids.push(body.data.id.record_id as string);
    for (const each of people) await aConversation(rest, { workspace_id, people: [each] });
    if (isChanged)
      await admin.patch(`/v1/records/${object.slug}/${ids[at]}`, { data: { note: `Changed ${at}` } }).expect(200);
  }
  const to = (nth: number | null) => (nth === null ? null : { id: ids[nth] });
  for (const [at, { parent, partner, friends, see }] of wishes.entries()) {
    const data = { parent: to(parent), partner: to(partner), friends: friends.map(to), see: to(see) };
    await admin.patch(`/v1/records/${object.slug}/${ids[at]}`, { data }).expect(200);
  }
  return ids;
}

/** What is known of a record: values now and ever, references, conversations. */
interface Known {
  id: string;
  now: Record<string, string[]>;
  ever: Set<string>;
  conversations: Set<string>;
}

async function known(key: string): Promise<Known> {
  const path = `/v1/records/${object.slug}/${key}`;
  const { body } = await workspace.admin.get(`${path}?show_historic=true`).expect(200);
  const { id, values } = body.data as RecordWire;
  const all = Object.entries(values as Record<string, Record<string, unknown>[]>);
  const text = (item: Record<string, unknown>) => String(item.value ?? item.target_record ?? item.email_address);
  const now = all.map(([slug, items]) => [slug, items.filter(({ active_until }) => active_until === null).map(text)]);
  const page = { limit: 100, offset: 0 };
  const of = { record_id: id.record_id, include_related: false };
  const { rows } = await rest.domain.db.autocommit(workspace.workspace_id, ({ conversations }) =>
    conversations.listOfRecord('00000000-0000-7000-8000-000000000000', of, page),
  );
  return {
    id: id.record_id,
    now: Object.fromEntries(now),
    ever: new Set(all.flatMap(([slug, items]) => items.map((item) => `${slug} ${text(item)}`))),
    conversations: new Set(rows.map(({ conversation_id }) => conversation_id)),
  };
}

/** Counted over many rows, or raised by every write. */
const UNCOMPARED: Record<string, string[]> = {
  record: ['rev', 'updated_at', 'meta', 'size'],
};
/** What happened stays, and so does what was replaced. */
const GROWING = new Set([
  'event',
  'event_feed',
  'event_pending',
  'event_head',
  'value_history',
  'api_key',
  'object_count',
]);

/** The rows of every table of the workspace, and those of the history, which may only become more. */
async function tables(): Promise<{ rows: string[]; history: string[] }> {
  names ??= (
    await rest.sql<{ name: string }>(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'workspace_id' order by 1`)
  ).map(({ name }) => name);
  const compared = names.filter((name) => !GROWING.has(name));
  const parts = [...compared, 'value_history'].map((name) => {
    const but = (UNCOMPARED[name] ?? []).join(',');
    return `select '${name}' as name, (to_jsonb(t) - '{${but}}'::text[])::text as row from "${name}" t
      where workspace_id = '${workspace.workspace_id}'`;
  });
  parts.push(`select 'counted', object_id || ' ' || sum(n) from object_count
    where workspace_id = '${workspace.workspace_id}' group by object_id`);
  const all = await rest.sql<{ name: string; row: string }>(parts.join(' union all '));
  const of = (isHistory: boolean) =>
    all.filter(({ name }) => (name === 'value_history') === isHistory).map(({ name, row }) => `${name} ${row}`);
  return { rows: of(false).sort(), history: of(true) };
}
let names: string[] | undefined;

/** The places of the records of a merge, all different. */
function groupOf({ into, from }: Merge, alone: readonly number[]): { into: number; from: number[] } {
  const at = (nth: number) => alone[nth % alone.length]!;
  const others = new Set(from.map(at));
  others.delete(at(into));
  return { into: at(into), from: [...others] };
}

async function send({ into, from, isGiven }: Merge, ids: string[]): Promise<string> {
  const values = isGiven ? { note: 'Given', tags: { append: ['given'] } } : undefined;
  const body = { into: ids[into], from: from.map((at) => ids[at]), values };
  const response = await workspace.admin.post(`/v1/records/${object.slug}/merge`, body).expect(200);
  return response.headers['x-request-id'] as string;
}

/** Whatever a record had, the one that stands in its place has; references of all lead there. */
function expectKept(before: readonly Known[], after: readonly Known[], { into, from, isGiven }: Merge): void {
  const stands = new Map(before.map(({ id }, at) => [id, after[at]!.id]));
  const group = new Set([into, ...from].map((at) => before[at]!.id));
  for (const [at, was] of before.entries()) {
    const is = after[at]!;
    // What stands for another already is looked at where that is.
    for (const value of was.ever) expect([...is.ever]).toContain(value);
    for (const each of was.conversations) expect([...is.conversations]).toContain(each);
    const isOwn = (id: string) => group.has(was.id) && group.has(id) && id !== was.id;
    for (const id of was.now['friends']!) if (!isOwn(id)) expect(is.now['friends']).toContain(stands.get(id));
    for (const id of was.now['children']!)
      if (!isOwn(id)) {
        const child = before.findIndex((each) => each.id === id);
        if (!group.has(id)) expect(after[child]!.now['parent']).toEqual([is.id]);
      }
    if (group.has(was.id)) continue;
    expect(is.now['see']).toEqual(was.now['see']!.map((id) => stands.get(id)));
    expect(is.now['parent']).toEqual(was.now['parent']!.map((id) => stands.get(id)));
  }
  for (const slug of ['note', 'mail', 'see', 'parent']) {
    if (isGiven && slug === 'note') continue;
    // A link of one of the others with itself goes.
    const isSelf = (at: number, id: string) => id === before[at]!.id && (at === into || slug !== 'parent');
    const found = [into, ...from].flatMap((at) =>
      before[at]!.now[slug]!.filter((id) => !group.has(id) || isSelf(at, id)),
    );
    const [first] = found.slice(0, 1).map((each) => stands.get(each) ?? each);
    expect(after[into]!.now[slug]).toEqual(first === undefined ? [] : [first]);
  }
}

it(
  'merges lose no reference, conversation or history, and undone they leave every table as it was',
  async () => {
    let merges = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { minLength: RECORDS, maxLength: RECORDS }),
        fc.array(merge, { minLength: 1, maxLength: 6 }),
        async (wishes, wanted) => {
          const ids = await begin(wishes);
          const { workspace_id } = workspace;
          const check = async () => (await new ConsistencyService(rest.domain.db).check({ workspace_id })).findings;
          const all = () => Promise.all(ids.map(known));
          const done: { state: Awaited<ReturnType<typeof tables>>; request_id: string }[] = [];
          let alone = [...ids.keys()];
          let before = await all();
          for (const { isGiven, ...places } of wanted) {
            const each = { isGiven, ...groupOf({ isGiven, ...places }, alone) };
            if (each.from.length === 0) continue;
            const state = await tables();
            done.push({ state, request_id: await send(each, ids) });
            const after = await all();
            expectKept(before, after, each);
            alone = alone.filter((at) => !each.from.includes(at));
            before = after;
          }
          merges += done.length;
          expect(await check()).toEqual([]);
          for (const { state, request_id } of done.toReversed()) {
            const { body } = await workspace.admin.post('/v1/undo', { request_id }).expect(200);
            expect((body.data as UndoResult).left).toEqual([]);
            const now = await tables();
            expect(now.rows).toEqual(state.rows);
            const kept = new Set(now.history);
            expect(state.history.filter((row) => !kept.has(row))).toEqual([]);
          }
          expect(await check()).toEqual([]);
        },
      ),
      { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
    );
    if (process.env.MERGE_HISTORIES) console.log(`${merges} merges`);
    expect(merges).toBeGreaterThan(HISTORIES);
  },
  60_000 + HISTORIES * 60_000,
);
