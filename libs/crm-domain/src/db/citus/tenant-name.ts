import type { Session, TenantNames } from '../session.js';

/**
 * On a Citus, what a workspace is found by before it is known, the organisation and the public parts of its API keys:
 * there a table split by workspace can neither say that they are unique nor be asked for one without asking all nodes.
 * It stays on the coordinator, so that a workspace is found whatever nodes of others are away.
 */
export const TENANT_NAME = 'tenant_name';

/** What should be found there: each workspace by its organisation, each key by its public part. */
export const NAMES = `select 'organisation ' || external_org_id as name, workspace_id from public.workspace
    union all select 'key ' || public_id, workspace_id from public.api_key`;

/** Makes that table and leaves to it what the others said; begun before those are placed. */
export const TENANTS_BY_NAME = [
  'begin;',
  `create table if not exists public.${TENANT_NAME} (name text primary key, workspace_id uuid not null);`,
  `insert into public.${TENANT_NAME} ${NAMES} on conflict do nothing;`,
  `alter table public.workspace drop constraint workspace_external_org_id_key;`,
  `alter table public.api_key drop constraint api_key_public_id_key;`,
  `alter table public.api_key drop constraint api_key_pkey;`,
  `alter table public.api_key add primary key (workspace_id, api_key_id);`,
  'commit;',
];

/** Whether `TENANTS_BY_NAME` is still to be run: it is one transaction, so all of it was done or nothing. */
export const ARE_NAMES_UNIQUE = `select exists (select from pg_constraint
  where conrelid = 'public.workspace'::regclass and conname = 'workspace_external_org_id_key') as is_so`;

/** Whether names are missing in that table: of what a service made that did not know yet that tables are placed. */
export const ARE_NAMES_MISSING = `select exists (select 1 from (${NAMES}) due
  left join public.${TENANT_NAME} known using (name) where known.name is null) as is_so`;

export const ADD_MISSING_NAMES = `insert into public.${TENANT_NAME} ${NAMES} on conflict do nothing;`;

/** Finds the workspaces of such names on a Citus. */
export class StoredTenantNames implements TenantNames {
  constructor(private readonly session: Session) {}

  async take(kind: 'organisation' | 'key', name: string, workspaceId: string): Promise<void> {
    const text = `insert into ${TENANT_NAME} (name, workspace_id) values ($1, $2)`;
    await this.session.query({ name: 'tenant-name-take', text }, [`${kind} ${name}`, workspaceId]);
  }

  async find(kind: 'organisation' | 'key', name: string): Promise<string | undefined> {
    const text = `select workspace_id from ${TENANT_NAME} where name = $1`;
    const values = [`${kind} ${name}`];
    const [row] = await this.session.query<{ workspace_id: string }>({ name: 'tenant-name-find', text }, values);
    return row?.workspace_id;
  }
}
