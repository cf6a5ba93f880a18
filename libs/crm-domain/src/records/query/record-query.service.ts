import { BOUNDS } from './bounds.js';
import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { Stores } from '../../stores.js';
import { viewIn, viewWithObject } from '../../views/find-view.js';
import { askedThrough } from '../../views/view-query.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { objectOf } from '../authorize-and-find.js';
import { mostOnPage } from '../record-size.js';
import { columnsOf } from '../shown/columns.js';
import { judgeShape, type AnswerShape, type Shape } from '../shown/shape.js';
import { readBeside, showRecords } from '../shown/show-record.js';
import type { Condition, JudgedQuery, PartCondition } from './condition.js';
import { writeCursor } from './cursor.js';
import { judgeQuery } from './judge-query.js';
import { pageFromIndex } from './page-from-index.js';
import type { QueryScope, RecordQuery } from './parse-query.js';
import type { QueryPage } from './query-page.js';
import { resolveRelated } from './related.js';
import type { Searches } from './searches.js';
import { tooWide } from './too-wide.js';
import { LARGEST_SET, planCount, planQuickCount, toMeasure, type Total } from './count-plan.js';
import { isIndexed, planQuery, toProbe, type Probes } from './query-plan.js';
import type { Places, RecordQueryStore } from './record-query.store.js';
import { systemSubject } from './subject.js';

/** A query, and in which form its records are wanted. */
type AskedRecords = RecordQuery & AnswerShape;

