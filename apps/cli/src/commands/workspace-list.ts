import { incomplete } from '../told-by-citus.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../terminal.js';

export const workspaceList = defineCommand({
  name: 'workspace list',
  summary: 'Show all workspaces of this database',
  details:
    'On a Citus cluster, also shows the node of each. Exits with 3 if a node gives no answer, whose workspaces are then left out.',
  options: {},
  example: '',
  async run(_given, { env, answer }) {
    const { workspaces, away } = await withDomain(env, (domain) => domain.workspaces.list());
    const isSpread = workspaces.some(({ node }) => node !== undefined);
    const rows = workspaces.map(({ workspace_id, api_access, name, node = '' }) => [
      ...[workspace_id, api_access ? 'on' : 'off'],
      ...(isSpread ? [node, name] : [name]),
    ]);
    const heads = isSpread ? ['Id', 'API access', 'Node', 'Name'] : ['Id', 'API access', 'Name'];
    answer({ json: workspaces, text: table(heads, rows, 'There is no workspace yet.') });
    const failure = incomplete(away, 'Its workspaces are not in this list.');
    if (failure) throw failure;
    return undefined;
  },
});
