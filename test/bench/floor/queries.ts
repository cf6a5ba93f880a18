import type pg from 'pg';
import { PAGE, type RecordRow } from '../product.js';
import type { FloorWorld } from './floor-world.js';
import { byCompany, byWords, inStageOr } from './id-pages.js';
import { ACCESS, ALL, following, labelsIn } from './page-answer.js';

type Filter = readonly { attribute: string; operator: string; value: string | number }[];

interface Query {
  query?: string;
  filter?: Filter | { or: [Filter[number], object] };
  fields?: readonly string[];
  format?: string;
  limit: number;
}

type Row = RecordRow & { may: number; total: number; found: number; v0: string; v1: string; v2: number; v: unknown };

const THREE = ['name', 'stage', 'score'];

interface Walk {
  rows: string;
  v?: string;
  order: string;
}

/** The shortest statement that gives a page, its total up to 1,000 and what is shown of its records. */
const statement = (name: string, { rows, v = 'null::text', order }: Walk, shown: string) => ({
  name,
  text: `with ${ACCESS},
    k as materialized (select ${v} as v, i.record_id from ${rows} order by ${order} limit 26),
    n as materialized (select count(*)::int as total from (select 1 from ${rows} limit 1001) c)
    select access.may, n.total, (select count(*)::int from k) as found, k.v, ${shown}
    from access cross join n
    left join (select * from k limit 25) k on true
    left join record r on r.workspace_id = $1 and r.record_id = k.record_id and r.trashed_at is null
      and r.deleted_at is null
    order by ${order.replaceAll('i.', 'k.')}`,
});

const EQUAL: Walk = {
  rows: 'index_ref i where i.workspace_id = $1 and i.attribute_id = $3 and i.v = $4',
  order: 'i.record_id',
};
const ABOVE: Walk = {
  rows: 'index_number i where i.workspace_id = $1 and i.attribute_id = $3 and i.v >= $4',
  v: 'i.v',
  order: 'i.v desc, i.record_id desc',
};
const THREE_COLUMNS = 'r.record_id, r.rev, r.label, r.vals -> $5 as v0, r.vals -> $6 as v1, r.vals -> $7 as v2';

const STATEMENTS = {
  equal: statement('floor-equal', EQUAL, ALL),
  equalThree: statement('floor-equal-three', EQUAL, THREE_COLUMNS),
  above: statement('floor-above', ABOVE, ALL),
};

/** Two conditions: the order drives, and each of its rows is looked up under the other condition. No total. */
const TWO = {
  name: 'floor-two',
  text: `with ${ACCESS},
    k as materialized (select i.v, i.record_id from index_number i
      where i.workspace_id = $1 and i.attribute_id = $3 and i.v >= $4
        and (select true from index_ref c
          where c.workspace_id = $1 and c.attribute_id = $5 and c.v = $6 and c.record_id = i.record_id)
      order by i.v desc, i.record_id desc
      limit 26)
    select access.may, (select count(*)::int from k) as found, k.v, ${ALL}
    from access
    left join (select * from k limit 25) k on true
    left join record r on r.workspace_id = $1 and r.record_id = k.record_id and r.trashed_at is null
      and r.deleted_at is null
    order by k.v desc, k.record_id desc`,
};

async function twoConditions(pool: pg.Pool, world: FloorWorld, [stage, score]: Filter, limit: number): Promise<object> {
  const ofScore = world.attributes.get('score')!.attribute_id;
  const ofStage = [world.attributes.get('stage')!.attribute_id, world.choices.get(String(stage!.value))];
  const values = [...world.access, ofScore, score!.value, ...ofStage];
  const { rows } = await pool.query<Row>({ ...TWO, values });
  const { found, may } = rows[0]!;
  if (!(may & 1)) throw new Error('not allowed');
  const data = rows.map((row) => world.wire(row, labelsIn(row)));
  return { data, pagination: following(limit, found > limit, [`${ofScore} desc`, rows.at(-1)!]) };
}

/** The answer to one of the queries of the benchmark, with nothing judged. */
export async function query(pool: pg.Pool, world: FloorWorld, body: string): Promise<object> {
  const { query: words, filter, fields, format, limit } = JSON.parse(body) as Query;
  if (words !== undefined) return byWords(pool, world, words, limit);
  if (!filter) return firstPage(pool, world, limit);
  if ('or' in filter) return inStageOr(pool, world, filter.or[0], limit);
  if (filter[0]!.attribute.includes('.')) return byCompany(pool, world, filter[0]!, limit);
  if (filter.length > 1) return twoConditions(pool, world, filter, limit);
  const [{ attribute, operator, value }] = filter as [Filter[number]];
  const wanted = operator === 'eq' ? world.choices.get(String(value))! : value;
  const key = operator === 'eq' ? (fields ? 'equalThree' : 'equal') : 'above';
  const numbers = fields ? THREE.map((slug) => String(world.attributes.get(slug)!.attr_no)) : [];
  const values = [...world.access, world.attributes.get(attribute)!.attribute_id, wanted, ...numbers];
  const { rows } = await pool.query<Row>({ ...STATEMENTS[key], values });
  const { total, found, may } = rows[0]!;
  if (!(may & 1)) throw new Error('not allowed');
  const data = fields
    ? rows.map(({ record_id, rev, label, v0, v1, v2 }) => ({
        id: record_id,
        version: rev,
        object: 'contacts',
        name: label,
        values: { name: v0, stage: world.titles.get(v1), score: v2 },
      }))
    : rows.map((row) => world[format === 'concise' ? 'concise' : 'wire'](row, labelsIn(row)));
  const isMore = total > 1000;
  const mark = operator === 'eq' ? 'id asc' : `${world.attributes.get(attribute)!.attribute_id} desc`;
  const counted = isMore
    ? { total: 1000, total_is_exact: false, total_kind: 'at_least' }
    : { total, total_is_exact: true };
  return { data, pagination: { ...counted, ...following(limit, found > limit, [mark, rows.at(-1)!]) } };
}

async function firstPage(pool: pg.Pool, world: FloorWorld, limit: number): Promise<object> {
  interface PageRow {
    total: number;
    rows: RecordRow[];
    targets: Record<string, string>;
  }
  const { rows } = await pool.query<PageRow>({ ...PAGE.key, values: [...world.access, world.object_id, limit, 0] });
  const [page] = rows as [PageRow];
  const data = page.rows.map((each) => world.wire(each, (target) => page.targets[target]));
  const more = following(limit, limit < page.total, ['id asc', page.rows.at(-1)!]);
  return { data, pagination: { total: page.total, total_is_exact: true, ...more } };
}
