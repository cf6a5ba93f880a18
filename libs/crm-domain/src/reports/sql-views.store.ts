import { createHash } from 'node:crypto';
import { identifier, literal } from '../db/quoting.js';
import { onlyRow, type Session } from '../db/session.js';
import type { ReportView } from './report-view.js';

/** Two runs at once would make the same role, or leave the views of the older schema. */
const LOCK = 7_262_836_004;
/** Of a role, so that reports leave the connections to the services. */
const CONNECTIONS = 5;

/** How a role starts. It may change these for itself, so they bound honest reports; what it may read is bound by rights. */
const SETTINGS = {
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
  max_parallel_workers_per_gather: '0',
};
/** Only a superuser may set it, and then no role can change it for itself. */
const DISK = { temp_file_limit: '4GB' };

/** A view that is there, and who else may read it. */
interface MadeView {
  name: string;
  /** Of the query that it was made of; null where somebody else made it. */
  digest: string | null;
  /** As SQL writes them. */
  readers: string[];
}

/** Makes and drops the views over one workspace, their schema and the roles that may read them. */
export class SqlViewsStore {
  /** Of the schema, and of a role that is given no other name. */
  readonly name: string;
  private readonly schema: string;

  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {
    this.name = `reports_${workspaceId.replaceAll('-', '')}`;
    this.schema = identifier(this.name);
  }

  /** First in each transaction. */
  async lock(): Promise<void> {
    await this.session.query({ text: 'select pg_advisory_xact_lock($1)' }, [LOCK]);
  }

  async isDistributed(): Promise<boolean> {
    const text = `select exists (select from pg_extension where extname = 'citus') as is_so`;
    return onlyRow(await this.session.query<{ is_so: boolean }>({ text }, [])).is_so;
  }

  /** Schemas in which everybody may make functions that statements of the services would call. */
  async openSchemas(): Promise<string[]> {
    const text = `select nspname::text as name from pg_namespace, aclexplode(nspacl) a
      where nspname = any(current_schemas(false)) and a.grantee = 0 and a.privilege_type = 'CREATE'`;
    return (await this.session.query<{ name: string }>({ text }, [])).map(({ name }) => name);
  }

  /** The views in the schema. */
  async views(): Promise<MadeView[]> {
    const text = `select c.relname::text as name, substring(obj_description(c.oid, 'pg_class') from '\\[([0-9a-f]{32})\\]$') as digest,
      array(select distinct a.grantee::regrole::text from aclexplode(c.relacl) a
        where a.privilege_type = 'SELECT' and a.grantee not in (0, c.relowner)) as readers
      from pg_class c where c.relnamespace = to_regnamespace($1) and c.relkind = 'v' order by 1`;
    return this.session.query<MadeView>({ text }, [this.schema]);
  }

  /** Whether there is a schema of this name, and whether it is one of these. */
  async schemaMade(): Promise<'ours' | 'strange' | undefined> {
    const text = `select obj_description(oid, 'pg_namespace') = $2 as is_ours from pg_namespace where nspname = $1`;
    const [row] = await this.session.query<{ is_ours: boolean | null }>({ text }, [this.name, this.mark]);
    return row && (row.is_ours ? 'ours' : 'strange');
  }

  async makeSchema(): Promise<void> {
    await this.run(`create schema ${this.schema}`);
    await this.run(`comment on schema ${this.schema} is ${literal(this.mark)}`);
  }

  async dropSchema(): Promise<void> {
    await this.run(`drop schema ${this.schema}`);
  }

  /** Roles that were made for this workspace. */
  async roles(): Promise<string[]> {
    const text = `select rolname::text as name from pg_roles where shobj_description(oid, 'pg_authid') = $1 order by 1`;
    return (await this.session.query<{ name: string }>({ text }, [await this.roleMark()])).map(({ name }) => name);
  }

  async isRole(name: string): Promise<boolean> {
    return (await this.session.query({ text: 'select 1 from pg_roles where rolname = $1' }, [name])).length > 0;
  }

  /** Nobody can sign in as this role before it has a password. */
  async makeRole(name: string): Promise<void> {
    const role = identifier(name);
    await this.run(`create role ${role} connection limit ${CONNECTIONS}`);
    await this.run(`comment on role ${role} is ${literal(await this.roleMark())}`);
    for (const [setting, value] of Object.entries({ ...SETTINGS, ...((await this.isSuperuser()) && DISK) }))
      await this.run(`alter role ${role} set ${setting} = ${literal(value)}`);
    await this.run(`alter role ${role} set search_path = ${this.schema}`);
  }

  async setPassword(role: string, verifier: string): Promise<void> {
    await this.run(`alter role ${identifier(role)} login password ${literal(verifier)}`);
  }

  /** Lets a role find the schema and read views. */
  async letRead(name: string, views: readonly string[]): Promise<void> {
    const role = identifier(name);
    await this.run(`grant usage on schema ${this.schema} to ${role}`);
    if (views.length > 0) await this.run(`grant select on ${this.listed(views)} to ${role}`);
  }

  /** After the views and the schema, on which it has its rights. */
  async dropRole(role: string): Promise<void> {
    await this.run(`drop role ${identifier(role)}`);
  }

  /** Makes a view, in place of an older one where there is one. Gives whether anything was to be done. */
  async makeView(view: ReportView, made: MadeView | undefined): Promise<boolean> {
    const name = this.qualified(view.name);
    // What a caller's own functions are told is only of rows that the view shows.
    const statement = `create view ${name} with (security_barrier) as ${view.sql}`;
    const digest = createHash('sha256').update(statement).digest('hex').slice(0, 32);
    if (made?.digest === digest) return false;
    if (made?.digest) await this.dropViews([view.name]);
    await this.run(statement);
    await this.run(`comment on view ${name} is ${literal(`${view.about} [${digest}]`)}`);
    for (const reader of made?.readers ?? []) await this.run(`grant select on ${name} to ${reader}`);
    return true;
  }

  async dropViews(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.run(`drop view if exists ${this.listed(names)}`);
  }

  private listed(views: readonly string[]): string {
    return views.map((view) => this.qualified(view)).join(', ');
  }

  private qualified(view: string): string {
    return `${this.schema}.${identifier(view)}`;
  }

  private async isSuperuser(): Promise<boolean> {
    const text = 'select rolsuper as is_so from pg_roles where rolname = current_user';
    return onlyRow(await this.session.query<{ is_so: boolean }>({ text }, [])).is_so;
  }

  /** By which its schema is known, also in a copy of the database that is called otherwise. */
  private get mark(): string {
    return `Reports of workspace ${this.workspaceId}, made by crm sql-views`;
  }

  /** By which its roles are known: they belong to all databases of a server. */
  private async roleMark(): Promise<string> {
    const text = 'select current_database()::text as name';
    const { name } = onlyRow(await this.session.query<{ name: string }>({ text }, []));
    return `Reports of workspace ${this.workspaceId} in database ${name}, made by crm sql-views`;
  }

  private async run(text: string): Promise<void> {
    await this.session.query({ text }, []);
  }
}
