import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { ObjectSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { Stores } from '../../stores.js';
import { recordIdOf } from '../../values/record-slug.js';
import { authorizeAndFind, objectOf } from '../authorize-and-find.js';
import { orSurvivor } from '../merging/survivor.js';
import type { Searches } from '../query/searches.js';
import { comparedRows } from './compared-rows.js';
import { comparedOf, type Compared } from './compared.js';
import { DuplicatesWalk, type CommonValue } from './duplicates-walk.js';
import { readDuplicatesCursor, writeDuplicatesCursor } from './duplicates-cursor.js';
import { nearRecord } from './near-record.js';
import { pairOf, reasonsOfPairs, type ComparedRow, type DuplicatePair } from './reasons.js';
import { withoutCommon } from './sure-reasons.js';

export interface AskedDuplicates {
  /** Id or slug: only what may be a duplicate of this record. */
  record?: string | undefined;
  /** Pairs of a page, at most. */
  limit: number;
  /** Of the page before. */
  cursor?: string | undefined;
}

export interface DuplicatesPage {
  pairs: DuplicatePair[];
  /** Values that were left out, because too many records have them. */
  skipped: CommonValue[];
  /** The cursor for the pairs behind the first so many; undefined where there are none. */
  cursorAfter(pairs: number): string | undefined;
}

/** Values that are told of those that were left out. */
const MAX_SKIPPED = 20;

interface Scope {
  object: ObjectSchema;
  compared: readonly Compared[];
  /** The record that all others are compared with. */
  row?: ComparedRow;
}

/** Finds records that may mean the same, by values that stand in the indexes of values. */
export class DuplicateFinder {
  constructor(
    private readonly db: Db,
    private readonly searches: Searches,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * Those of one record, the likeliest first; or of all, by the surest attribute first. Such a page may have fewer pairs
   * than were asked for, even none, and still not be the last: it ends after about a second.
   *
   * @throws DomainError unauthenticated, forbidden, not_found; validation for a wrong cursor; unavailable when it takes too
   *   long or others have all places
   */
  async find(caller: Caller, objectKey: string, asked: AskedDuplicates): Promise<DuplicatesPage> {
    const { row, ...scope } = await this.scope(caller, objectKey, asked.record);
    return this.searches.run(caller.workspace_id, (stores) =>
      row ? ofRecord(stores, { ...scope, row }, asked) : ofAll(stores, scope, asked),
    );
  }

  private async scope(caller: Caller, objectKey: string, record: string | undefined): Promise<Scope> {
    const { db, schemas, policy } = this;
    const { workspace_id } = caller;
    if (record === undefined) {
      const access = await db.autocommit(workspace_id, (stores) => stores.access.find(caller));
      const { schema_version } = policy.authorize(caller, access, 'read:data');
      const object = objectOf(await schemas.at(workspace_id, schema_version), objectKey);
      return { object, compared: comparedOf(object) };
    }
    return orSurvivor(db, workspace_id, { object: objectKey, record }, async (at) => {
      const id = recordIdOf(at.record) ?? null;
      const found = await db.autocommit(workspace_id, (stores) => stores.records.find(caller, id));
      const { object, row } = await authorizeAndFind(schemas, policy, { caller, found, at, needs: 'read:data' });
      return { object, compared: comparedOf(object), row };
    });
  }
}

async function ofAll(stores: Stores, scope: Scope, { limit, cursor }: AskedDuplicates): Promise<DuplicatesPage> {
  const known = scope.compared.map(({ attribute }) => attribute.attribute_id);
  const from = cursor === undefined ? undefined : readDuplicatesCursor(cursor, known);
  const { found, skipped, next } = await new DuplicatesWalk(stores, { ...scope, from, limit }).page();
  return {
    pairs: found.map(({ pair }) => pair),
    skipped: skipped.slice(0, MAX_SKIPPED),
    cursorAfter(pairs) {
      const place = pairs < found.length ? found[pairs - 1]!.after : next;
      return place && writeDuplicatesCursor(place);
    },
  };
}

async function ofRecord(
  stores: Stores,
  { row, ...scope }: Required<Scope>,
  { limit, cursor }: AskedDuplicates,
): Promise<DuplicatesPage> {
  const skip = cursor === undefined ? 0 : readDuplicatesCursor(cursor, [row.record_id]).skip;
  const { ids, common } = await nearRecord(stores.duplicates, scope, row);
  const others = [...(await comparedRows(stores, scope, ids)).values()];
  const all = await reasonsOfPairs(
    scope.compared,
    others.map((other) => [row, other]),
  );
  const reasons = await withoutCommon(stores.duplicates, all);
  const pairs = others.flatMap((other, at) => (reasons[at]!.length > 0 ? [pairOf(row, other, reasons[at]!)] : []));
  pairs.sort((one, other) => other.likeness - one.likeness);
  return {
    pairs: pairs.slice(skip, skip + limit),
    skipped: common.slice(0, MAX_SKIPPED),
    cursorAfter: (shown) =>
      skip + shown < pairs.length
        ? writeDuplicatesCursor({ of: row.record_id, from: '', skip: skip + shown })
        : undefined,
  };
}
