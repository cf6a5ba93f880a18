import { accessValues, bearerOf, forEachBearer } from '../../access/access.sql.js';
import type { AccessFacts } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Session } from '../../db/session.js';
import type { MatchKey } from './match-key.js';

/** A record that holds a value. `key` is the place of the value among those that were looked for. */
export interface Holder {
  key: number;
  record_id: string;
  trashed: boolean;
  /** Whether the value is kept as a unique one. Values from before their attribute was unique are not. */
  reserved: boolean;
}

/** Records found for one value at most: two are too many already, and each is looked at. */
const MAX_FOUND = 5;

const holders = (table: string, v: string) => `(select i.record_id from ${table} i
      where i.workspace_id = $1 and i.attribute_id = q.a and i.v = ${v} limit ${MAX_FOUND})`;

/** Each value is looked up by its own key, so that one plan fits all. */
const FIND = forEachBearer(({ bearer, columns, from, may, next }) => ({
  name: `record-match-${bearer}`,
  text: `select ${columns}, (select coalesce(json_agg(h), '[]') from (
    select (q.key - 1)::int as key, r.record_id, r.trashed_at is not null as trashed, bool_or(f.reserved) as reserved
    from unnest($${next}::uuid[], $${next + 1}::text[], $${next + 2}::text[], $${next + 3}::float8[])
      with ordinality q(a, v, t, n, key)
    cross join lateral (
      select u.record_id, true as reserved from record_unique u
        where u.workspace_id = $1 and u.attribute_id = q.a and u.v = q.v
      union all select t.record_id, false from ${holders('index_text', 'q.t')} t
      union all select n.record_id, false from ${holders('index_number', 'q.n')} n
    ) f
    cross join lateral (select * from record r
      where r.workspace_id = $1 and r.record_id = f.record_id and r.deleted_at is null offset 0) r
    where ${may} <> 0
    group by q.key, r.record_id, r.trashed_at) h) as holders
    from ${from} where w.workspace_id = $1::uuid`,
}));

/** Finds records by values that are unique. */
export class MatchStore {
  constructor(private readonly session: Session) {}

  /** The access of the caller, and the records that hold the values of `keys`. */
  async find(caller: Caller, keys: readonly MatchKey[]): Promise<(AccessFacts & { holders: Holder[] }) | undefined> {
    const [row] = await this.session.query<AccessFacts & { holders: Holder[] }>(FIND[bearerOf(caller)], [
      ...accessValues(caller),
      keys.map(({ attribute }) => attribute.attribute_id),
      keys.map(({ v }) => v),
      keys.map(({ text }) => text),
      keys.map(({ number }) => number),
    ]);
    return row;
  }
}
