import { KEY_CAPABILITIES } from '#crm-domain/people';
import { ahead, filled, listOf, someOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { bold } from '../terminal.js';
import { workspace } from './options.js';

export const apiKeyCreate = defineCommand({
  name: 'api-key create',
  summary: 'Create a key for the REST API',
  details: `The key is shown only once. Capabilities: ${KEY_CAPABILITIES.join(', ')}.`,
  options: {
    workspace,
    name: { value: '<text>', about: 'What the key is for', required: true, check: filled },
    capabilities: { value: '<list>', about: 'Its capabilities', default: 'read:data', check: someOf(KEY_CAPABILITIES) },
    'expires-at': { value: '<time>', about: 'When it expires, such as 2030-01-31; default: never', check: ahead },
  },
  example: '--workspace $WORKSPACE --name "Nightly import" --capabilities read:data,write:data',
  async run(given, { env }) {
    const key = {
      workspace_id: given.workspace,
      name: given.name,
      capabilities: listOf(given.capabilities),
      expires_at: given['expires-at'] ? new Date(given['expires-at']) : null,
    };
    const made = await withDomain(env, (domain) => domain.apiKeys.create(key));
    return {
      json: made,
      text: `${bold(made.api_key)}\nStore it now: it is not shown again. Its id is ${made.api_key_id}.`,
    };
  },
});
