import type { Db } from '../crm-database.js';
import { DomainError, conflict, notFound } from '../errors.js';
import type { Stores } from '../stores.js';
import { reportViews, type ReportView } from './report-view.js';
import { newPassword, scramVerifier } from './scram.js';
import type { SqlViewsStore } from './sql-views.store.js';

/** Views of one transaction: each is a lock, of which a server has some thousands for everybody. */
const TOGETHER = 50;

/** Who may read the views. */
export interface SqlViewsRequest {
  /** A role that is made where it is not there; without one, those that were made before, or one with a name of its own. */
  role?: string;
  /** Whether a role that is made can sign in. */
  login: boolean;
  /** Gives the role a password in place of the one that it has. */
  new_password: boolean;
}

/** What was made. */
export interface SqlViewsMade {
  schema: string;
  roles: string[];
  /** Of one of the roles, where it is new; it is not kept. */
  password?: { role: string; password: string };
  views: Pick<ReportView, 'name' | 'object' | 'columns' | 'left_out'>[];
  /** How many of them are new or others than before. */
  changed: number;
  /** Views whose object is gone or archived. */
  dropped: string[];
}

/** Views for reports by plain SQL: one for each object of a workspace, and roles that may read these and nothing else. */
export class SqlViewsService {
  constructor(private readonly db: Db) {}

  /**
   * Makes the views as the schema is now. Those that are as they should be are left alone; rights on the others stay.
   *
   * @throws DomainError not_found for a workspace that is not there; forbidden where the database's user may not do
   *   this; conflict for names that are taken, on a Citus, in a database where everybody may make functions, and when the schema was changed
   *   meanwhile
   */
  async make(workspaceId: string, request: SqlViewsRequest): Promise<SqlViewsMade> {
    const schema = await this.db.autocommit(workspaceId, (stores) => stores.schema.load());
    if (!schema) throw notFound('Workspace');
    const views = reportViews(schema);
    const dropped = await this.step(workspaceId, async (stores) => {
      const { sqlViews } = stores;
      await stores.schema.expectVersion(schema.version, schemaChanged);
      await refuseOpenSchemas(sqlViews);
      await seeToSchema(sqlViews);
      await roleFor(sqlViews, request);
      return dropOthers(sqlViews, views);
    });
    let changed = 0;
    for (let at = 0; at < views.length; at += TOGETHER)
      changed += await this.step(workspaceId, async (stores) => {
        await stores.schema.expectVersion(schema.version, schemaChanged);
        return makeViews(stores.sqlViews, views.slice(at, at + TOGETHER));
      });
    // Last, since whoever runs a command that has failed before is told no password a second time.
    const admitted = await this.step(workspaceId, ({ sqlViews }) => admit(sqlViews, request, views));
    const shown = views.map(({ name, object, columns, left_out }) => ({ name, object, columns, left_out }));
    return { ...admitted, views: shown, changed, dropped };
  }

  /**
   * Drops the views, their schema, and the roles that were made to read them. Gives the names of the roles and the
   * number of views.
   *
   * @throws DomainError forbidden as `make`; conflict where something else depends on a view or belongs to a role
   */
  async drop(workspaceId: string): Promise<{ schema: string; roles: string[]; views: number }> {
    const made = await this.db.autocommit(workspaceId, ({ sqlViews }) => sqlViews.views());
    const views = made.filter(({ digest }) => digest).map(({ name }) => name);
    for (let at = 0; at < views.length; at += TOGETHER)
      await this.step(workspaceId, ({ sqlViews }) => sqlViews.dropViews(views.slice(at, at + TOGETHER)));
    return this.step(workspaceId, async ({ sqlViews }) => {
      if ((await sqlViews.schemaMade()) === 'ours') await sqlViews.dropSchema();
      const roles = await sqlViews.roles();
      for (const role of roles) await sqlViews.dropRole(role);
      return { schema: sqlViews.name, roles, views: views.length };
    });
  }

