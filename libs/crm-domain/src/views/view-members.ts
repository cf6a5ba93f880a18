import { newId } from '#platform';
import { trustedClaim, type Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError, invalid } from '../errors.js';
import type { Sent } from '../events/either-name.js';
import type { RecordQueryService } from '../records/query/record-query.service.js';
import type { ViewEntity } from './view.entity.js';

type ViewOf = Pick<ViewEntity, 'workspace_id' | 'object_id' | 'view_id'>;

/** Records that are asked for at once: as many as a condition may name. */
const ASKED_AT_ONCE = 50;

/** Asks for the service itself whether a view holds records: nobody is `me` then. */
export class ViewMembers {
  constructor(
    private readonly db: Db,
    private readonly queries: Pick<RecordQueryService, 'query'>,
  ) {}

  /**
   * Those of some records that the view holds at this moment. One in the trash is judged as if it were not there.
   *
   * @throws DomainError as a query through the view
   */
  async held(view: ViewOf, recordIds: readonly string[]): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    const keep = (ids: readonly string[]) => ids.forEach((id) => held.add(id));
    for (let from = 0; from < recordIds.length; from += ASKED_AT_ONCE) {
      const asked = recordIds.slice(from, from + ASKED_AT_ONCE);
      keep(await this.find(view, asked));
      const others = asked.filter((id) => !held.has(id));
      if (others.length > 0) keep(await this.find(view, others, { trashed: 'only' }));
    }
    return held;
  }

  /**
   * The same for somebody, who is `me` in the view, and of records that are not in the trash.
   *
   * @throws DomainError as a query through the view
   */
  async heldFor(caller: Caller, view: ViewOf, recordIds: readonly string[]): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    for (let from = 0; from < recordIds.length; from += ASKED_AT_ONCE) {
      const asked = recordIds.slice(from, from + ASKED_AT_ONCE);
      for (const id of await this.find(view, asked, { caller })) held.add(id);
    }
    return held;
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
      await this.find({ ...of, view_id, object_id }, [newId()]);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      throw invalid([{ path, message: error.issues[0]?.message ?? error.message, expected }]);
    }
    return { view_id, object_id };
  }

  private async find(
    { workspace_id, object_id, view_id }: ViewOf,
    ids: readonly string[],
    { caller = nobody(workspace_id), trashed }: { caller?: Caller; trashed?: 'only' } = {},
  ): Promise<string[]> {
    const { records } = await this.queries.query(caller, object_id, {
      view: view_id,
      filter: { attribute: 'record_id', operator: 'in', value: [...ids] },
      sort: { attribute: 'created_at', direction: 'asc' },
      fields: ['id'],
      format: 'concise',
      total: 'none',
      limit: ids.length,
      offset: 0,
      ...(trashed && { trashed }),
    });
    return records.map((record) => record.id as string);
  }
}

function nobody(workspaceId: string): Caller {
  return trustedClaim(workspaceId, { origin: 'system', request_id: newId() });
}
