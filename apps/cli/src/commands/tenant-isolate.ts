import { isolateTenant } from '#crm-domain/operations';
import { defineCommand } from '../command.js';
import { databaseUrl, reaching } from '../database.js';
import { workspace } from './options.js';
import { hostAndPort, sentenceOn } from './tenant-move.js';

export const tenantIsolate = defineCommand({
  name: 'tenant isolate',
  summary: 'Give a workspace of a Citus cluster a shard of its own',
  details:
    'Splits the shard that the workspace is in, so that it is alone in a new one, and then moves that to another node if --node ' +
    'is given. While the shard is copied its workspaces get 503; during the move they are served.',
  options: {
    workspace,
    node: { value: '<host:port>', about: 'Also move it to this node, as pg_dist_node lists it', check: hostAndPort },
  },
  example: '--workspace $WORKSPACE --node worker-2:5432',
  async run({ workspace: id, node }, { env }) {
    const url = await databaseUrl(env);
    const move = await reaching(url, () => isolateTenant(url, id, node));
    return { json: { workspace_id: id, ...move }, text: sentenceOn(id, move) };
  },
});