  private async step<T>(workspaceId: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    try {
      return await this.db.transaction(workspaceId, async (stores) => {
        if (await stores.sqlViews.isDistributed()) throw new DomainError('conflict', ON_CITUS);
        await stores.sqlViews.lock();
        return work(stores);
      });
    } catch (error) {
      throw REFUSED[(error as { code?: string }).code ?? '']?.() ?? error;
    }
  }
}

const ON_CITUS =
  'This database is distributed: a node runs a query over a view with the rights of whoever asks, who would need rights on the tables of all workspaces. Export the data instead.';

/** What Postgres refuses, by its code. */
const REFUSED: Record<string, () => DomainError> = {
  '42501': () =>
    new DomainError(
      'forbidden',
      'The user of DATABASE_URL may not do this: it needs CREATEROLE, and CREATE on the database.',
    ),
  '2BP01': () =>
    conflict(
      'already_exists',
      'Something else depends on a view or belongs to a role. Drop that first, then run this again.',
    ),
  '42P07': () => conflict('already_exists', 'The schema has a relation of somebody else with the name of a view.'),
};

function schemaChanged(): DomainError {
  return conflict('changed_meanwhile', 'The schema of the workspace was changed meanwhile. Run it again.');
}

/** A database that began before Postgres 15 lets everybody make functions in `public`, by which a role becomes another. */
async function refuseOpenSchemas(sqlViews: SqlViewsStore): Promise<void> {
  const [open] = await sqlViews.openSchemas();
  if (open === undefined) return;
  const message = `Everybody may make functions in the schema ${open} of this database, and the services would run them. Run this first: revoke create on schema ${open} from public`;
  throw new DomainError('conflict', message);
}

async function seeToSchema(sqlViews: SqlViewsStore): Promise<void> {
  const made = await sqlViews.schemaMade();
  if (!made) return sqlViews.makeSchema();
  if (made === 'strange')
    throw conflict('already_exists', `There is a schema ${sqlViews.name} that was not made by crm sql-views.`);
}

/** The role that is meant, and those that there are. */
async function roleFor(sqlViews: SqlViewsStore, { role, new_password }: SqlViewsRequest) {
  const known = await sqlViews.roles();
  if (new_password && role === undefined && known.length > 1)
    throw new DomainError('conflict', `Say which role gets a new password: ${known.join(', ')}.`);
  const name = role ?? known[0] ?? sqlViews.name;
  const isNew = !known.includes(name);
  if (isNew && (await sqlViews.isRole(name)))
    throw conflict('already_exists', `There is a role ${name} that was not made for the reports of this workspace.`);
  return { name, isNew, all: isNew ? [...known, name] : known };
}

/** Sees to the roles, and to their rights on all views. */
async function admit(sqlViews: SqlViewsStore, request: SqlViewsRequest, views: readonly ReportView[]) {
  const { name, isNew, all } = await roleFor(sqlViews, request);
  const password = (isNew ? request.login : request.new_password) ? newPassword() : undefined;
  if (isNew) await sqlViews.makeRole(name);
  if (password !== undefined) await sqlViews.setPassword(name, scramVerifier(password));
  const names = views.map((view) => view.name);
  for (const role of all) await sqlViews.letRead(role, names);
  return { schema: sqlViews.name, roles: all, ...(password !== undefined && { password: { role: name, password } }) };
}

/** Drops the views that are wanted no longer. */
async function dropOthers(sqlViews: SqlViewsStore, wanted: readonly ReportView[]): Promise<string[]> {
  const names = new Set(wanted.map(({ name }) => name));
  const others = (await sqlViews.views()).filter(({ name, digest }) => digest && !names.has(name));
  const dropped = others.map(({ name }) => name);
  await sqlViews.dropViews(dropped);
  return dropped;
}

/** Gives how many were new or others than before. */
async function makeViews(sqlViews: SqlViewsStore, views: readonly ReportView[]): Promise<number> {
  const made = new Map((await sqlViews.views()).map((view) => [view.name, view]));
  let changed = 0;
  for (const view of views) if (await sqlViews.makeView(view, made.get(view.name))) changed += 1;
  return changed;
}
