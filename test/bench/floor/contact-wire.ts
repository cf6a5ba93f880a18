import type { World } from '../dataset/world.js';
import type { ObjectSchema, RecordRow } from '../product.js';

export type Row = RecordRow & { now: Date; may: number };

/** A record as it was written, and what it is shown with. */
export interface Written {
  /** Nothing of a new one. */
  before?: Row;
  row: Row;
  labelOf: (target: string) => string | null | undefined;
  /** What its event holds; null of the object whose records have none. */
  eventData: string | null;
}

/** Whatever a document holds, taken for what its attribute says it is; nothing is checked here. */
type Item = Record<string, never> & { type: string; id: string; object_id: string; record_id: string };
type Show = (item: Item, label: string | null | undefined) => object;
type Wire = (row: RecordRow, labelOf: (id: string) => string | null | undefined) => object;

const value: Show = (value) => ({ value });
// What is stored has its fields in the order of jsonb; what is shown, in that of its type.
const email: Show = (item) => ({
  email_address: item.email_address,
  original_email_address: item.original_email_address,
  email_domain: item.email_domain,
  email_root_domain: item.email_root_domain,
  email_local_specifier: item.email_local_specifier,
});
const phone: Show = ({ phone_number, country_code }) => ({ phone_number, country_code });
const amount: Show = ({ currency_value, currency_code }) => ({ currency_value, currency_code });
const place: Show = ({ line1, line2, line3, city, state, postal_code, country }) => ({
  line1,
  line2,
  line3,
  city,
  state,
  postal_code,
  country,
});

interface Column {
  slug: string;
  type: string;
  no: number;
  show: Show;
}

function columnsOf(object: ObjectSchema): Column[] {
  const shows: Record<string, Show> = {
    'email-address': email,
    'phone-number': phone,
    currency: amount,
    location: place,
    'actor-reference': (actor) => ({ actor_reference_type: actor.type, actor_reference_id: actor.id }),
    'record-reference': (at, label) => ({
      target_object: at.object_id,
      target_record: at.record_id,
      display_name: label!.slice(1),
      target_deleted: label!.startsWith('0'),
    }),
  };
  return object.attributes.map((attribute) => {
    const choices = new Map(attribute.context.choices.map((choice) => [choice.id, choice.wire]));
    const field = attribute.type === 'pipeline' ? 'stage' : 'option';
    const choice: Show = (id) => ({ [field]: choices.get(id as unknown as string) });
    const show = shows[attribute.type] ?? (choices.size > 0 ? choice : value);
    return { slug: attribute.slug, type: attribute.type, no: attribute.attr_no, show };
  });
}

/** The answer for a record in the product's shape, by the shortest way that gives it. */
export function contactWire(object: ObjectSchema, world: World): Wire {
  const columns = columnsOf(object);
  return (row, labelOf) => {
    const values: Record<string, object[]> = {};
    const created = iso(row.created_at);
    const author = { type: row.created_by_type, id: row.created_by_id };
    for (const { slug, type, no, show } of columns) {
      const stamp = row.meta?.[no] as [number, string, string | null] | undefined;
      const one = (item: Item) => ({
        active_from: stamp ? new Date(stamp[0]).toISOString() : created,
        active_until: null,
        attribute_slug: slug,
        attribute_type: type,
        created_by: stamp ? { type: stamp[1], id: stamp[2] } : author,
        ...show(item, item.record_id && labelOf(item.record_id)),
      });
      values[slug] = itemsOf(row, no).map(one);
    }
    return {
      id: { workspace_id: world.workspace_id, object_id: row.object_id, record_id: row.record_id },
      slug: slugOf(row.label!, row.record_id),
      version: row.rev,
      values,
      created_at: created,
      updated_at: iso(row.updated_at),
      created_by: author,
      created_via: { via_import: false, origin_name: row.created_via.origin, actor_name: row.created_via.actor_name },
    };
  };
}

/** What a write has made of some attributes, in the shape of a dry run. */
export function contactChanges(object: ObjectSchema) {
  const columns = new Map(columnsOf(object).map((column) => [column.slug, column]));
  return (slugs: readonly string[], { before, row, labelOf }: Written): object[] => {
    const at = { object: object.row.slug, record_id: row.record_id };
    const changes = slugs.map((slug) => {
      const { no, show } = columns.get(slug)!;
      const shown = (item: Item) => show(item, item.record_id && labelOf(item.record_id));
      return {
        ...at,
        attribute: slug,
        before: before ? itemsOf(before, no).map(shown) : [],
        after: itemsOf(row, no).map(shown),
      };
    });
    return before ? changes : [{ ...at, attribute: null, before: null, after: 'active' }, ...changes];
  };
}

function itemsOf({ vals }: RecordRow, no: number): Item[] {
  const held = vals[no] as unknown as Item | Item[] | undefined;
  if (held === undefined) return [];
  return Array.isArray(held) ? held : [held];
}

/** The same as bare values. */
export function contactConcise(object: ObjectSchema): Wire {
  type Bare = (item: Item, label: string | null | undefined) => unknown;
  const bare: Bare = (item) => item;
  const shows: Record<string, Bare> = {
    'email-address': (item) => item.original_email_address,
    'phone-number': (item) => item.phone_number,
    currency: amount,
    location: ({ line1, city, state, postal_code, country }) => ({ line1, city, state, postal_code, country }),
    'actor-reference': ({ id, type }) => ({ id, type }),
    'record-reference': (at, label) => ({ id: at.record_id, name: label!.slice(1), type: 'companies' }),
  };
  const columns = object.attributes.map(({ slug, type, attr_no, choices }) => {
    const titles = new Map(choices.map(({ choice_id, title }) => [choice_id, title]));
    const title: Bare = (id) => titles.get(id as unknown as string);
    return { slug, no: attr_no, show: shows[type] ?? (titles.size > 0 ? title : bare) };
  });
  return (row, labelOf) => {
    const values: Record<string, unknown> = {};
    for (const { slug, no, show } of columns) {
      const held = row.vals[no] as unknown as Item | Item[] | undefined;
      if (held === undefined) continue;
      const one = (item: Item) => show(item, item.record_id && labelOf(item.record_id));
      values[slug] = Array.isArray(held) ? held.map(one) : one(held);
    }
    return { id: row.record_id, version: row.rev, object: object.row.slug, name: row.label, values };
  };
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function slugOf(label: string, id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`);
  let tail = '';
  // Two divisions of a bigint; the rest in doubles.
  for (const width of [8, 8, 6]) {
    let part = Number(rest % 218340105584896n);
    rest /= 218340105584896n;
    let text = '';
    for (; text.length < width; part = Math.floor(part / 62)) text = DIGITS[part % 62] + text;
    tail = text + tail;
  }
  return `${label.toLowerCase().replaceAll(' ', '-')}-${tail}`;
}

function iso(time: Date | string): string {
  return typeof time === 'string' ? new Date(time).toISOString() : time.toISOString();
}
