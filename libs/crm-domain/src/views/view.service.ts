import { isDeepStrictEqual } from 'node:util';
import { newId } from '#platform';
import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import { conflict, invalid, notFound, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { ChangeLog } from '../dry-run/change-log.js';
import { checkSlug } from '../objects/slug.js';
import { objectIn } from '../records/authorize-and-find.js';
import type { ViewEntity, ViewQuery } from './view.entity.js';
import type { Members } from '../records/matching/members.js';
import { faultsOf } from './view-faults.js';
import { examineView, keptQuery, shownQuery } from './view-query.js';
import { OBJECT_GONE, type NewView, type ViewChanges, type ViewWire } from './view.js';

const MAX_VIEWS = 200;
/** Bytes of a query as JSON, so that a list of all views stays small. */
const MAX_VIEW_BYTES = 16_384;

/** Views: queries that a workspace has saved, so that everybody in it means the same by their names. */
export class ViewService {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /** The oldest first. */
  async list(actor: Actor): Promise<ViewWire[]> {
    return this.shown(actor, await this.db.autocommit(actor.workspace_id, ({ views }) => views.list()));
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, key: string): Promise<ViewWire> {
    return this.shownOne(actor, await this.row(actor, key));
  }

  /** @throws DomainError forbidden, validation, conflict */
  async create(actor: Actor, { slug, title, object: objectKey, query }: NewView): Promise<ViewWire> {
    this.demandData(actor);
    checkSlug(slug);
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const object = objectIn(schema, objectKey, 'object');
    const kept = await this.judged(actor, { schema, object }, query);
    const view_id = newId();
    const row = await this.db.transaction(actor.workspace_id, async ({ views, workspaces }) => {
      await workspaces.holdCounts();
      if ((await views.count()) >= MAX_VIEWS)
        throw conflict('limit_reached', `A workspace has at most ${MAX_VIEWS} views.`);
      const { object_id } = object.row;
      await views.insert({ view_id, slug, title: title.trim(), object_id, query: kept });
      return views.find(view_id);
    });
    note(null, row!);
    return this.shownOne(actor, row!);
  }

  /** What is written back as it was read changes nothing. @throws DomainError forbidden, not_found, validation, conflict */
  async update(actor: Actor, key: string, { title, query }: ViewChanges): Promise<ViewWire> {
    this.demandData(actor);
    const before = await this.row(actor, key);
    const columns = {
      ...(title !== undefined && { title: title.trim() }),
      ...(query && { query: await this.changed(actor, before, query) }),
    };
    const entries = Object.entries(columns) as [keyof typeof columns, unknown][];
    const changes = Object.fromEntries(entries.filter(([name, value]) => !isDeepStrictEqual(value, before[name])));
    const row = await this.db.autocommit(actor.workspace_id, ({ views }) => views.update(before.view_id, changes));
    if (!row) throw notFound('View');
    note(before, row);
    return this.shownOne(actor, row);
  }

  /** @throws DomainError forbidden, not_found */
  async delete(actor: Actor, key: string): Promise<ViewWire> {
    this.demandData(actor);
    const row = await this.row(actor, key);
    const shown = await this.shownOne(actor, row);
    if (!(await this.db.autocommit(actor.workspace_id, ({ views }) => views.delete(row.view_id))))
      throw notFound('View');
    note(row, null);
    return shown;
  }

  /** The query of a view after a change. One that stands as it stood may be broken. @throws DomainError validation */
  private async changed(actor: Actor, { object_id, query: before }: ViewEntity, query: ViewQuery): Promise<ViewQuery> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const object = schema.find(object_id);
    if (isDeepStrictEqual(query, object ? shownQuery({ schema, object }, before) : before)) return before;
    if (!object) throw invalid(OBJECT_GONE);
    return this.judged(actor, { schema, object }, query);
  }

  /** A query as it is kept. @throws DomainError validation */
  private async judged(
    { workspace_id }: Actor,
    scope: { schema: WorkspaceSchema; object: ObjectSchema },
    query: ViewQuery,
  ): Promise<ViewQuery> {
    const { issues, strangers } = examineView(scope, query);
    const isNamed = issues.length === 0 && strangers.size > 0;
    const named = isNamed && examineView(scope, query, await this.membersBy(workspace_id, strangers));
    const all = issues.length > 0 ? issues : [...(named ? named.issues : []), ...unfit(query)];
    if (all.length > 0) throw invalid(all.map((issue) => ({ ...issue, path: `query.${issue.path}` })));
    return keptQuery(scope, query);
  }

  /** With what has become of what they name, judged at this moment. */
  private async shown(actor: Actor, rows: readonly ViewEntity[]): Promise<ViewWire[]> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const faults = await faultsOf(this.db, schema, rows);
    const slices = new Slices();
    const shown: ViewWire[] = [];
    for (const [at, row] of rows.entries()) {
      await slices.next();
      shown.push(viewWire(schema, row, faults[at]!));
    }
    return shown;
  }

  private async shownOne(actor: Actor, row: ViewEntity): Promise<ViewWire> {
    const [wire] = await this.shown(actor, [row]);
    return wire!;
  }

  private async row(actor: Actor, key: string): Promise<ViewEntity> {
    const row = await this.db.autocommit(actor.workspace_id, ({ views }) => views.find(key));
    if (!row) throw notFound('View');
    return row;
  }

  private async membersBy(workspaceId: string, strangers: ReadonlySet<string>): Promise<Members> {
    if (strangers.size === 0) return new Map();
    return this.db.autocommit(workspaceId, ({ queries }) => queries.membersBy([...strangers]));
  }

  /** A view is of data and is judged by it, so whoever makes one must be allowed to read. @throws DomainError forbidden */
  private demandData(actor: Actor): void {
    this.policy.require(actor, 'read:data');
    this.policy.require(actor, 'write:data');
  }
}

function note(before: ViewEntity | null, after: ViewEntity | null): void {
  const said = (row: ViewEntity | null) =>
    row && { slug: row.slug, title: row.title, object_id: row.object_id, query: row.query };
  ChangeLog.note('view', (after ?? before)!.view_id, { before: said(before), after: said(after) });
}

function viewWire(schema: WorkspaceSchema, row: ViewEntity, broken_reason: string | null): ViewWire {
  const { workspace_id, view_id, slug, title, object_id, query, created_at, updated_at } = row;
  const object = schema.find(object_id);
  return {
    id: { workspace_id, view_id },
    slug,
    title,
    object: object?.row.slug ?? null,
    object_id,
    query: object ? shownQuery({ schema, object }, query) : query,
    state: broken_reason === null ? 'active' : 'broken',
    broken_reason,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** What cannot be kept of a query that can be asked. */
function unfit(query: ViewQuery): Issue[] {
  let isClean = true;
  const text = JSON.stringify(query, (_, value: unknown) => {
    if (typeof value === 'string') isClean &&= value.isWellFormed() && !value.includes('\0');
    return value;
  });
  const bytes = Buffer.byteLength(text);
  const expected = `at most ${MAX_VIEW_BYTES} bytes`;
  return [
    ...(isClean ? [] : [{ path: 'filter', message: 'A text must not contain NUL or half of a surrogate pair.' }]),
    ...(bytes > MAX_VIEW_BYTES
      ? [{ path: 'filter', message: `Expected ${expected} of JSON, got ${bytes}.`, expected }]
      : []),
  ];
}
