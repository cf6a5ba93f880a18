import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Caller } from '#crm-domain';
import { change, contact, type Contact } from '../dataset/contact.js';
import { loadSchema } from '../dataset/prepare.js';
import { OBJECT, type World } from '../dataset/world.js';
import * as product from '../product.js';
import { ContactArguments } from './contact-arguments.js';
import { contactChanges, contactConcise, contactWire } from './contact-wire.js';
import { FRESH_ID, FRESH_NUMBER, captureTwice, learnOrder } from './learn.js';

const FRESH = { event_id: FRESH_ID, slot: FRESH_NUMBER };

type Row = product.RecordRow & { now: Date; may: number };
type Call = (args: Record<string, unknown>) => unknown[];

/**
 * All a request needs, ready before the first one: the statements' texts, the order of their arguments, the mapping.
 */
export interface FloorWorld {
  token: string;
  access: unknown[];
  schema_version: string;
  object_id: string;
  api_key_id: string;
  actor_name: string;
  wire: ReturnType<typeof contactWire>;
  concise: ReturnType<typeof contactConcise>;
  changes: ReturnType<typeof contactChanges>;
  /** Id of the attribute of companies that says how many people work there. */
  company_size: string;
  attributes: ReadonlyMap<string, product.ObjectSchema['attributes'][number]>;
  /** Options and stages by title, and the other way round. */
  choices: ReadonlyMap<string, string>;
  titles: ReadonlyMap<string, string>;
  args: ContactArguments;
  insert: product.Statement & { call: Call };
  /** The same without the counter. */
  insertUncounted: product.Statement & { call: Call };
  /** The same without its event. */
  insertUnheard: product.Statement & { call: Call };
  update: product.Statement & { call: Call };
}

/** @throws Error when the product's statements take something that the floor does not know */
export async function floorWorld(pool: pg.Pool, world: World): Promise<FloorWorld> {
  const schema = await loadSchema(pool, world);
  const object = schema.find(OBJECT)!;
  const caller: Caller = {
    ...of(world),
    user_id: null,
    client_id: null,
    trusted: false,
    via: { origin: 'rest-api', request_id: 'r' },
  };
  const args = new ContactArguments(object, world.companies_id, product.searchTag(world.object_id));
  const setting: Setting = { world, caller, object, version: schema.version, args };
  const insert = await learnInsert(setting);
  const choices = object.attributes.flatMap((each) => each.choices);
  return {
    token: createHash('sha256').update(world.api_key).digest('base64'),
    access: product.accessValues(caller),
    schema_version: schema.version,
    object_id: world.object_id,
    api_key_id: world.api_key_id,
    actor_name: 'bench',
    wire: contactWire(object, world),
    concise: contactConcise(object),
    changes: contactChanges(object),
    company_size: schema.find('companies')!.find('employee_count')!.attribute_id,
    attributes: new Map(object.attributes.map((each) => [each.slug, each])),
    choices: new Map(choices.map(({ title, choice_id }) => [title, choice_id])),
    titles: new Map(choices.map(({ title, choice_id }) => [choice_id, title])),
    args,
    insert,
    insertUncounted: withoutCounter(insert),
    insertUnheard: withoutEvent(insert),
    update: await learnUpdate(pool, setting),
  };
}

interface Setting {
  world: World;
  caller: Caller;
  object: product.ObjectSchema;
  version: string;
  args: ContactArguments;
}

async function learnInsert({ world, caller, object, version, args }: Setting): Promise<FloorWorld['insert']> {
  const data = contact(1, world) as Contact;
  const created_via = product.createdVia(caller);
  const plan = plannedFor(object, caller, { row: null, data, now: new Date(0) });
  const sample = args.create(data, created_via);
  const at = { record_id: sample.record_id as string, object_id: world.object_id, created_via };
  const sent = await captureTwice((session) =>
    new product.RecordStore(session, world.workspace_id).insert({ caller, schemaVersion: version }, at, plan),
  );
  const constants = gate(caller, version);
  const order = learnOrder(sent, { ...constants, ...sample, ...FRESH, object_id: world.object_id });
  return { ...sent.statement, call: (given) => order({ ...constants, ...given, object_id: world.object_id }) };
}

async function learnUpdate(
  pool: pg.Pool,
  { world, caller, object, version, args }: Setting,
): Promise<FloorWorld['update']> {
  const values = [...product.accessValues(caller), world.contacts[0]];
  const [row] = (await pool.query<Row>({ ...product.FIND.key, values })).rows as [Row];
  const data = change(1);
  const plan = plannedFor(object, caller, { row, data, now: row.now });
  const sample = args.update(row, data, world.api_key_id);
  const changed = { id: sample.change_id as string, at: row.now };
  const sent = await captureTwice((session) =>
    new product.RecordStore(session, world.workspace_id).update({ caller, schemaVersion: version }, row, changed, plan),
  );
  const constants = gate(caller, version);
  const order = learnOrder(sent, { ...constants, ...sample, ...FRESH, object_id: row.object_id });
  return { ...sent.statement, call: (given) => order({ ...constants, ...given, object_id: world.object_id }) };
}

function withoutCounter(insert: FloorWorld['insert']): FloorWorld['insert'] {
  // Its slot is still named: a parameter that stands nowhere has no type.
  const counter = /counted as \([^]*?(\$\d+::smallint)[^]*?\n\s*on conflict [^\n]*\)(?=,?\n)/;
  const text = insert.text.replace(counter, 'counted as (select $1)');
  if (text === insert.text) throw new Error('The floor does not find the counter in the insert.');
  return { name: 'insert-uncounted', text, call: insert.call };
}

function withoutEvent(insert: FloorWorld['insert']): FloorWorld['insert'] {
  // Both parts go. Their parameters are still named, empty and without a meaning: one that stands nowhere has no type.
  const parts = /,\nqueued as \([^]*?\),\nevented as \(([^]*?)\)(?=,\n)/;
  const [found, evented] = parts.exec(insert.text) ?? [];
  if (!found) throw new Error('The floor does not find the event in the insert.');
  const rest = insert.text.replace(found, '');
  const unused = [...new Set(evented!.match(/\$\d+/g))].filter((each) => !new RegExp(`\\${each}(?!\\d)`).test(rest));
  const named = unused.map((parameter) => `${parameter}::text is null`);
  const text = insert.text.replace(found, `,\nunheard as (select ${named.join(', ')})`);
  const nothing = { event_id: null, eventVia: null, eventData: null };
  return { name: 'insert-unheard', text, call: (given) => insert.call({ ...given, ...nothing }) };
}

function plannedFor(
  object: product.ObjectSchema,
  caller: Caller,
  of: { row: Row | null; data: object; now: Date },
): product.ChangePlan {
  const patch = product.readShortPatch({ object, data: of.data, path: 'data' });
  return product.planChange({ object, patch, caller, row: of.row, now: of.now });
}

/** Arguments that are the same for every write with one key. */
function gate(caller: Caller, version: string): Record<string, unknown> {
  const eventVia = JSON.stringify(caller.via);
  return { ...of(caller), none: null, version, author: 'api-key', depth: 0, eventVia };
}

function of({ workspace_id, api_key_id }: { workspace_id: string; api_key_id: string | null }) {
  return { workspace_id, api_key_id };
}
