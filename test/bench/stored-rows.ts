import type pg from 'pg';
import { TABLES } from './dataset/rows.js';
import type { World } from './dataset/world.js';

export interface Place {
  world: World;
  pool: pg.Pool;
}

/** Every row of a record, as text without what is new with each record. */
export async function rowsOf({ pool, world }: Place, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of [...Object.keys(TABLES), 'value_history']) {
    const text = `select to_jsonb(t) as row from ${table} t where workspace_id = $1 and record_id = $2`;
    const result = await pool.query<{ row: object }>(text, [world.workspace_id, id]);
    found.push(...result.rows.map(({ row }) => `${table} ${comparable(row, id)}`).sort());
  }
  return found;
}

/** Its events in order, as such text, each with whether it has a place in the feed or waits for one. */
export async function eventsOf({ pool, world }: Place, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ event_id: string; row: object; told: boolean }>(
    `select e.event_id, to_jsonb(e) - 'event_id' as row,
        exists (select 1 from event_pending p where p.workspace_id = $1 and p.event_id = e.event_id)
          or exists (select 1 from event_feed f where f.workspace_id = $1 and f.event_id = e.event_id) as told
      from event e where e.workspace_id = $1 and e.subject_id = $2 order by e.rev`,
    [world.workspace_id, id],
  );
  const named = (text: string) => rows.reduce((all, { event_id }, at) => all.replaceAll(event_id, `EVENT ${at}`), text);
  return rows.map(({ row, told }) => `${named(comparable(row, id))}${told ? '' : ' and nobody is told'}`);
}

/** How many contacts are counted. */
export async function countOf({ pool, world: { workspace_id, object_id } }: Place): Promise<number> {
  const text = 'select sum(n)::int as n from object_count where workspace_id = $1 and object_id = $2';
  const { rows } = await pool.query<{ n: number }>(text, [workspace_id, object_id]);
  return rows[0]!.n;
}

/** Text in which the id of a record, and what is new with each, are replaced. */
export function comparable(value: unknown, id: string): string {
  return JSON.stringify(value, withoutNew).replaceAll(id, 'ID');
}

/** Of the record that an answer shows. */
export function idOf(answer: unknown): string {
  return (answer as { data: { id: { record_id: string } } }).data.id.record_id;
}

const NEW = /^(\w+_at|active_\w+|request_id|change_id)$/;
/** The id of a record at the end of its slug. */
const TAIL = /-\w{22}$/;

function withoutNew(key: string, value: unknown): unknown {
  if (NEW.test(key) && value !== null) return 'NEW';
  if (key === 'slug' && typeof value === 'string') return value.replace(TAIL, '-ID');
  // The moment in a stamp.
  return Array.isArray(value) && typeof value[0] === 'number' ? ['NEW', ...value.slice(1)] : value;
}
