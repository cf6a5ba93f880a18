import type pg from 'pg';
import type { FloorWorld } from './floor-world.js';
import { ACCESS } from './page-answer.js';

const STAGES = {
  name: 'floor-stages',
  text: `with ${ACCESS}
    select access.may, s.v as stage, s.n
    from access
    cross join (select i.v, count(*)::int as n from index_ref i
      where i.workspace_id = $1 and i.attribute_id = $3
      group by i.v) s
    order by s.n desc, s.v`,
};

async function countByStage(pool: pg.Pool, world: FloorWorld): Promise<object> {
  const values = [...world.access, world.attributes.get('stage')!.attribute_id];
  const { rows } = await pool.query<{ may: number; stage: string; n: number }>({ ...STAGES, values });
  if (!(rows[0]!.may & 1)) throw new Error('not allowed');
  const data = rows.map(({ stage, n }) => ({
    group: { stage: { id: stage, title: world.titles.get(stage) } },
    measures: [{ function: 'count', value: n }],
  }));
  return { data };
}

const MONTHS = {
  name: 'floor-months',
  text: `with ${ACCESS}
    select access.may, s.*
    from access
    cross join (select r.vals ->> $6::text as stage,
        to_char(date_trunc('month', to_timestamp(i.v) at time zone 'UTC'), 'YYYY-MM') as month,
        r.vals -> $7::text ->> 'currency_code' as unit,
        sum((r.vals -> $7::text ->> 'currency_value')::numeric)::float8 as total
      from index_number i
      join record r on r.workspace_id = $1 and r.record_id = i.record_id and r.trashed_at is null
        and r.deleted_at is null
      where i.workspace_id = $1 and i.attribute_id = $3 and i.v between $4 and $5
      group by 1, 2, 3) s
    order by s.total desc, array_position($8::text[], s.stage), s.month, s.unit`,
};

interface Months {
  filter: [{ value: [string, string] }];
}

async function sumByMonth(pool: pg.Pool, world: FloorWorld, { filter: [{ value }] }: Months): Promise<object> {
  const of = (slug: string) => world.attributes.get(slug)!;
  const span = value.map((at) => Date.parse(at) / 1000);
  const numbers = ['stage', 'budget'].map((slug) => String(of(slug).attr_no));
  const stages = of('stage').choices.map(({ choice_id }) => choice_id);
  const values = [...world.access, of('last_seen').attribute_id, ...span, ...numbers, stages];
  interface Row {
    may: number;
    stage: string;
    month: string;
    unit: string;
    total: number;
  }
  const { rows } = await pool.query<Row>({ ...MONTHS, values });
  if (!(rows[0]!.may & 1)) throw new Error('not allowed');
  const data = rows.map(({ stage, month, unit, total }) => ({
    group: { stage: { id: stage, title: world.titles.get(stage) }, last_seen: month },
    measures: [{ function: 'sum', attribute: 'budget', value: total, currency_code: unit }],
  }));
  return { data };
}

/** The answer to one of the aggregates of the benchmark, with nothing judged. */
export function aggregate(pool: pg.Pool, world: FloorWorld, body: string): Promise<object> {
  const asked = JSON.parse(body) as Partial<Months>;
  return asked.filter ? sumByMonth(pool, world, asked as Months) : countByStage(pool, world);
}
