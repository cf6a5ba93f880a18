import { isDeepStrictEqual } from 'node:util';
import { judge } from '../access/judge.js';
import type { Actor } from '../actor.js';
import type { Db } from '../db/db.js';
import { conflict } from '../errors.js';
import type { NewEvent } from '../events/event.js';
import type { PurgeStore } from '../purge/purge.store.js';
import { MOST_SCHEMA_ENTRIES, type WorkspaceSchema } from './schema.js';
import type { SchemaStore } from './schema.store.js';

/** What a change of the schema does beside it. */
export interface Beside {
  purges: PurgeStore;
  /** Writes an event, unless all is after it as it was before. */
  tell(event: NewEvent): Promise<void>;
}

export type SchemaChange<T> = (store: SchemaStore, schema: WorkspaceSchema, beside: Beside) => Promise<T>;

/**
 * One change of a workspace's schema: changes wait for each other, each sees the one before, and every process reads
 * anew afterwards. The actor's capability is asked for again, inside the transaction.
 * @throws DomainError forbidden, conflict when the workspace would have more than `MOST_SCHEMA_ENTRIES`, and what `change` throws
 */
export function changeSchema<T>(db: Db, actor: Actor, change: SchemaChange<T>): Promise<T> {
  return db.write(actor.workspace_id, async (stores) => {
    const store = stores.schema;
    await store.raiseVersion();
    const { name } = judge(actor, await stores.access.find(actor), 'write:schema');
    const schema = await store.load();
    const tell = async (event: NewEvent) => {
      const { before, after } = event.data;
      if (!isDeepStrictEqual(before, after)) await stores.events.add(actor, { actor_name: name, ...event });
    };
    const result = await change(store, schema!, { purges: stores.purges, tell });
    refuseGrowth(schema!.size, store.inserted);
    return result;
  });
}

/** A workspace that is larger already may still change and delete what it has. */
function refuseGrowth(size: number, inserted: number): void {
  if (inserted === 0 || size + inserted <= MOST_SCHEMA_ENTRIES) return;
  throw conflict(
    'limit_reached',
    `A workspace has at most ${MOST_SCHEMA_ENTRIES} objects, attributes, options and stages together, archived ones included; with these it would have ${size + inserted}.`,
  );
}
