import { newId } from '#platform';
import { trustedClaim } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError, invalid } from '../errors.js';
import type { Sent } from '../events/either-name.js';
import type { RecordQueryService } from '../records/query/record-query.service.js';
import type { ViewEntity } from './view.entity.js';

type ViewOf = Pick<ViewEntity, 'workspace_id' | 'object_id' | 'view_id'>;

/** Asks for the service itself whether a view holds a record: nobody is `me` then. */
export class ViewMembers {
  constructor(
    private readonly db: Db,
    private readonly queries: Pick<RecordQueryService, 'query'>,
  ) {}

  /**
   * Whether the view holds a record at this moment. One in the trash is judged as if it were not there.
   *
   * @throws DomainError as a query through the view
   */
  async holds(view: ViewOf, recordId: string): Promise<boolean> {
    return (await this.finds(view, recordId)) || (await this.finds(view, recordId, 'only'));
  }

  /**
   * The id of the view that was named.
   *
   * @throws DomainError validation where it is none of this object, or cannot be asked for nobody
   */
  async judged(of: Omit<ViewOf, 'view_id'>, { path, value }: Sent<string>): Promise<string> {
    const expected = 'slug or id of a view of the object, without `me`';
    const view = await this.db.autocommit(of.workspace_id, ({ views }) => views.find(value));
    if (!view) throw invalid([{ path, message: 'There is no such view.', expected }]);
    const { view_id } = view;
    try {
      await this.finds({ ...of, view_id }, newId());
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      throw invalid([{ path, message: error.issues[0]?.message ?? error.message, expected }]);
    }
    return view_id;
  }

  private async finds({ workspace_id, object_id, view_id }: ViewOf, id: string, trashed?: 'only'): Promise<boolean> {
    const caller = trustedClaim(workspace_id, { origin: 'system', request_id: newId() });
    const { records } = await this.queries.query(caller, object_id, {
      view: view_id,
      filter: { attribute: 'record_id', operator: 'eq', value: id },
      sort: { attribute: 'created_at', direction: 'asc' },
      fields: ['id'],
      format: 'concise',
      total: 'none',
      limit: 1,
      offset: 0,
      ...(trashed && { trashed }),
    });
    return records.length > 0;
  }
}
