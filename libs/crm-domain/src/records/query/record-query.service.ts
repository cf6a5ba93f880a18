import { judge } from '../../access/judge.js';
import type { Claim } from '../../actor.js';
import type { Db } from '../../db/db.js';
import type { Stores } from '../../db/stores.js';
import type { ObjectSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { objectOf } from '../locate.js';
import { mostOnPage } from '../record-size.js';
import { labelsOf, recordWire, type RecordWire } from '../wire.js';
import type { JudgedQuery } from './condition.js';
import { writeCursor } from './cursor.js';
import { judgeQuery, type RecordQuery } from './judge-query.js';
import { LARGEST_SET, planCount, toMeasure } from './count-plan.js';
import { PROBED, planQuery, toProbe } from './query-plan.js';
import type { Places, Total } from './record-query.store.js';

/** Records that satisfy a query. Where counting would have taken too long `total` is not exact: there are at least that many. */
export interface QueryPage extends Total {
  records: RecordWire[];
  /** How many places of the order lie behind the end of this page: fewer than were asked for where its records are large. */
  passed: number;
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
    const query = judgeQuery(object, { ...asked, limit: mostOnPage(object, asked.limit) });
    if (query.nothing) return { records: [], passed: 0, total: 0, total_is_exact: true };
    return this.search.read(claim.workspace_id, (stores) => answer(stores, claim.workspace_id, { object, query }));
  }
}

interface Asked {
  object: ObjectSchema;
  query: JudgedQuery;
}

async function answer(stores: Stores, workspace_id: string, asked: Asked): Promise<QueryPage> {
  const { object, query } = asked;
  const { queries } = stores;
  const { object_id } = object.row;
  const plan = planQuery(query, await queries.probe(object_id, toProbe(query), PROBED));
  const found = await queries.places(object_id, plan, query);
  const shown = found.places.slice(0, query.limit);
  const total = knownTotal(found, query) ?? (await countedTotal(stores, asked, found.places.length));
  const ids = shown.map((place) => place.record_id);
  const { rows, isCut } = await queries.show(object_id, ids);
  const records = rows.map((row) => recordWire({ workspace_id, object, row, labels: labelsOf(row) }));
  const passed = isCut ? ids.indexOf(rows.at(-1)!.record_id) + 1 : shown.length;
  const next_cursor = found.places.length > passed ? writeCursor(query.order, shown[passed - 1]!) : undefined;
  return { records, passed, next_cursor, ...total };
}

async function countedTotal({ queries }: Stores, { object, query }: Asked, found: number): Promise<Total> {
  const { object_id } = object.row;
  if (query.conditions.length === 0) return queries.total(object_id);
  const sizes = await queries.probe(object_id, toMeasure(query), LARGEST_SET);
  const counted = await queries.count(object_id, planCount(query, sizes));
  // A count that ended early has perhaps not come as far as this page.
  return counted.total_is_exact ? counted : { ...counted, total: Math.max(counted.total, query.offset + found) };
}

/** All matches were read, or the page is the last one: then there is nothing to count. */
function knownTotal({ places, total }: Places, { conditions, limit, offset, after }: JudgedQuery): Total | undefined {
  if (total !== undefined) return { total, total_is_exact: true };
  const isLast = !after && places.length <= limit && (places.length > 0 || offset === 0);
  return isLast && conditions.length > 0 ? { total: offset + places.length, total_is_exact: true } : undefined;
}
