import { randomBytes } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { conflict } from '../errors.js';
import type { HandleKind } from '../messaging/channel-name.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { itemsOf } from '../records/document.js';
import type { Stores } from '../stores.js';
import type { Json } from '../values/value-type.js';
import { MAX_RECORDS, type Subject } from './erasure.js';
import { MOST_CLOSED, MOST_HOLDERS, type HeldRecord } from './person.store.js';
import { tellingNames, withStandIns, type TracedAddress, type Traces } from './traces.js';

const MOST_ABOUT = 10_000;
const MOST_ADDRESSES = 100;

/** Who is looked for: an address as it is compared, and the objects whose records go along. */
export interface Asked {
  email: string;
  also: readonly string[];
  /** Of an erasure that looks again: what is known of the person already. */
  traces?: Traces;
}

/**
 * Finds the records of a person by an e-mail address: those of objects with a personal name that hold it, what was
 * merged into them, and with `also` what refers to them and to nothing else. Their other addresses and their names follow from these.
 *
 * @throws DomainError conflict where there are too many
 */
export async function findPerson(stores: Stores, schema: WorkspaceSchema, asked: Asked): Promise<Subject> {
  const { persons } = stores;
  const holders = below(MOST_HOLDERS, await persons.holders('email', [asked.email]));
  const holding = holders.map(({ record_id }) => record_id);
  const own = ofPeople(schema, await heldBy(stores, schema, holding));
  const ids = own.map(({ record_id }) => record_id);
  const values = [...own.flatMap((record) => valuesOf(schema, record)), ...(await closedOf(stores, ids))];
  const person = { ids, email: asked.email, known: asked.traces };
  const { mine, shared } = await allAddresses(stores, addressesIn(values, asked.email), person);
  const { along, about } = await referring(stores, { ids, also: asked.also });
  const records = below(MAX_RECORDS + 1, [...ids, ...along]);
  const token = asked.traces?.token ?? randomBytes(4).toString('hex');
  const traces = { token, addresses: mine, names: tellingNames(values) };
  return { email: asked.email, also: asked.also, records, about, shared, traces };
}

/** Records by id, with what was merged into them, and of their values those that tell who is meant. */
async function heldBy({ persons }: Stores, schema: WorkspaceSchema, ids: readonly string[]): Promise<HeldRecord[]> {
  const numbers = schema.objects.map((object) => [object.row.object_id, tellingNumbers(object)] as const);
  const found = below(MAX_RECORDS + 1, await persons.withMerged(ids, MAX_RECORDS + 1, new Map(numbers)));
  return found.map(({ vals, ...record }) => {
    if (vals === null) throw conflict('limit_reached', 'The records of this person have too many names and addresses.');
    return { ...record, vals };
  });
}

function tellingNumbers({ attributes }: ObjectSchema): number[] {
  return attributes.filter(({ valueType }) => valueType.namesPerson ?? valueType.handle).map(({ attr_no }) => attr_no);
}

/** What was found, if that is all. Of a person of whom only a part is known nothing is erased. */
function below<Row>(most: number, rows: Row[]): Row[] {
  if (rows.length < most) return rows;
  throw conflict(
    'limit_reached',
    `Too many records hold this address or refer to the person: ${most - 1} are the most. Delete some first.`,
  );
}

/** Whether the records of an object are people. */
export function isOfPeople(object: ObjectSchema): boolean {
  return object.attributes.some(({ valueType }) => valueType.namesPerson);
}

/** A record goes with what it was merged into. */
function ofPeople(schema: WorkspaceSchema, held: readonly HeldRecord[]): HeldRecord[] {
  const isPerson = ({ object_id }: HeldRecord) => {
    const object = schema.find(object_id);
    return object !== undefined && isOfPeople(object);
  };
  return held.filter(isPerson);
}

function valuesOf(schema: WorkspaceSchema, { object_id, vals }: HeldRecord): Json[] {
  const object = schema.find(object_id);
  return object ? tellingNumbers(object).flatMap((number) => itemsOf(vals, number)) : [];
}

async function closedOf({ persons }: Stores, ids: readonly string[]): Promise<Json[]> {
  const closed = below(MOST_CLOSED, await persons.closed(ids));
  return closed.map(({ value }) => value as Json);
}

function addressesIn(values: readonly Json[], email: string): TracedAddress[] {
  const found = new Map<string, { kind: HandleKind; written: Set<string> }>([
    [email, { kind: 'email', written: new Set() }],
  ]);
  for (const value of values) {
    const { email_address, original_email_address, phone_number } = value as Record<string, unknown>;
    if (typeof phone_number === 'string') found.set(phone_number.slice(1), { kind: 'phone', written: new Set() });
    if (typeof email_address !== 'string') continue;
    const known = found.get(email_address) ?? { kind: 'email', written: new Set<string>() };
    if (typeof original_email_address === 'string') known.written.add(original_email_address.toLowerCase());
    found.set(email_address, known);
  }
  const forms = (handle: string, written: Iterable<string>) => [...written, ...inLetters(handle)];
  return few([...found].map(([handle, { kind, written }]) => ({ kind, handle, written: forms(handle, written) })));
}

/** An address whose domain has letters beyond ASCII, as people write it; none of another. */
function inLetters(handle: string): string[] {
  const at = handle.lastIndexOf('@') + 1;
  const domain = domainToUnicode(handle.slice(at));
  return at === 0 || domain === '' || domain === handle.slice(at) ? [] : [handle.slice(0, at) + domain];
}

