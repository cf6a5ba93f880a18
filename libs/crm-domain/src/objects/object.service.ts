import { isDeepStrictEqual } from 'node:util';
import { newId } from '#platform';
import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { conflict } from '../errors.js';
import type { NewEvent } from '../events/event.js';
import { objectOf } from '../records/authorize-and-find.js';
import type { ObjectRow, ObjectSchema, WorkspaceSchema } from './schema.js';
import type { ExpectedVersions } from '../version-mismatch.js';
import type { SchemaCache } from './schema-cache.js';
import { changeSchema } from './change-schema.js';
import type { Versioned } from './schema-version.js';
import { checkSlug } from './slug.js';

/** An object as the contract shows it (section Object). */
export interface ObjectWire {
  id: { workspace_id: string; object_id: string };
  slug: string;
  version: number;
  singular_noun: string;
  plural_noun: string;
  created_at: string;
  epithet_path: { attribute_id: string; object_id: string };
  is_system_object: boolean;
  archived_at: string | null;
}

/** What a POST of an object says. */
export interface NewObject {
  slug: string;
  singular_noun: string;
  plural_noun: string;
}

/** What a PATCH of an object may say. What is not given stays as it is. */
export interface ObjectChanges {
  singular_noun?: string;
  plural_noun?: string;
  /** ISO 8601; null restores. */
  archived_at?: string | null;
  /** Versions of which the object must have one. */
  expected?: ExpectedVersions;
}

/** Objects, the record types of a workspace (contract: Object; decisions: Behaviour). */
export class ObjectService {
  constructor(
    readonly db: Db,
    readonly schemas: SchemaCache,
    readonly policy: AccessPolicy,
  ) {}

  /** Archived ones too, in order of creation. */
  async list(actor: Actor): Promise<ObjectWire[]> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    return schema.objects.map(({ row }) => objectWire(actor.workspace_id, row));
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, objectKey: string): Promise<ObjectWire> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    return objectWire(actor.workspace_id, objectOf(schema, objectKey).row);
  }

  /** Starts with one system attribute `name`, its display attribute. @throws DomainError validation, conflict */
  create(actor: Actor, object: NewObject): Promise<ObjectWire> {
    checkSlug(object.slug);
    return changeSchema(this, actor, async (store, _schema, { tell }) => {
      const row = {
        ...object,
        object_id: newId(),
        epithet_attribute_id: newId(),
        next_attr_no: 2,
        created_at: new Date(),
      };
      await store.insertObject(row);
      const name = { slug: 'name', title: 'Name', type: 'name' as const, attr_no: 1, is_system_attribute: true };
      await store.insertAttribute({ ...name, attribute_id: row.epithet_attribute_id, object_id: row.object_id });
      const after = objectWire(actor.workspace_id, {
        ...row,
        is_system_object: false,
        archived_at: null,
        version: 1,
      });
      await tell(told('object.created', { after }));
      return after;
    });
  }

  /** @throws DomainError not_found, validation, version_mismatch */
  update(actor: Actor, objectKey: string, changes: ObjectChanges): Promise<ObjectWire> {
    return changeSchema(this, actor, async (store, schema, { tell, expect }) => {
      const { row } = objectOf(schema, objectKey);
      const { archived_at, expected, ...nouns } = changes;
      await expect(versionOf(row), expected);
      const set: Partial<ObjectRow> = { ...nouns };
      if (archived_at !== undefined) set.archived_at = archived_at === null ? null : new Date(archived_at);
      if (!isDeepStrictEqual(row, { ...row, ...set })) set.version = row.version + 1;
      await store.updateObject(row.object_id, set);
      const [before, after] = [row, { ...row, ...set }].map((each) => objectWire(actor.workspace_id, each));
      await tell(told('object.updated', { before, after: after! }));
      return after!;
    });
  }

  /** Gone at once for everybody; the records behind it go in the background. @throws DomainError not_found, conflict, version_mismatch */
  delete(actor: Actor, objectKey: string, expected?: ExpectedVersions): Promise<ObjectWire> {
    return changeSchema(this, actor, async (store, schema, { purges, tell, expect }) => {
      const object = objectOf(schema, objectKey);
      const { row } = object;
      await expect(versionOf(row), expected);
      if (row.is_system_object)
        throw conflict('system_object', `"${row.slug}" is a system object and cannot be deleted.`);
      const pointing = attributesAt(schema, object);
      if (pointing)
        throw conflict('object_in_use', `The attribute "${pointing}" still points at this object. Delete it first.`);
      await store.deleteObject(row.object_id);
      for (const { attribute_id } of object.attributes)
        await purges.add({ kind: 'attribute', object_id: row.object_id, attribute_id });
      await purges.add({ kind: 'object', object_id: row.object_id });
      const before = objectWire(actor.workspace_id, { ...row, archived_at: row.archived_at ?? new Date() });
      await tell(told('object.deleted', { before }));
      return before;
    });
  }
}

function versionOf({ object_id: id, version }: ObjectRow): Versioned {
  return { thing: 'The object', id, version };
}

function told(
  kind: 'object.created' | 'object.updated' | 'object.deleted',
  data: { before?: ObjectWire; after?: ObjectWire },
): NewEvent {
  const { object_id } = (data.after ?? data.before)!.id;
  return { kind, subject_id: object_id, object_id, data };
}

function objectWire(workspace_id: string, row: ObjectRow): ObjectWire {
  return {
    id: { workspace_id, object_id: row.object_id },
    slug: row.slug,
    version: row.version,
    singular_noun: row.singular_noun,
    plural_noun: row.plural_noun,
    created_at: row.created_at.toISOString(),
    epithet_path: { attribute_id: row.epithet_attribute_id, object_id: row.object_id },
    is_system_object: row.is_system_object,
    archived_at: row.archived_at?.toISOString() ?? null,
  };
}

/** An attribute of another object that points at this one, as `object.attribute`. */
function attributesAt(schema: WorkspaceSchema, target: ObjectSchema): string | undefined {
  for (const object of schema.objects) {
    if (object === target) continue;
    for (const attribute of object.attributes) {
      const { inverse_object_id, config } = attribute;
      if (inverse_object_id === target.row.object_id || config.allowed_object_ids?.includes(target.row.object_id))
        return `${object.row.slug}.${attribute.slug}`;
    }
  }
  return undefined;
}
