import { KEY_CAPABILITIES } from '#crm-domain';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const apiKeyCreate = defineCommand({
  name: 'api-key create',
  summary: 'create an API key; its text is shown this once',
  options: {
    workspace: { value: '<uuid>', about: 'id of the workspace', required: true },
    name: { value: '<name>', about: 'what it is for', required: true },
    capabilities: { value: '<list>', about: `what it may do, of ${KEY_CAPABILITIES.join(',')}`, required: true },
  },
  example: '--workspace 0197f000-0000-7000-8000-000000000001 --name "Nightly import" --capabilities read:data,write:data',
  async run({ workspace, name, capabilities }) {
    const names = capabilities.split(',').map((each) => each.trim());
    const json = await withDomain((domain) => domain.apiKeys.create({ workspace_id: workspace, name, capabilities: names }));
    return { json, text: `${json.api_key}\nKeep it now: it is not shown again. Its id, for revoking: ${json.api_key_id}` };
  },
});
