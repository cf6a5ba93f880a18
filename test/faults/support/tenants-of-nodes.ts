import pg from 'pg';
import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import type { Tenant } from './bystander.js';

/** Workspaces that each have a record, and a key which may change it; chance says on which nodes. */
export async function manyTenants(url: string, count: number): Promise<Tenant[]> {
  const domain = await openDomain({ url, poolSize: 2 });
  try {
    const tenants: Tenant[] = [];
    while (tenants.length < count) tenants.push(await aTenant(domain));
    return tenants;
  } finally {
    await domain.close();
  }
}

async function aTenant(domain: Domain): Promise<Tenant> {
  const { workspace_id } = await domain.workspaces.create({ name: 'Bystander' });
  const capabilities = ['read:data', 'write:data'] as const;
  const { api_key } = await domain.apiKeys.create({ workspace_id, name: 'Bystander', capabilities: [...capabilities] });
  const caller = trustedClaim(workspace_id, { origin: 'system', request_id: 'bystander' });
  const { id } = await domain.recordWriter.create(caller, 'companies', { data: { name: 'Bystander' }, path: 'data' });
  return { workspace_id, api_key, record_id: id.record_id };
}

const ON_NODE = `select t.workspace_id from unnest($1::uuid[]) t (workspace_id)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('public.record', t.workspace_id)
  join pg_dist_node n using (groupid) where n.nodeport = $2`;

/** Which of these workspaces have their rows on the node of this port. @param url of the coordinator */
export async function tenantsOnNode(url: string, port: number, tenants: readonly Tenant[]): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ids = tenants.map(({ workspace_id }) => workspace_id);
    const { rows } = await client.query<{ workspace_id: string }>(ON_NODE, [ids, port]);
    return new Set(rows.map(({ workspace_id }) => workspace_id));
  } finally {
    await client.end();
  }
}
