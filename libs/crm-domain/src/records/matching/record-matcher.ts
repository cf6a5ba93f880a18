import type { AccessPolicy } from '../../access/access-policy.js';
import type { Actor, Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { itemsOf } from '../document.js';
import { MAX_BYTES } from '../record-size.js';
import { StalePlanError } from '../writing/retry-stale-plans.js';
import type { MatchKey } from './match-key.js';
import type { Holder } from './match.store.js';

/** Of records that are read to be sure of a long value. */
const MAX_READ_BYTES = 4 * MAX_BYTES;

/** The records that hold a value: not in the trash, and in it. */
export interface Matched {
  present: string[];
  trashed: string[];
}

/** Finds records by values that are unique, for who may write. */
export class RecordMatcher {
  constructor(
    private readonly db: Db,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * One round trip, and another one where only the beginning of a value is indexed.
   *
   * @returns what was found, in the order of the keys
   * @throws DomainError unauthenticated, forbidden
   * @throws StalePlanError when the keys were made with another schema than that of this moment
   */
  async find(
    caller: Caller,
    schema: WorkspaceSchema,
    keys: readonly MatchKey[],
  ): Promise<{ actor: Actor; matched: Matched[] }> {
    const row = await this.db.autocommit(caller.workspace_id, ({ matches }) => matches.find(caller, keys));
    const actor = this.policy.authorize(caller, row, 'write:data');
    if (actor.schema_version !== schema.version) throw new StalePlanError();
    const matched = keys.map((): Matched => ({ present: [], trashed: [] }));
    for (const { key, record_id, trashed } of await this.verified(caller, keys, row!.holders))
      matched[key]![trashed ? 'trashed' : 'present'].push(record_id);
    return { actor, matched };
  }

  /** Without those whose value only begins like the one that was looked for. */
  private async verified(caller: Caller, keys: readonly MatchKey[], holders: Holder[]): Promise<Holder[]> {
    const isDoubtful = ({ reserved, key }: Holder) => !reserved && keys[key]!.isCut;
    const ids = holders.filter(isDoubtful).map(({ record_id }) => record_id);
    if (ids.length === 0) return holders;
    const { rows } = await this.db.autocommit(caller.workspace_id, ({ records }) =>
      records.findMany(ids, MAX_READ_BYTES),
    );
    const vals = new Map(rows.map((row) => [row.record_id, row.vals]));
    const holds = ({ record_id, key }: Holder) => {
      const { attribute, v } = keys[key]!;
      const items = itemsOf(vals.get(record_id) ?? {}, attribute.attr_no);
      return items.some((item) => attribute.valueType.uniqueKey!(item) === v);
    };
    return holders.filter((holder) => !isDoubtful(holder) || holds(holder));
  }
}