/** Filters, sorts and searches the records of an object; the same for REST and tools. */
export class RecordQueryService {
  constructor(
    private readonly db: Db,
    private readonly searches: Searches,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * @throws DomainError unauthenticated, forbidden, not_found, validation; conflict for a view that is broken;
   * unavailable when it takes too long or others have all places
   */
  async query(caller: Caller, objectKey: string, asked: AskedRecords & { view?: string }): Promise<QueryPage> {
    // What a view asks for is not known before it was read.
    const page = asked.view === undefined ? await this.fromIndex(caller, objectKey, asked) : undefined;
    if (page) return page;
    const schema = await this.schemaFor(caller);
    const object = objectOf(schema, objectKey);
    const view = await viewIn(this.db, { schema, object }, asked.view);
    return this.inSteps(caller, { schema, object, view }, asked);
  }

  /** The records of a view. @throws DomainError as `query` */
  async queryView(caller: Caller, viewKey: string, asked: AskedRecords): Promise<QueryPage> {
    const schema = await this.schemaFor(caller);
    return this.inSteps(caller, { schema, ...(await viewWithObject(this.db, schema, viewKey)) }, asked);
  }

  /**
   * Gives what tells, as often as it is asked, which of some records a view holds at that moment. The view is judged
   * here, once, as it is now; the records do not count among its conditions.
   *
   * @throws DomainError as `query`
   */
  async holderOf(caller: Caller, objectKey: string, viewKey: string): Promise<HeldOf> {
    const { workspace_id, user_id } = caller;
    const schema = await this.schemaFor(caller);
    const object = objectOf(schema, objectKey);
    const view = await viewIn(this.db, { schema, object }, viewKey);
    const { time_zone } = askedThrough(view, {});
    const scope = { schema, object, view, me: user_id };
    const judged = await judgeQuery(this.db, scope, { time_zone, limit: 1, offset: 0 });
    return (recordIds, trashed) =>
      this.searches.run(workspace_id, async ({ queries }) => {
        const conditions = await resolveRelated(queries, [...judged.conditions, among(object, recordIds)]);
        const query = { ...judged, conditions, limit: recordIds.length, trashed: trashed === 'only' };
        const { places } = await findPlaces(queries, object, { query, isCounted: false });
        return places.map(({ record_id }) => record_id);
      });
  }

  /** In one round trip, where an index holds the page; undefined where that is not so, or cannot be said. */
  private fromIndex(caller: Caller, objectKey: string, asked: AskedRecords) {
    const { db, schemas, policy } = this;
    return db.autocommit(caller.workspace_id, (stores) =>
      pageFromIndex({ stores, schemas, policy }, caller, objectKey, asked),
    );
  }

  private async schemaFor(caller: Caller): Promise<WorkspaceSchema> {
    const access = await this.db.autocommit(caller.workspace_id, (stores) => stores.access.find(caller));
    const { schema_version } = this.policy.authorize(caller, access, 'read:data');
    return this.schemas.at(caller.workspace_id, schema_version);
  }

  private async inSteps(caller: Caller, scope: QueryScope, given: AskedRecords): Promise<QueryPage> {
    const { workspace_id, user_id } = caller;
    const { object, schema } = scope;
    const asked = askedThrough(scope.view, given);
    const judged = await judgeQuery(this.db, { ...scope, me: user_id }, asked);
    const shape = judgeShape(object, asked, schema);
    const query = { ...judged, limit: mostOnPage(object, shape, asked.limit) };
    if (query.nothing) {
      const none = showRecords({ workspace_id, object }, [], shape);
      return { ...none, passed: 0, total: 0, total_is_exact: true };
    }
    return this.searches.run(workspace_id, async (stores) => {
      const conditions = await resolveRelated(stores.queries, query.conditions);
      const total = asked.total ?? 'quick';
      const asking = { object, schema, query: { ...query, conditions }, given: query.conditions, shape, total };
      return answer(stores, workspace_id, asking);
    });
  }
}

/** Those of some records, of the trash or of all others, that a view holds. @throws DomainError as a query */
export type HeldOf = (recordIds: readonly string[], trashed?: 'only') => Promise<string[]>;

function among({ attributes }: ObjectSchema, ids: readonly string[]): Condition {
  return {
    kind: 'keys',
    attribute: systemSubject(attributes[0]!, 'record_id'),
    table: 'ref',
    keys: [...ids],
    exact: null,
  };
}

interface Asked {
  object: ObjectSchema;
  schema: WorkspaceSchema;
  query: JudgedQuery;
  /** The conditions of the query as they were before those on other records became ids. */
  given: readonly Condition[];
  shape: Shape;
  total: NonNullable<RecordQuery['total']>;
}

async function answer(stores: Stores, workspace_id: string, asked: Asked): Promise<QueryPage> {
  const { object, query, shape } = asked;
  const { queries } = stores;
  const { object_id } = object.row;
  const found = await findPlaces(queries, object, { query, isCounted: asked.total !== 'none' });
  const { sizes } = found;
  const shown = found.places.slice(0, query.limit);
  const total = asked.total === 'none' ? {} : await totalOf(stores, asked, { found, sizes });
  const ids = shown.map((place) => place.record_id);
  const columns = columnsOf(shape);
  const { rows, isCut } = await queries.show(object_id, ids, columns, query.trashed);
  const beside = await readBeside(stores, { ...asked, columns }, rows);
  const passed = isCut ? ids.indexOf(rows.at(-1)!.record_id) + 1 : shown.length;
  const cursorAfter = (recordId: string) => writeCursor(query, shown[ids.indexOf(recordId)]!);
  const next_cursor = found.places.length > passed || found.isCut ? cursorAfter(ids[passed - 1]!) : undefined;
  const page = showRecords({ workspace_id, object, ...beside }, rows, shape);
  return { ...page, passed, next_cursor, cursorAfter, ...total };
}

/** Where the records of a page stand in its order, and one more. @throws DomainError validation where they are too far */
async function findPlaces(
  queries: RecordQueryStore,
  { row: { object_id } }: ObjectSchema,
  { query, isCounted }: { query: JudgedQuery; isCounted: boolean },
): Promise<Places & { sizes: Probes }> {
  const sizes = await queries.probe(object_id, toProbe(query), BOUNDS.probed);
  const plan = planQuery(query, sizes, isCounted);
  const brief = await queries.places(object_id, plan, query);
  const found = plan.brief && brief.isCut ? await queries.places(object_id, plan.brief.otherwise, query) : brief;
  if (found.isCut && found.places.length < query.limit) throw tooWide(query);
  return { ...found, sizes };
}

async function totalOf(
  stores: Stores,
  asked: Asked,
  { found, sizes }: { found: Places; sizes: Probes },
): Promise<Total> {
  const known =
    knownTotal(found, asked.query) ?? (await countedTotal(stores, asked, { found: found.places.length, sizes }));
  const total_kind = known.total_is_exact && (await kindByTexts(stores, asked));
  return total_kind ? { total: known.total, total_is_exact: false, total_kind } : known;
}

async function countedTotal(
  { queries }: Stores,
  { object, query, total }: Asked,
  { found, sizes }: { found: number; sizes: Probes },
): Promise<Total> {
  const { object_id } = object.row;
  if (query.conditions.length === 0 && !query.trashed) return queries.total(object_id);
  const plan =
    total === 'quick'
      ? planQuickCount(query, sizes)
      : planCount(query, await queries.probe(object_id, toMeasure(query), LARGEST_SET));
  const counted = await queries.count(object_id, plan, query.trashed);
  // A count that ended early has perhaps not come as far as this page. An offset with nothing behind it says nothing.
  const seen = found > 0 ? query.offset + found : 0;
  return counted.total_is_exact ? counted : { ...counted, total: Math.max(counted.total, seen) };
}

/**
 * A search inside of texts looks at their first characters: what is behind them may match as well, which makes the
 * matches more, and those of its opposite fewer. Undefined where all texts were seen to their ends.
 */
async function kindByTexts({ queries }: Stores, { object, given }: Asked): Promise<Total['total_kind']> {
  let kind: Total['total_kind'];
  for (const { part, objectId, isOpposite } of given.flatMap((each) => partsIn(each, object.row.object_id))) {
    if (await queries.sawWholeTexts(objectId, part)) continue;
    if (isOpposite) return 'estimate';
    kind = 'at_least';
  }
  return kind;
}

interface PartAsked {
  part: PartCondition;
  /** Whose records are held against it. */
  objectId: string;
  isOpposite: boolean;
}

function partsIn(condition: Condition, objectId: string, isOpposite = false): PartAsked[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap((each) => partsIn(each, objectId, isOpposite));
    case 'not':
    case 'others':
      return partsIn(condition.of, objectId, !isOpposite);
    case 'related':
      return partsIn(condition.of, condition.object.row.object_id, isOpposite);
    case 'part':
      return isIndexed(condition) ? [{ part: condition, objectId, isOpposite }] : [];
    default:
      return [];
  }
}

/** All matches were read, or the page is the last one: then there is nothing to count. */
function knownTotal(
  { places, total, isCut }: Places,
  { conditions, limit, offset, after, trashed }: JudgedQuery,
): Total | undefined {
  if (total !== undefined) return { total, total_is_exact: true };
  const isLast = !after && !isCut && places.length <= limit && (places.length > 0 || offset === 0);
  return isLast && (conditions.length > 0 || trashed)
    ? { total: offset + places.length, total_is_exact: true }
    : undefined;
}