function few<Item>(addresses: Item[]): Item[] {
  if (addresses.length <= MOST_ADDRESSES) return addresses;
  throw conflict('limit_reached', `More than ${MOST_ADDRESSES} addresses are of this person. Take some away first.`);
}

/** Who is meant: their records, the address by which they were found, and by what they were known before. */
interface Person {
  ids: readonly string[];
  email: string;
  known?: Traces | undefined;
}

/** Addresses that are the person's alone, and other numbers by which WhatsApp knows them, as long as there are more. */
async function allAddresses(
  stores: Stores,
  addresses: readonly TracedAddress[],
  person: Person,
): Promise<{ mine: TracedAddress[]; shared: number }> {
  let { mine, shared } = await unshared(stores, addresses, person);
  const seen = new Set(addresses.map(({ handle }) => handle));
  const before = person.known ? withStandIns(person.known) : [];
  for (let sought = [...mine.map(({ handle }) => handle), ...before]; sought.length > 0;) {
    const others = (await stores.personMessages.otherNumbers(sought)).filter((handle) => !seen.has(handle));
    for (const handle of others) seen.add(handle);
    const more = await unshared(stores, others.map(asNumber), person);
    [mine, shared] = [few([...mine, ...more.mine]), shared + more.shared];
    sought = more.mine.map(({ handle }) => handle);
  }
  return { mine, shared };
}

const asNumber = (handle: string): TracedAddress => ({ kind: 'phone', handle, written: [] });

/**
 * Those that no record of somebody else holds, and no member or account of the workspace has: the number of a
 * switchboard is not this person's alone, and what leaves through an account is not theirs.
 */
async function unshared(
  { persons }: Stores,
  addresses: readonly TracedAddress[],
  { ids, email }: Person,
): Promise<{ mine: TracedAddress[]; shared: number }> {
  const isHeld = new Set<string>();
  for (const kind of ['email', 'phone'] as const) {
    const handles = addresses.filter((address) => address.kind === kind).map(({ handle }) => handle);
    for (const { record_id, handle } of below(MOST_HOLDERS, await persons.holders(kind, handles)))
      if (!ids.includes(record_id)) isHeld.add(`${kind} ${handle}`);
  }
  const ours = await persons.ours(addresses.map(({ handle }) => handle));
  const isShared = ({ kind, handle }: TracedAddress) => isHeld.has(`${kind} ${handle}`) || ours.includes(handle);
  const mine = addresses.filter((address) => address.handle === email || !isShared(address));
  return { mine, shared: addresses.length - mine.length };
}

/** Records that refer to the person: those that go along, and the others. */
async function referring(
  { persons }: Stores,
  { ids, also }: { ids: readonly string[]; also: readonly string[] },
): Promise<{ along: string[]; about: string[] }> {
  const referrers = below(MOST_ABOUT, await persons.referrers(ids, MOST_ABOUT));
  const candidates = referrers.filter(({ object_id }) => also.includes(object_id)).map(({ record_id }) => record_id);
  const ofOthers = await persons.referringToOthers(candidates, ids);
  const along = new Set(candidates.filter((id) => !ofOthers.has(id)));
  const about = referrers.map(({ record_id }) => record_id).filter((id) => !along.has(id));
  return { along: [...along], about };
}

/** Whether a record is of this person. One that is not known yet came after they were found. */
export function isOfPerson(object: ObjectSchema, { vals }: Pick<HeldRecord, 'vals'>, { email }: Subject): boolean {
  const holding = object.attributes.filter(({ valueType }) => valueType.handle);
  const values = holding.flatMap(({ attr_no }) => itemsOf(vals, attr_no)) as { email_address?: unknown }[];
  return isOfPeople(object) && values.some(({ email_address }) => email_address === email);
}

/** The same person with what has come in meanwhile. Nothing that was known is forgotten: some of it may be erased. */
export async function findAgain(stores: Stores, schema: WorkspaceSchema, known: Subject): Promise<Subject> {
  const { token, addresses, names } = known.traces;
  const more = await findPerson(stores, schema, known);
  const records = new Set([...known.records, ...more.records]);
  const about = new Set([...known.about, ...more.about]);
  const traces = {
    token,
    addresses: withNew(addresses, more.traces.addresses, ({ kind, handle }) => `${kind} ${handle}`),
    names: withNew(names, more.traces.names, ({ first, last }) => `${first} ${last}`),
  };
  const shared = Math.max(known.shared, more.shared);
  return { ...known, traces, shared, records: [...records], about: [...about].filter((id) => !records.has(id)) };
}

/** Without the addresses that somebody else has now as well. Only before something is erased: stand-ins are numbered. */
export async function withoutShared(stores: Stores, known: Subject): Promise<Subject> {
  const { email, records: ids, traces } = known;
  const { mine, shared } = await unshared(stores, traces.addresses, { ids, email });
  return { ...known, shared: Math.max(known.shared, shared), traces: { ...traces, addresses: mine } };
}

/** Those that were there keep their places, by which stand-ins are named. */
function withNew<Item>(known: readonly Item[], found: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const names = new Set(known.map(nameOf));
  return [...known, ...found.filter((item) => !names.has(nameOf(item)))];
}
