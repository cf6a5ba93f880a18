import { oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { workspace } from './options.js';

export const workspaceSet = defineCommand({
  name: 'workspace set',
  summary: 'Switch a workspace’s paid API access on or off',
  options: {
    workspace,
    'api-access': {
      value: 'on|off',
      about: 'Whether the API may be used',
      required: true,
      check: oneOf(['on', 'off']),
    },
  },
  example: '--workspace $WORKSPACE --api-access off',
  async run(given, { env }) {
    const api_access = given['api-access'] === 'on';
    await withDomain(env, (domain) => domain.workspaces.setApiAccess(given.workspace, api_access));
    return {
      json: { workspace_id: given.workspace.toLowerCase(), api_access },
      text: `API access of workspace ${given.workspace} is ${given['api-access']}.`,
    };
  },
});
