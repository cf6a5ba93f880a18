import { KEY_CAPABILITIES } from '#crm-domain';
import { ahead, filled, listOf, someOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { bold } from '../terminal.js';
import { workspace } from './options.js';

export const apiKeyCreate = defineCommand({
  name: 'api-key create',
  summary: 'Make a key for the REST API',
  details: `The key is shown once and cannot be looked up later. Capabilities: ${KEY_CAPABILITIES.join(', ')}.`,
  options: {
    workspace,
    name: { value: '<text>', about: 'What the key is for', required: true, check: filled },
    capabilities: { value: '<list>', about: 'What it may do', default: 'read:data', check: someOf(KEY_CAPABILITIES) },
    'expires-at': { value: '<time>', about: 'When it ends, such as 2030-01-31; never if not given', check: ahead },
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
      text: `${bold(made.api_key)}\nKeep it safe: it is shown only this once. Its id is ${made.api_key_id}.`,
    };
  },
});
