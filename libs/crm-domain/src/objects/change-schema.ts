import { isDeepStrictEqual } from 'node:util';
import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { conflict } from '../errors.js';
import type { NewEvent } from '../events/event.js';
import type { PurgeStore } from '../purge/purge.store.js';
import type { Stores } from '../stores.js';
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_ENTRIES, type WorkspaceSchema } from './schema.js';
import type { ExpectedVersions } from '../version-mismatch.js';
import { expectSchemaVersion, type Versioned } from './schema-version.js';
import type { SchemaCache } from './schema-cache.js';
import type { SchemaStore } from './schema.store.js';

/** What a change of the schema does beside it. */
export interface Beside {
  purges: PurgeStore;
  /** Writes an event, unless all is after it as it was before. */
  tell(event: NewEvent): Promise<void>;
  /** @throws DomainError version_mismatch where it has none of these versions; CapabilityMissing for who may not read */
  expect(of: Versioned, expected: ExpectedVersions): Promise<void>;
}

/** What a service has that changes schemas. */
export interface SchemaChanger {
  db: Db;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

export type SchemaChange<T> = (store: SchemaStore, schema: WorkspaceSchema, beside: Beside) => Promise<T>;

/**
 * One change of a workspace's schema: changes wait for each other, each sees the one before, and every process reads
 * anew afterwards. The actor's capability is asked for again, inside the transaction.
 * @throws DomainError forbidden, conflict when the workspace would have more than `MAX_SCHEMA_ENTRIES` or
 * `MAX_SCHEMA_BYTES`, and what `change` throws
 */
export function changeSchema<T>(by: SchemaChanger, actor: Actor, change: SchemaChange<T>): Promise<T> {
  return inSchemaTurn(by.db, actor.workspace_id, () =>
    by.db.transaction(actor.workspace_id, (stores) => changed(stores, { ...by, actor }, change)),
  );
}

/** Has work that changes a workspace's schema wait for that of others in this process, before it has a connection. */
export function inSchemaTurn<T>(db: Db, workspaceId: string, work: () => Promise<T>): Promise<T> {
  return db.inTurn(`schema ${workspaceId}`, work);
}

async function changed<T>(
  stores: Stores,
  { policy, schemas, actor }: SchemaChanger & { actor: Actor },
  change: SchemaChange<T>,
): Promise<T> {
  const store = stores.schema;
  await store.raiseVersion();
  const { name } = policy.authorize(actor, await stores.access.find(actor), 'write:schema');
  const schema = await schemas.toChange(actor.workspace_id, store);
  const bytes = await store.bytes();
  const tell = async (event: NewEvent) => {
    const { before, after } = event.data;
    if (!isDeepStrictEqual(before, after)) await stores.events.add(actor, { actor_name: name, ...event });
  };
  const expect = (of: Versioned, expected: ExpectedVersions) => expectSchemaVersion(stores.events, actor, of, expected);
  const result = await change(store, schema, { purges: stores.purges, tell, expect });
  refuseGrowth(schema.size, store.inserted);
  refuseBytes(bytes, await store.bytes());
  return result;
}

/** A workspace that is larger already may still change and delete what it has. */
function refuseGrowth(size: number, inserted: number): void {
  if (inserted === 0 || size + inserted <= MAX_SCHEMA_ENTRIES) return;
  throw conflict(
    'limit_reached',
    `A workspace has at most ${MAX_SCHEMA_ENTRIES} objects, attributes, options and stages together, archived ones included; with these it would have ${size + inserted}.`,
  );
}

/** Their number does not bound them: titles, descriptions, defaults and lists of objects are long or short. */
function refuseBytes(before: number, after: number): void {
  if (after <= MAX_SCHEMA_BYTES || after <= before) return;
  throw conflict(
    'limit_reached',
    `The objects, attributes, options and stages of a workspace take at most ${MAX_SCHEMA_BYTES} bytes together, archived ones included; these would take ${after}.`,
  );
}
