import type { AccessPolicy } from '../../access/access-policy.js';
import type { AccessService } from '../../access/access.service.js';
import type { Actor, Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { invalid } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { recordIdOf } from '../../values/record-slug.js';
import { authorizeAndFind, objectOf, refuseArchived } from '../authorize-and-find.js';
import { judgeShape } from '../shown/shape.js';
import { showRecord } from '../shown/show-record.js';
import { labelsOf } from '../wire.js';
import type { RecordWriter } from '../writing/record-writer.js';
import { retryStalePlans } from '../writing/retry-stale-plans.js';
import { explainUniqueViolation } from '../writing/write-refusals.js';
import { MAX_FROM, type MergeIds, type MergeInput, type MergeResult } from './merge.js';
import { MergeRun } from './merge-run.js';

interface Domain {
  db: Db;
  access: AccessService;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

/** Makes one record of several that mean the same. */
export class RecordMergeService {
  constructor(
    private readonly domain: Domain,
    private readonly writer: RecordWriter,
  ) {}

  /**
   * The record that stays gets what the others hold and it does not; references to them lead to it. They stay stored,
   * out of sight, with their history: their ids stand for the record that stays, and an undo brings them back.
   *
   * @throws DomainError unauthenticated, forbidden, not_found, validation, version_mismatch; conflict for records that
   *   were merged before
   */
  merge(caller: Caller, objectKey: string, input: MergeInput): Promise<MergeResult> {
    const { values } = input;
    if (values === undefined) return this.mergeWithIds(caller, objectKey, input);
    return this.writer.resolving(caller, objectKey, { data: values, path: 'values' }, ({ data }) =>
      this.mergeWithIds(caller, objectKey, { ...input, values: data }),
    );
  }

  private mergeWithIds(caller: Caller, objectKey: string, input: MergeInput): Promise<MergeResult> {
    const { db, access, schemas, policy } = this.domain;
    const ids = readIds(input);
    return retryStalePlans(db, async () => {
      const actor = access.require(await access.authorize(caller, 'write:data'), 'read:data');
      let run: MergeRun | undefined;
      const merged = db.transaction(caller.workspace_id, async (stores) => {
        const schema = await schemas.at(caller.workspace_id, actor.schema_version, stores.schema);
        const object = objectOf(schema, objectKey);
        refuseArchived(object, 'into');
        const shape = judgeShape(object, input.shape ?? {}, schema);
        run = new MergeRun(stores, { actor, schema, object });
        const references_moved = await run.merge(ids, input);
        const found = await stores.records.find(actor, ids.into);
        const at = { object: object.row.object_id, record: ids.into };
        const asked = { caller: actor, found, at, needs: 'read:data' as const, store: stores.schema };
        const { row } = await authorizeAndFind(schemas, policy, asked);
        const shown = { workspace_id: caller.workspace_id, object, row, labels: labelsOf(row) };
        return { record: showRecord(shown, shape), merged: [...ids.from], references_moved };
      });
      return merged.catch((error: unknown) => this.explain(error, actor, run));
    });
  }

  /** After the transaction: in one that failed nothing can be read any more. */
  private explain(error: unknown, caller: Actor, run: MergeRun | undefined): Promise<never> {
    if (!run?.saving) throw error;
    return explainUniqueViolation(error, { db: this.domain.db, caller, plan: run.saving, path: 'values' });
  }
}

/** The ids of a merge. @throws DomainError validation */
function readIds({ into, from }: Pick<MergeInput, 'into' | 'from'>): MergeIds {
  const expected = `1 to ${MAX_FROM} records`;
  if (from.length === 0 || from.length > MAX_FROM)
    throw invalid([{ path: 'from', message: `Expected ${expected}, got ${from.length}.`, expected }]);
  const [first, ...others] = [into, ...from].map((key, at) => {
    const path = at === 0 ? 'into' : `from[${at - 1}]`;
    const id = recordIdOf(key);
    if (!id)
      throw invalid([{ path, message: 'Expected the id or slug of a record.', expected: 'id or slug of a record' }]);
    return id;
  });
  others.forEach((id, at) => {
    if (id === first || others.indexOf(id) < at)
      throw invalid([{ path: `from[${at}]`, message: 'This record is named twice.', expected: 'different records' }]);
  });
  return { into: first!, from: others };
}
