import { Slices } from '../db/slices.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { isMatchedBy } from '../records/matching/match-key.js';
import type { AttributeType, Json } from '../values/value-type.js';
import { PARTS } from './cell-value.js';
import { storable, type Cells, type ColumnKind, type ColumnMapping, type FileColumn, type Mapping } from './import.js';
import { exportedFrom, isExport } from './own-export.js';

const MAX_SAMPLES = 3;
const MAX_SAMPLE = 100;
/** Characters of a text that is more than a text. */
const MAX_KNOWN = 300;
/** Of the texts of a column, the share that must be of a kind. */
const MOST = 0.9;

/** The first kind whose pattern fits is that of a column. */
const KINDS: readonly (readonly [ColumnKind, RegExp])[] = [
  ['email', /^[^\s@;,]+@[^\s@;,.]+(\.[^\s@;,.]+)+$/],
  ['url', /^(https?:\/\/\S+|(www\.)?([a-z0-9-]+\.)+[a-z]{2,24}(\/\S*)?)$/i],
  ['timestamp', /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[T ]\d{1,2}:\d\d/],
  ['date', /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/],
  ['checkbox', /^(true|false|yes|no)$/i],
  ['phone', /^\+[\d ().-]{7,}$/],
  ['number', /^[-+]?[\d., ']*\d$/],
];

/** What a column looks like, from some of its first cells. */
function describeColumn(name: string, cells: readonly (Json | null)[]): FileColumn {
  const texts = cells
    .filter((cell) => cell !== null)
    .map((cell) => (typeof cell === 'string' ? cell.trim() : JSON.stringify(cell)))
    .filter((text) => text !== '');
  const samples = [...new Set(texts.map((text) => storable(text.slice(0, MAX_SAMPLE))))].slice(0, MAX_SAMPLES);
  if (texts.length === 0) return { name, kind: 'empty', samples };
  const isOf = (pattern: RegExp) =>
    texts.filter((text) => text.length <= MAX_KNOWN && pattern.test(text)).length >= MOST * texts.length;
  return { name, kind: KINDS.find(([, pattern]) => isOf(pattern))?.[0] ?? 'text', samples };
}

/** Of all columns of a file, from some of its rows. Others have their turn in between: there may be 250,000 cells. */
export async function describeColumns(names: readonly string[], rows: readonly Cells[]): Promise<FileColumn[]> {
  const slices = new Slices();
  const described: FileColumn[] = [];
  for (const [at, name] of names.entries()) {
    const cells = rows.map((row) => row[at] ?? null);
    described.push(describeColumn(name, cells));
    await slices.next();
  }
  return described;
}

/** Attribute types that a kind of texts can go to where only one attribute is of them. */
const TYPES: Partial<Record<ColumnKind, AttributeType>> = {
  email: 'email-address',
  phone: 'phone-number',
  url: 'website',
};

/** What other products call what an attribute of ours is called. Small letters and digits alone. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // Before the name, which is called a title where there is no other one.
    job_title: ['jobtitle', 'position', 'role', 'title'],
    name: [
      'companyname',
      'organizationname',
      'organisationname',
      'dealname',
      'title',
      'dealtitle',
      'recordname',
      'fullname',
    ],
    email_addresses: [
      'email',
      'emailaddress',
      'emailaddresses',
      'emails',
      'mail',
      'emailwork',
      'workemail',
      'primaryemail',
    ],
    phone_numbers: [
      'phone',
      'phonenumber',
      'phonenumbers',
      'telephone',
      'tel',
      'phonework',
      'workphone',
      'mobile',
      'mobilephonenumber',
    ],
    company: ['organization', 'organisation', 'account', 'companydomain', 'companydomains', 'associatedcompany'],
    domains: ['domain', 'website', 'websiteurl', 'companydomainname', 'url'],
    stage: ['dealstage', 'status', 'pipelinestage'],
    value: ['amount', 'dealvalue', 'dealamount'],
    owner: ['dealowner', 'contactowner', 'companyowner', 'assignee'],
  }),
);
const NAME_PARTS: Record<string, string> = {
  first: 'first_name',
  firstname: 'first_name',
  givenname: 'first_name',
  last: 'last_name',
  lastname: 'last_name',
  surname: 'last_name',
  familyname: 'last_name',
};

/**
 * Where the columns of a file may go: those of an export back to where they came from, others by their names, else by
 * what their texts look like. No attribute is proposed twice, but for parts of a value.
 */
export function proposeMapping(schema: WorkspaceSchema, object: ObjectSchema, columns: readonly FileColumn[]): Mapping {
  const own = isExport(columns) ? columns.slice(1).flatMap(({ name }) => exportedFrom(object, name) ?? []) : [];
  const mapped = own.length > 0 ? own : guessed(schema, object, columns);
  const match = mapped.find(({ attribute, part }) => !part && isMatchedBy(object, attribute))?.attribute;
  return { ...(match && { match }), columns: mapped };
}

function guessed(schema: WorkspaceSchema, object: ObjectSchema, columns: readonly FileColumn[]): ColumnMapping[] {
  const taken = new Set<Attribute>();
  const open = object.attributes.filter(({ archived_at }) => !archived_at);
  const names = namesOf(open);
  const mapped: ColumnMapping[] = [];
  const add = (column: FileColumn, attribute: Attribute | undefined, part?: string) => {
    const how = attribute && (part || !taken.has(attribute)) ? readingOf(schema, attribute, column) : undefined;
    if (!attribute || !how) return;
    taken.add(attribute);
    mapped.push({ column: column.name, attribute: attribute.slug, ...(part ? { part } : how) });
  };
  for (const column of columns) {
    const part = NAME_PARTS[plain(column.name)];
    const whole = part && open.find(({ type }) => PARTS[type]?.names.includes(part));
    if (whole) add(column, whole, part);
    else add(column, names.get(plain(column.name)));
  }
  for (const column of columns) {
    const ofType = open.filter(({ type }) => type === TYPES[column.kind]);
    if (!mapped.some((each) => each.column === column.name) && ofType.length === 1) add(column, ofType[0]);
  }
  const order = new Map(columns.map(({ name }, at) => [name, at]));
  return mapped.sort((a, b) => order.get(a.column)! - order.get(b.column)!);
}

/** Attributes by what columns for them may be called; of two, the one that is called so itself, else the first. */
function namesOf(attributes: readonly Attribute[]): Map<string, Attribute> {
  const names = new Map<string, Attribute>();
  const add = (name: string, attribute: Attribute) => names.set(name, names.get(name) ?? attribute);
  for (const attribute of attributes) for (const own of [attribute.slug, attribute.title]) add(plain(own), attribute);
  for (const [slug, others] of SYNONYMS) {
    const attribute = attributes.find((each) => each.slug === slug);
    if (attribute) for (const other of others) add(other, attribute);
  }
  return names;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How the cells of a column are read; undefined for a reference that cannot be found by what they hold. */
export function readingOf(
  schema: WorkspaceSchema,
  attribute: Attribute,
  column: FileColumn,
): Partial<ColumnMapping> | undefined {
  if (attribute.valueType.target) {
    const targets = schema.targetsOf(attribute);
    const match = targets.length === 1 && targets[0]!.attributes.find((each) => fits(each, column.kind));
    return match ? { match: match.slug } : undefined;
  }
  const split = attribute.several
    ? [';', ',', '\n'].find((each) => column.samples.some((text) => text.includes(each) && !text.startsWith('[')))
    : undefined;
  const order = ['date', 'timestamp'].includes(attribute.type) ? dateOrder(column.samples) : undefined;
  return { ...(split && { split }), ...(order && { date_order: order }) };
}

/** All types of `TYPES` can be unique. */
function fits({ type, is_unique, archived_at }: Attribute, kind: ColumnKind): boolean {
  return is_unique && !archived_at && type === TYPES[kind];
}

/** Undefined where the year comes first, and where nothing tells days from months. */
function dateOrder(samples: readonly string[]): 'dmy' | 'mdy' | undefined {
  const parts = samples.flatMap((text) => {
    const [, first, second] = /^(\d{1,2})[./-](\d{1,2})[./-]/.exec(text) ?? [];
    return first ? [{ first: Number(first), second: Number(second), isGerman: text.includes('.') }] : [];
  });
  if (parts.some(({ first, isGerman }) => first > 12 || isGerman)) return 'dmy';
  return parts.some(({ second }) => second > 12) ? 'mdy' : undefined;
}
