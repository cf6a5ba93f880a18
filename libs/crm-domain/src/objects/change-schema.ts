import { isDeepStrictEqual } from 'node:util';
import { judge } from '../access/judge.js';
import type { Actor } from '../actor.js';
import type { Db } from '../db/db.js';
import type { NewEvent } from '../events/event.js';
import type { PurgeStore } from '../purge/purge.store.js';
import type { WorkspaceSchema } from './schema.js';
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
 */
export function changeSchema<T>(db: Db, actor: Actor, change: SchemaChange<T>): Promise<T> {
  return db.write(actor.workspace_id, async (stores) => {
    await stores.schema.raiseVersion();
    const { name } = judge(actor, await stores.access.find(actor), 'write:schema');
    const schema = await stores.schema.load();
    const tell = async (event: NewEvent) => {
      const { before, after } = event.data;
      if (!isDeepStrictEqual(before, after)) await stores.events.add(actor, { actor_name: name, ...event });
    };
    return change(stores.schema, schema!, { purges: stores.purges, tell });
  });
}
