import type { ObjectWire, AttributeWire, RecordWire, AttributeChanges } from '#crm-domain';
import type { Caller, Rest } from './rest.js';

let made = 0;

/** A slug that nothing else in this process has. */
export function freshSlug(stem = 'thing'): string {
  return `${stem}-${++made}`;
}

export interface AnObject {
  slug: string;
  object_id: string;
  path: string;
}

/** A custom object with nothing but its display attribute `name`. */
export async function anObject(rest: Rest, by: Caller = rest.admin, slug: string = freshSlug()): Promise<AnObject> {
  const { body } = await by.post('/v1/objects', { slug, singular_noun: 'Thing', plural_noun: 'Things' }).expect(200);
  return { slug, object_id: (body.data as ObjectWire).id.object_id, path: `/v1/objects/${slug}` };
}

type NewAttribute = AttributeChanges & { type: string; slug?: string };

/** An attribute of `object`; title and slug are made up where they do not matter. */
export async function anAttribute(
  rest: Rest,
  object: { slug: string },
  attribute: NewAttribute,
  by: Caller = rest.admin,
): Promise<AttributeWire> {
  const { slug = freshSlug('field').replace('-', '_'), title = 'Field' } = attribute;
  const { body } = await by.post(`/v1/objects/${object.slug}/attributes`, { title, ...attribute, slug }).expect(200);
  return body.data as AttributeWire;
}

/** A record as it was answered on its creation. */
export async function aRecord(
  rest: Rest,
  object: { slug: string },
  data: object = {},
  by: Caller = rest.admin,
): Promise<RecordWire> {
  const { body } = await by.post(`/v1/records/${object.slug}`, { data }).expect(200);
  return body.data as RecordWire;
}

/** Where a record answers. */
export function pathTo(object: { slug: string }, record: RecordWire | string): string {
  return `/v1/records/${object.slug}/${typeof record === 'string' ? record : record.id.record_id}`;
}

export async function readRecord(
  rest: Rest,
  object: { slug: string },
  record: RecordWire | string,
  query = '',
): Promise<RecordWire> {
  const { body } = await rest.admin.get(pathTo(object, record) + query).expect(200);
  return body.data as RecordWire;
}

/** How a reference to a record is written. */
export function pointingAt(object: { slug: string }, record: RecordWire): { id: string; type: string } {
  return { id: record.id.record_id, type: object.slug };
}
