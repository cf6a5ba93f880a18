import type { Db } from '../crm-database.js';
import { invalid, notFound } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { ViewEntity } from './view.entity.js';
import { OBJECT_GONE_FAULT, brokenView } from './view.js';

/**
 * The view of an object that a query names by slug or UUID; nothing where it names none. In the scope of `parseQuery`
 * its conditions hold as well.
 *
 * @throws DomainError not_found; validation where it is of another object
 */
export async function viewIn(
  db: Db,
  { schema, object: { row } }: { schema: WorkspaceSchema; object: ObjectSchema },
  key: string | undefined,
): Promise<ViewEntity | undefined> {
  if (key === undefined) return undefined;
  const view = await viewNamed(db, schema, key);
  if (view.object_id === row.object_id) return view;
  const other = schema.find(view.object_id);
  const message = `The view "${view.slug}" is of ${other ? `the object "${other.row.slug}"` : 'an object that was deleted'}.`;
  throw invalid([{ path: 'view', message, expected: `a view of the object "${row.slug}"` }]);
}

/** The same by itself. @throws DomainError not_found; conflict where its object was deleted */
export async function viewWithObject(
  db: Db,
  schema: WorkspaceSchema,
  key: string,
): Promise<{ view: ViewEntity; object: ObjectSchema }> {
  const view = await viewNamed(db, schema, key);
  const object = schema.find(view.object_id);
  if (!object) throw brokenView(view, OBJECT_GONE_FAULT);
  return { view, object };
}

async function viewNamed(db: Db, { workspace_id }: WorkspaceSchema, key: string): Promise<ViewEntity> {
  const view = await db.autocommit(workspace_id, ({ views }) => views.find(key));
  if (!view) throw notFound('View');
  return view;
}
