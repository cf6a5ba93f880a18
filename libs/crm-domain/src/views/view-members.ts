import { newId } from '#platform';
import { trustedClaim, type Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError, invalid } from '../errors.js';
import type { Sent } from '../events/either-name.js';
import type { HeldOf, RecordQueryService } from '../records/query/record-query.service.js';
import type { ViewEntity } from './view.entity.js';

type ViewOf = Pick<ViewEntity, 'workspace_id' | 'object_id' | 'view_id'>;

/** Records that are asked for at once: so few that conditions on the longest texts keep no connection for long. */
const ASKED_AT_ONCE = 20;

/** Asks for the service itself whether a view holds records: nobody is `me` then. */
export class ViewMembers {
  constructor(
    private readonly db: Db,
    private readonly queries: Pick<RecordQueryService, 'holderOf'>,
  ) {}

  /**
   * Those of some records that the view holds at this moment. One in the trash is judged as if it were not there.
   *
   * @throws DomainError as a query through the view
   */
  async held(view: ViewOf, recordIds: readonly string[]): Promise<ReadonlySet<string>> {
    const find = await this.holderOf(view);
    return inParts(recordIds, async (asked) => {
      const held = await find(asked);
      const others = asked.filter((id) => !held.includes(id));
      return others.length > 0 ? [...held, ...(await find(others, 'only'))] : held;
    });
  }

  /**
   * Gives what tells the same, as often as it is asked, for somebody, who is `me` in the view, and of records that are not in
   * the trash. The view is judged once, as it is now.
   *
   * @throws DomainError as a query through the view
   */
  async holderFor(
    caller: Caller,
    view: ViewOf,
  ): Promise<(recordIds: readonly string[]) => Promise<ReadonlySet<string>>> {
    const find = await this.holderOf(view, caller);
    return (recordIds) => inParts(recordIds, (asked) => find(asked));
  }

  /**
   * The view that was named, of an object or, for null, of any.
   *
   * @throws DomainError validation where it is of another object, or cannot be asked for nobody
   */
  async judged(
    of: { workspace_id: string; object_id: string | null },
    { path, value }: Sent<string>,
  ): Promise<Pick<ViewEntity, 'view_id' | 'object_id'>> {
    const expected = 'slug or id of a view of the object, without `me`';
    const view = await this.db.autocommit(of.workspace_id, ({ views }) => views.find(value));
    if (!view) throw invalid([{ path, message: 'There is no such view.', expected }]);
    const { view_id } = view;
    const object_id = of.object_id ?? view.object_id;
    try {
      const find = await this.holderOf({ ...of, view_id, object_id });
      await find([newId()]);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      throw invalid([{ path, message: error.issues[0]?.message ?? error.message, expected }]);
    }
    return { view_id, object_id };
  }

  private holderOf(
    { workspace_id, object_id, view_id }: ViewOf,
    caller: Caller = nobody(workspace_id),
  ): Promise<HeldOf> {
    return this.queries.holderOf(caller, object_id, view_id);
  }
}

async function inParts(
  recordIds: readonly string[],
  find: (asked: readonly string[]) => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (let from = 0; from < recordIds.length; from += ASKED_AT_ONCE)
    for (const id of await find(recordIds.slice(from, from + ASKED_AT_ONCE))) held.add(id);
  return held;
}

function nobody(workspaceId: string): Caller {
  return trustedClaim(workspaceId, { origin: 'system', request_id: newId() });
}
