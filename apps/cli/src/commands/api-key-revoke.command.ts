import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const apiKeyRevoke = defineCommand({
  name: 'api-key revoke',
  summary: 'revoke an API key; it is refused from the next request on',
  options: {
    workspace: { value: '<uuid>', about: 'id of the workspace', required: true },
    key: { value: '<uuid>', about: 'id of the key, as "api-key list" shows it', required: true },
  },
  example: '--workspace 0197f000-0000-7000-8000-000000000001 --key 0197f000-0000-7000-8000-0000000000aa',
  async run({ workspace, key }) {
    await withDomain((domain) => domain.apiKeys.revoke(workspace, key));
    return { json: { api_key_id: key, revoked: true }, text: `Revoked the key ${key}.` };
  },
});
