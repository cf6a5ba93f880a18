import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor, Capability, Caller } from '../actor.js';
import { DomainError, invalid, notFound } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { SchemaStore } from '../objects/schema.store.js';
import type { RecordRow } from './document.js';
import type { FoundRow } from './find-record.js';

/** Where a record is: object by slug or UUID, record by UUID or record slug. */
export interface RecordAddress {
  object: string;
  record: string;
  /** Whether it was asked for by the id of another one, which was merged into it. */
  isSurvivor?: true;
}

/** A record with the object it belongs to, after its access was judged. */
export interface Located {
  actor: Actor;
  schema: WorkspaceSchema;
  object: ObjectSchema;
  row: RecordRow & { now: Date };
}

/**
 * Judges the access that came with a row, then finds its object. A record of another object or workspace is missing
 * just like one that never was. Within a transaction its `store` reads the schema (see `SchemaCache.at`). @throws
 * DomainError unauthenticated, forbidden, not_found
 */
export async function authorizeAndFind(
  schemas: SchemaCache,
  policy: AccessPolicy,
  asked: { caller: Caller; found: FoundRow | undefined; at: RecordAddress; needs: Capability; store?: SchemaStore },
): Promise<Located> {
  const { caller, found, at, needs, store } = asked;
  const actor = policy.authorize(caller, found, needs);
  const schema = await schemas.at(caller.workspace_id, actor.schema_version, store);
  const object = objectOf(schema, at.object);
  if (!found?.record_id || found.object_id !== object.row.object_id) throw notFound('Record');
  return { actor, schema, object, row: found };
}

const MAX_NAMED = 50;

/**
 * Objects are no secret in their workspace: who misses one is told of those there are.
 *
 * @throws DomainError not_found
 */
export function objectOf(schema: WorkspaceSchema, slugOrId: string): ObjectSchema {
  const object = schema.find(slugOrId);
  if (object) return object;
  const slugs = slugsOf(schema);
  const some = slugs.length > MAX_NAMED ? 'Some of those there are' : 'There are';
  throw new DomainError('not_found', `Object not found. ${some}: ${slugs.slice(0, MAX_NAMED).join(', ')}.`).because(
    'object_not_found',
  );
}

function slugsOf(schema: WorkspaceSchema): string[] {
  return schema.objects.filter(({ row }) => !row.archived_at).map(({ row }) => row.slug);
}

/** @throws DomainError validation */
export function refuseArchived(object: ObjectSchema, path: string): void {
  if (!object.row.archived_at) return;
  throw invalid([
    {
      path,
      message: `The object "${object.row.slug}" is archived and takes no new values.`,
      expected: 'an object that is not archived',
      reason: 'archived',
    },
  ]);
}

/**
 * The object that a field of a body or a query names.
 *
 * @throws DomainError validation, the same for another workspace's
 */
export function objectIn(schema: WorkspaceSchema, slugOrId: string, path: string): ObjectSchema {
  const object = schema.find(slugOrId);
  if (object) return object;
  const allowed = slugsOf(schema).slice(0, MAX_NAMED + 1);
  throw invalid([{ path, message: 'There is no such object.', expected: 'slug or id of an object', allowed }]);
}
