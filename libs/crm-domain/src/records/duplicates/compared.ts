import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import type { AttributeType, Json } from '../../values/value-type.js';

/** Attributes by which the records of one object are compared, at most. */
const MAX_COMPARED = 8;

/** Where values that may mean the same stand in the index of texts: both ends included. */
export interface Span {
  from: string;
  to: string;
}

export type Dots = 0 | 1 | 2;

/** How values of a type are compared that mean the same when a part of them does. */
export interface Comparison {
  kind: 'same_email' | 'same_phone' | 'same_domain';
  /** How sure it is that two records with the same are one, from 0 to 1. */
  weight: number;
  /** The same for all values that mean the same. Of an indexed text, which may be cut. */
  key(indexed: string): string;
  /** The key of a stored value. */
  keyOf(item: Json): string;
  /**
   * Where values with the same key stand in the index, besides those that are indexed as the same text. Thoroughly, for
   * one record; in a walk two values find each other when one of them leads to the other.
   * @param dots that an address at Gmail may have in other places, and is looked for with
   */
  elsewhere(indexed: string, dots: Dots): Span[];
  /** For Postgres: the indexed texts whose like stand elsewhere. Null where there are none. */
  odd: string | null;
}

const COMPARISONS: Partial<Record<AttributeType, Comparison>> = {
  'email-address': {
    kind: 'same_email',
    weight: 0.98,
    key: mailbox,
    keyOf: (item) => mailbox(of(item, 'email_address')),
    elsewhere: sameMailbox,
    odd: '[+]|[.].*@gmail[.]com$|@googlemail[.]com$',
  },
  'phone-number': {
    kind: 'same_phone',
    weight: 0.95,
    key: (indexed) => indexed,
    keyOf: (item) => of(item, 'phone_number'),
    elsewhere: () => [],
    odd: null,
  },
  website: {
    kind: 'same_domain',
    weight: 0.9,
    key: (indexed) => indexed.split(/[/:?]/)[0]!,
    keyOf: (item) => of(item, 'domain'),
    elsewhere: samePages,
    odd: '[/:?]',
  },
};
const NAMES: readonly AttributeType[] = ['name', 'personal-name', 'text'];

/** An attribute by which records are compared; without a comparison it is the one that names them. */
export interface Compared {
  attribute: Attribute;
  comparison?: Comparison | undefined;
}

export type ComparedExactly = Compared & { comparison: Comparison };

export function isExact(by: Compared): by is ComparedExactly {
  return by.comparison !== undefined;
}

/** The attributes by which records of an object are compared, the surest first. */
export function comparedOf({ attributes, epithet }: ObjectSchema): Compared[] {
  const all = attributes.filter(({ archived_at }) => !archived_at);
  const exact = (Object.keys(COMPARISONS) as AttributeType[]).flatMap((type) =>
    all.filter((attribute) => attribute.type === type).map((attribute) => comparing(attribute)),
  );
  const isNamed = epithet && !epithet.archived_at && NAMES.includes(epithet.type);
  return [...exact.slice(0, MAX_COMPARED - 1), ...(isNamed ? [{ attribute: epithet }] : [])];
}

function comparing(attribute: Attribute): Compared {
  return { attribute, comparison: COMPARISONS[attribute.type] };
}

/** Characters of an address at Gmail that has been given dots: it has 30 without them. */
const MAX_DOTTED = 32;
const GMAIL = ['gmail.com', 'googlemail.com'];

/** Without what follows a plus sign and, at Gmail, without dots: mail to all such addresses arrives in one place. */
function mailbox(address: string): string {
  const { base, domain } = parts(address);
  return GMAIL.includes(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}

function parts(address: string): { base: string; domain: string } {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const base = local.split('+')[0]!;
  // What begins with a plus sign has no name in front of it.
  return { base: base === '' ? local : base, domain: address.slice(at + 1) };
}

/** Gmail takes dots anywhere: without them, or with one or two at any place, is as far as is looked. */
function sameMailbox(address: string, dots: Dots): Span[] {
  const { base, domain } = parts(address);
  const isGmail = GMAIL.includes(domain);
  const bare = base.replaceAll('.', '');
  const once = isGmail && dots > 0 ? dotted(bare, 1) : [];
  const bases = new Set([base, ...(isGmail ? [bare] : []), ...once]);
  const tagged = [...bases].map((each) => beginning(`${each}+`));
  if (dots > 1) for (const each of once.flatMap((dot, at) => dotted(dot, at + 3))) bases.add(each);
  const domains = isGmail ? GMAIL : [domain];
  return [...tagged, ...[...bases].flatMap((each) => domains.map((at) => exactly(`${each}@${at}`)))];
}

/** With one dot more, at each place from one on. */
function dotted(base: string, from: number): string[] {
  const places = Array.from({ length: Math.max(0, Math.min(base.length, MAX_DOTTED) - from) }, (_, at) => at + from);
  return places.map((at) => `${base.slice(0, at)}.${base.slice(at)}`);
}

function samePages(page: string): Span[] {
  const [host] = page.split(/[/:?]/) as [string];
  return [exactly(host), ...['/', ':', '?'].map((mark) => beginning(host + mark))];
}

/** One text. */
export function exactly(text: string): Span {
  return { from: text, to: text };
}

/** All texts with a beginning: none has this character, the last in byte order. */
function beginning(text: string): Span {
  return { from: text, to: `${text}\u{10ffff}` };
}

function of(item: Json, field: string): string {
  return String((item as Record<string, unknown>)[field] ?? '');
}
