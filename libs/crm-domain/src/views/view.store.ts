import { NOW_IN_MS } from '../db/columns.js';
import { UniqueViolation } from '../db/pg-errors.js';
import type { Session } from '../db/session.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { conflict } from '../errors.js';
import { isSlug } from '../objects/slug.js';
import { isUuid } from '../values/parse.js';
import { ViewEntity } from './view.entity.js';

/** Saved queries of one workspace. */
export class ViewStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get views(): TenantTable<ViewEntity> {
    return new TenantTable(this.session, ViewEntity, this.workspaceId);
  }

  list(): Promise<ViewEntity[]> {
    return this.views.find({}, { order: { created_at: 'asc', view_id: 'asc' } });
  }

  count(): Promise<number> {
    return this.views.count();
  }

  /** By its slug or UUID. */
  async find(slugOrId: string): Promise<ViewEntity | undefined> {
    const key = slugOrId.toLowerCase();
    if (isUuid(key)) return this.views.findOne({ view_id: key });
    return isSlug(key) ? this.views.findOne({ slug: key }) : undefined;
  }

  /** @throws DomainError conflict for a slug that is in use */
  async insert(view: Written<ViewEntity>): Promise<void> {
    try {
      await this.views.insert(view);
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw conflict('slug_taken', 'A view with this slug exists already.');
    }
  }

  /** Gives it as it is then, if it is there. */
  async update(view_id: string, changes: Written<ViewEntity>): Promise<ViewEntity | undefined> {
    if (Object.keys(changes).length > 0) await this.views.update({ view_id }, { ...changes, updated_at: NOW_IN_MS });
    return this.find(view_id);
  }

  /** Gives whether it was there. */
  async delete(view_id: string): Promise<boolean> {
    return (await this.views.delete({ view_id })) === 1;
  }
}
