import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import { Digest, readChanges, type StoredChange } from '../product.js';
import type { Written } from './contact-wire.js';
import type { FloorWorld } from './floor-world.js';
import { create, update } from './one-record.js';

/** Those that would run. In the worlds there are none: conditions are not judged. */
const AUTOMATIONS = {
  name: 'floor-automations',
  text: `select name from automation
    where workspace_id = $1 and object_id = $2 and kind = $3 and status = 'active' and condition = '[]'`,
};

/** The write itself, in a transaction that is rolled back, and what it has changed. */
export async function dryRun(
  pool: pg.Pool,
  world: FloorWorld,
  { method, url }: IncomingMessage,
  text: string,
): Promise<object> {
  const [path] = url!.split('?') as [string];
  const [, , , object, id] = path.split('/') as [string, string, string, string, string | undefined];
  const body = JSON.parse(text);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const written = await (id ? update(client, world, id, body.data) : create(client, world, body.data, object));
    const kind = id ? 'record.updated' : 'record.created';
    const values = [world.access[0], world.object_id, kind];
    const { rows } = await client.query<{ name: string }>({ ...AUTOMATIONS, values });
    const dry_run = {
      changes: world.changes(Object.keys(body.data), written),
      events: [kind],
      automations: rows.map(({ name }) => name),
      digest: digestOf([method, path, {}, body], kind, written),
    };
    return { data: world.wire(written.row, written.labelOf), dry_run };
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
}

function digestOf(input: unknown, kind: 'record.created' | 'record.updated', { row, eventData }: Written): string {
  const { changes } = JSON.parse(eventData!) as { changes: StoredChange[] };
  const { record_id: subject_id, object_id, rev } = row;
  const digest = new Digest(input);
  const event = { kind, subject_id, object_id, rev, data: { changes: readChanges(changes) } };
  digest.event(event as Parameters<Digest['event']>[0]);
  return String(digest);
}
