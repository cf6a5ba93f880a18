import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const workspaceSet = defineCommand({
  name: 'workspace set',
  summary: 'change the settings of a workspace',
  options: {
    workspace: { value: '<uuid>', about: 'id of the workspace', required: true },
    'api-access': { value: '<on|off>', about: 'whether its API may be used', required: true, choices: ['on', 'off'] },
  },
  example: '--workspace 0197f000-0000-7000-8000-000000000001 --api-access off',
  async run({ workspace, 'api-access': access }) {
    await withDomain((domain) => domain.workspaces.setApiAccess(workspace, access === 'on'));
    return { json: { workspace_id: workspace, api_access: access === 'on' }, text: `API access of ${workspace} is ${access}.` };
  },
});
