import { filled, oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments } from '../failure.js';
import { workspace } from './options.js';

export const workspaceSet = defineCommand({
  name: 'workspace set',
  summary: 'Rename a workspace, or switch its paid API access on or off',
  options: {
    workspace,
    name: { value: '<text>', about: 'Its new name', check: filled },
    'api-access': { value: 'on|off', about: 'Whether the API may be used', check: oneOf(['on', 'off']) },
  },
  example: '--workspace $WORKSPACE --api-access off',
  async run({ workspace: id, name, 'api-access': access }, { env }) {
    if (!name && !access) throw new BadArguments('--name or --api-access is missing', 'workspace set');
    const set = await withDomain(env, async ({ workspaces }) => {
      if (name) await workspaces.rename(id, name);
      if (access) await workspaces.setApiAccess(id, access === 'on');
      return workspaces.get(id);
    });
    const { workspace_id, api_access } = set;
    return {
      json: { workspace_id, name: set.name, api_access },
      text: `Workspace ${workspace_id} is called ${set.name}; its API access is ${api_access ? 'on' : 'off'}.`,
    };
  },
});
