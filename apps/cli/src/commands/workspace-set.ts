import { filled, oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments } from '../failure.js';
import { workspace } from './options.js';

export const workspaceSet = defineCommand({
  name: 'workspace set',
  summary: 'Rename a workspace, switch its paid API access, or say whether drafts need a person',
  options: {
    workspace,
    name: { value: '<text>', about: 'Its new name', check: filled },
    'api-access': { value: 'on|off', about: 'Whether the API may be used', check: oneOf(['on', 'off']) },
    'draft-approval': {
      value: 'on|off',
      about: 'Whether a person has to approve what tools send',
      check: oneOf(['on', 'off']),
    },
  },
  example: '--workspace $WORKSPACE --api-access off',
  async run({ workspace: id, name, 'api-access': access, 'draft-approval': approval }, { env }) {
    if (!name && !access && !approval)
      throw new BadArguments('--name, --api-access or --draft-approval is missing', 'workspace set');
    const set = await withDomain(env, async ({ workspaces }) => {
      if (name) await workspaces.rename(id, name);
      if (access) await workspaces.setApiAccess(id, access === 'on');
      if (approval) await workspaces.setDraftsNeedApproval(id, approval === 'on');
      return workspaces.get(id);
    });
    const { workspace_id, api_access, drafts_need_approval } = set;
    const needs = drafts_need_approval ? ' Drafts of tools need a person.' : '';
    return {
      json: { workspace_id, name: set.name, api_access, drafts_need_approval },
      text: `Workspace ${workspace_id} is called ${set.name}; its API access is ${api_access ? 'on' : 'off'}.${needs}`,
    };
  },
});
