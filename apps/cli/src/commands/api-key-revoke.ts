import { uuid } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { workspace } from './options.js';

export const apiKeyRevoke = defineCommand({
  name: 'api-key revoke',
  summary: 'Revoke a key; it is refused from its next request on',
  options: { workspace, 'api-key': { value: '<uuid>', about: 'The key’s id', required: true, check: uuid } },
  example: '--workspace $WORKSPACE --api-key $API_KEY_ID',
  async run(given, { env }) {
    const api_key_id = given['api-key'].toLowerCase();
    await withDomain(env, (domain) => domain.apiKeys.revoke(given.workspace, api_key_id));
    return { json: { api_key_id, revoked: true }, text: `Revoked the key ${api_key_id}.` };
  },
});
