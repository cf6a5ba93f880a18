import { judge } from '../../access/judge.js';
import type { Claim } from '../../actor.js';
import type { Db } from '../../db/db.js';
import type { Stores } from '../../db/stores.js';
import type { ObjectSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { objectOf } from '../locate.js';
import { labelsOf, recordWire, type RecordWire } from '../wire.js';
import type { JudgedQuery } from './condition.js';
import { writeCursor } from './cursor.js';
import { judgeQuery, type RecordQuery } from './judge-query.js';
import { planQuery, toProbe, type QueryPlan } from './query-plan.js';
import type { Places, Total } from './record-query.store.js';

/** Records that satisfy a query. `total` is no more than 10,000 where conditions had to be counted, and then not exact. */
export interface QueryPage extends Total {
  records: RecordWire[];
  /** Stands for the place after the last record; absent at the end. */
  next_cursor?: string;
}

/** Filters, sorts and searches the records of an object; the same for REST and tools. */
export class RecordQueryService {
  /** `search` has connections of its own, so that a slow query never keeps reads and writes waiting. */
  constructor(
    private readonly db: Db,
    private readonly search: Db,
    private readonly schemas: SchemaCache,
  ) {}

  /** @throws DomainError unauthenticated, forbidden, not_found, validation; unavailable when it takes too long */
  async query(claim: Claim, objectKey: string, asked: RecordQuery): Promise<QueryPage> {
    const access = await this.db.read(claim.workspace_id, (stores) => stores.access.find(claim));
    const { schema_version } = judge(claim, access, 'read:data');
    const object = objectOf(await this.schemas.at(claim.workspace_id, schema_version), objectKey);
    const query = judgeQuery(object, asked);
    if (query.nothing) return { records: [], total: 0, total_is_exact: true };
    return this.search.read(claim.workspace_id, (stores) => answer(stores, claim.workspace_id, { object, query }));
  }
}

interface Asked {
  object: ObjectSchema;
  query: JudgedQuery;
}

async function answer({ queries }: Stores, workspace_id: string, { object, query }: Asked): Promise<QueryPage> {
  const { object_id } = object.row;
  const plan = planQuery(query, await queries.probe(object_id, toProbe(query)));
  const found = await queries.places(object_id, plan, query);
  const shown = found.places.slice(0, query.limit);
  const total =
    knownTotal(found, query) ??
    (await (query.conditions.length === 0 ? queries.total(object_id) : counted(queries, object_id, plan)));
  const rows =
    shown.length > 0
      ? await queries.show(
          object_id,
          shown.map((place) => place.record_id),
        )
      : [];
  const records = rows.map((row) => recordWire({ workspace_id, object, row, labels: labelsOf(row) }));
  const next_cursor = found.places.length > query.limit ? writeCursor(query.order, shown.at(-1)!) : undefined;
  return { ...{ records, next_cursor }, ...total };
}

function counted(queries: Stores['queries'], objectId: string, plan: QueryPlan): Promise<Total> {
  return queries.count(objectId, plan);
}

/** All matches were read, or the page is the last one: then there is nothing to count. */
function knownTotal({ places, total }: Places, { conditions, limit, offset, after }: JudgedQuery): Total | undefined {
  if (total !== undefined) return { total, total_is_exact: true };
  const isLast = !after && places.length <= limit && (places.length > 0 || offset === 0);
  return isLast && conditions.length > 0 ? { total: offset + places.length, total_is_exact: true } : undefined;
}
