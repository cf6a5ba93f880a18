import type pg from 'pg';
import { searchTag } from '../product.js';
import type { FloorWorld } from './floor-world.js';
import { ACCESS, ALL, plainPage, type IdRow } from './page-answer.js';

interface Condition {
  attribute: string;
  value: unknown;
}

/** The shortest statement that gives a page of the ids that `k` finds, in their order. */
const statement = (name: string, k: string) => ({
  name,
  text: `with ${ACCESS}, ${k}
    select access.may, (select count(*)::int from k) as found, ${ALL}
    from access
    left join (select * from k limit 25) k on true
    left join record r on r.workspace_id = $1 and r.record_id = k.record_id and r.trashed_at is null
      and r.deleted_at is null
    order by k.record_id`,
});

const WORDS = statement(
  'floor-words',
  `h as materialized (select i.record_id
      from record_search i
      where i.workspace_id = $1 and i.tsv @@ $3::tsquery),
    k as materialized (select record_id from h order by record_id limit 26)`,
);

/** The companies first, then a page's worth of the contacts of each. */
const COMPANY = statement(
  'floor-company',
  `c as materialized (select i.record_id
      from index_number i
      where i.workspace_id = $1 and i.attribute_id = $3 and i.v between $4 and $5),
    k as materialized (select i.record_id
      from c
      cross join lateral (select i.record_id
        from index_ref i
        where i.workspace_id = $1 and i.attribute_id = $6 and i.v = c.record_id
        order by i.record_id
        limit 26) i
      order by i.record_id
      limit 26)`,
);

const STAGE_OR = statement(
  'floor-stage-or',
  `k as materialized (select r.record_id
      from record r
      where r.workspace_id = $1 and r.object_id = $3 and r.trashed_at is null and r.deleted_at is null
        and (r.vals ->> $4::text = $5 or r.vals -> $6::text is distinct from 'true')
      order by r.record_id
      limit 26)`,
);

export async function byWords(pool: pg.Pool, world: FloorWorld, text: string, limit: number): Promise<object> {
  const tag = searchTag(world.object_id);
  const words = text.split(' ').map((word, at, all) => `'${tag}${word}'${at === all.length - 1 ? ':*' : ''}`);
  const { rows } = await pool.query<IdRow>({ ...WORDS, values: [...world.access, words.join(' & ')] });
  return plainPage(world, rows, limit);
}

export async function byCompany(pool: pg.Pool, world: FloorWorld, { value }: Condition, limit: number) {
  const [from, to] = value as [number, number];
  const ofCompany = world.attributes.get('company')!.attribute_id;
  const values = [...world.access, world.company_size, from, to, ofCompany];
  const { rows } = await pool.query<IdRow>({ ...COMPANY, values });
  return plainPage(world, rows, limit);
}

export async function inStageOr(pool: pg.Pool, world: FloorWorld, { value }: Condition, limit: number) {
  const numberOf = (slug: string) => String(world.attributes.get(slug)!.attr_no);
  const stage = [numberOf('stage'), world.choices.get(String(value))];
  const values = [...world.access, world.object_id, ...stage, numberOf('subscribed')];
  const { rows } = await pool.query<IdRow>({ ...STAGE_OR, values });
  return plainPage(world, rows, limit);
}
