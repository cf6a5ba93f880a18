import { moveTenant, type TenantMove } from '#crm-domain/operations';
import type { Check } from '../command.js';
import { defineCommand } from '../command.js';
import { databaseUrl, reaching } from '../database.js';
import { workspace } from './options.js';

/** A node as Citus lists it. */
export const hostAndPort: Check = (text) =>
  /^\S{1,253}:\d{1,5}$/.test(text) ? undefined : 'must be a host and a port, such as worker-2:5432';

export const tenantMove = defineCommand({
  name: 'tenant move',
  summary: 'Move a workspace to another node of a Citus cluster',
  details:
    'Moves the shard that the workspace is in, with every other workspace in it; crm tenant isolate moves one alone. The ' +
    'services go on meanwhile; writes to that shard wait for a moment at the end.',
  options: {
    workspace,
    node: { value: '<host:port>', about: 'The node, as pg_dist_node lists it', required: true, check: hostAndPort },
  },
  example: '--workspace $WORKSPACE --node worker-2:5432',
  async run({ workspace: id, node }, { env }) {
    const url = await databaseUrl(env);
    const move = await reaching(url, () => moveTenant(url, id, node));
    return { json: { workspace_id: id, ...move }, text: sentenceOn(id, move) };
  },
});

/** Where a workspace is now, and with whom. */
export function sentenceOn(id: string, { shard, node, workspaces, from }: TenantMove): string {
  const others = workspaces - 1;
  const company = others > 0 ? `with ${others} other ${others === 1 ? 'workspace' : 'workspaces'}` : 'alone';
  const way = from === null ? `is on ${node}` : `was moved from ${from} to ${node}`;
  return `Workspace ${id} ${way}, ${company} in shard ${shard}.`;
}
