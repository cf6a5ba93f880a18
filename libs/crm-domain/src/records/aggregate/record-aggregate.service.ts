import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { invalid } from '../../errors.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { viewIn, viewWithObject } from '../../views/find-view.js';
import type { Stores } from '../../stores.js';
import { objectOf } from '../authorize-and-find.js';
import { BOUNDS } from '../query/bounds.js';
import { judgeQuery } from '../query/judge-query.js';
import { selectiveOf, type Probes } from '../query/query-plan.js';
import { resolveRelated } from '../query/related.js';
import type { Searches } from '../query/searches.js';
import type { JudgedAggregate, RecordAggregate } from './aggregate.js';
import { planIndex, planRecords, tooManyRows, tooManyToRead } from './aggregate-plan.js';
import type { GroupRow } from './aggregate.store.js';
import { tableOfGroups } from './group-table.js';
import { parseAggregate } from './parse-aggregate.js';
import { showGroups, type GroupNames, type RecordGroups } from './show-groups.js';

/** Counts and adds up the records of an object, group by group; the same for REST and tools. */
export class RecordAggregateService {
  constructor(
    private readonly db: Db,
    private readonly searches: Searches,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * @param objectKey left out: the object of the view
   * @throws DomainError unauthenticated, forbidden, not_found, validation; conflict for a view that is broken;
   * unavailable when it takes too long or others have all places
   */
  async aggregate(caller: Caller, objectKey: string | undefined, asked: RecordAggregate): Promise<RecordGroups> {
    const access = await this.db.autocommit(caller.workspace_id, (stores) => stores.access.find(caller));
    const { schema_version } = this.policy.authorize(caller, access, 'read:data');
    const schema = await this.schemas.at(caller.workspace_id, schema_version);
    const { object, view } = await this.about(schema, objectKey, asked.view);
    const time_zone = asked.time_zone ?? view?.query.time_zone;
    const scope = { object, schema, view, me: caller.user_id };
    const query = await judgeQuery(this.db, scope, { filter: asked.filter, time_zone, limit: 0, offset: 0 });
    const judged = parseAggregate(object, { ...asked, time_zone }, query);
    return this.searches.run(caller.workspace_id, async (stores) => {
      const conditions = await resolveRelated(stores.queries, query.conditions);
      const resolved = { ...judged, query: { ...query, conditions } };
      const rows = await groupsOf(stores, object.row.object_id, resolved);
      const { groups, ...others } = showGroups(resolved, rows, await namesFor(stores, resolved, rows));
      return asked.format === 'table' ? { table: tableOfGroups(resolved, groups), ...others } : { groups, ...others };
    });
  }

  /** @throws DomainError not_found, validation, conflict */
  private async about(schema: WorkspaceSchema, objectKey: string | undefined, viewKey: string | undefined) {
    if (objectKey === undefined && viewKey !== undefined) return viewWithObject(this.db, schema, viewKey);
    if (objectKey === undefined)
      throw invalid([{ path: 'object', message: 'is required unless view is given.', expected: 'string' }]);
    const object = objectOf(schema, objectKey);
    return { object, view: await viewIn(this.db, { schema, object }, viewKey) };
  }
}

/** @throws DomainError validation where there would be too much to look at */
async function groupsOf(stores: Stores, objectId: string, asked: JudgedAggregate): Promise<GroupRow[]> {
  const { queries, aggregates } = stores;
  const { conditions } = asked.query;
  const index = planIndex(asked);
  if (index) {
    const rows = await aggregates.groups(objectId, asked, { index });
    if (rows) return rows;
  }
  const { total } = await queries.total(objectId);
  if (isPlainCount(asked)) {
    const f = asked.measures.map(() => total);
    return [{ at: 1, g0: null, g1: null, u: null, f, groups: 1 }];
  }
  // Of few records all are read sooner than a better way is found.
  const probed = total > BOUNDS.probed ? selectiveOf(conditions) : [];
  const sizes: Probes = await queries.probe(objectId, probed, BOUNDS.walked);
  const scan = planRecords(asked, sizes, total);
  if (!scan) throw tooManyToRead(asked);
  const rows = await aggregates.groups(objectId, asked, { scan });
  if (!rows) throw tooManyRows(asked);
  return rows;
}

/** How many records the object has, which a counter knows. */
function isPlainCount({ query, groups, measures }: JudgedAggregate): boolean {
  const isBare = query.conditions.length === 0 && groups.length === 0;
  return isBare && measures.every(({ function: name }) => name === 'count');
}

async function namesFor(
  { records, aggregates }: Stores,
  { groups }: JudgedAggregate,
  rows: readonly GroupRow[],
): Promise<GroupNames> {
  const keysOf = (grouped: 'record' | 'member') => {
    const keys = groups.flatMap(({ subject }, at) =>
      subject.valueType.grouped === grouped ? rows.map((row) => (at === 0 ? row.g0 : row.g1)) : [],
    );
    return [...new Set(keys.filter((key) => key !== null))];
  };
  const labels = await records.labels(keysOf('record'));
  const members = keysOf('member');
  const people = members.length > 0 ? await aggregates.people(members) : [];
  return { labels, people: new Map(people.map((person) => [person.id, person])) };
}
