import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../errors.js';
import { sentAs, type Sent } from '../events/either-name.js';
import type { EventKind } from '../events/event.js';
import { readKinds } from '../events/feed.service.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { objectIn } from '../records/authorize-and-find.js';
import type { WebhookEntity } from './webhook.entity.js';

/** What may be said of a webhook; null or nothing asks for everything. */
export interface WebhookInput {
  url?: string;
  description?: string | null;
  kinds?: string[] | null;
  /** Slug or UUID of an object, and of attributes of it. The names that they are read by mean the same. */
  object?: string | null;
  object_id?: string | null;
  attributes?: string[] | null;
  attribute_ids?: string[] | null;
  /** Slug or UUID of a view that must hold the record. */
  view?: string | null;
  view_id?: string | null;
  status?: 'active' | 'disabled';
}

/** Attributes that one webhook may watch, doubles counted. */
export const MAX_WATCHED = 500;
/** By whatever clock. */
export const AT_ONCE = new Date(0);

/** The columns that change. What is written back as it was read changes nothing. @throws DomainError validation */
export function changesOf(
  before: WebhookEntity,
  input: WebhookInput,
  { schema, view }: { schema: WorkspaceSchema; view: Partial<WebhookEntity> },
): Partial<WebhookEntity> {
  const columns = { ...readInput(schema, input, before), ...view, ...switched(before, input) };
  const entries = Object.entries(columns) as [keyof WebhookEntity, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !isDeepStrictEqual(value, before[name])));
}

/** The columns that were named, and no others. @throws DomainError validation */
export function readInput(
  schema: WorkspaceSchema,
  input: WebhookInput,
  before?: WebhookEntity,
): Partial<WebhookEntity> {
  const { url, description, kinds } = input;
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(kinds !== undefined && { kinds: kinds && readWanted(kinds) }),
    ...readTarget(schema, input, before),
  };
}

/** What is written as it stands is left alone: an object or an attribute of it may have been deleted since. */
function readTarget(schema: WorkspaceSchema, input: WebhookInput, before?: WebhookEntity): Partial<WebhookEntity> {
  const object = sentAs({ path: 'object', value: input.object }, { path: 'object_id', value: input.object_id });
  const attributes = sentAs(
    { path: 'attributes', value: input.attributes },
    { path: 'attribute_ids', value: input.attribute_ids },
  );
  if (!object && !attributes) return {};
  const key = object ? object.value : (before?.object_id ?? null);
  const stays = before !== undefined && key === before.object_id;
  const wanted = key === null ? undefined : stays ? schema.find(key) : objectIn(schema, key, object!.path);
  const object_id = wanted?.row.object_id ?? key;
  const held = object_id !== null && object_id === before?.object_id ? before.attribute_ids : null;
  if (!attributes) return { object_id, attribute_ids: held };
  return { object_id, attribute_ids: attributes.value?.length ? readAttributes(wanted, attributes, held ?? []) : null };
}

function readAttributes(
  object: ObjectSchema | undefined,
  { path, value: keys }: Sent<readonly string[] | null>,
  held: readonly string[],
): string[] {
  if (keys!.length > MAX_WATCHED) {
    const expected = `at most ${MAX_WATCHED} attributes`;
    throw invalid([{ path, message: `Expected ${expected}.`, expected }]);
  }
  const message = object
    ? 'There is no such attribute on the object.'
    : 'Attributes can only be given together with an object.';
  const found = keys!.map((key) => object?.find(key)?.attribute_id ?? held.find((id) => id === key));
  const issues = found.flatMap((id, at) =>
    id ? [] : [{ path: `${path}[${at}]`, message, expected: 'slug or id of an attribute' }],
  );
  if (issues.length > 0) throw invalid(issues);
  return [...new Set(found as string[])];
}

function switched({ status: before }: WebhookEntity, { status }: WebhookInput): Partial<WebhookEntity> {
  if (status === undefined || status === before) return {};
  if (status === 'disabled') return { status, disabled_reason: 'Switched off.' };
  return { status, disabled_reason: null, attempts: 0, next_attempt_at: AT_ONCE };
}

function readWanted(kinds: string[]): EventKind[] {
  if (kinds.length === 0)
    throw invalid([
      { path: 'kinds', message: 'Give at least one kind, or leave the field out.', expected: 'event kinds' },
    ]);
  return [...new Set(readKinds(kinds))];
}
