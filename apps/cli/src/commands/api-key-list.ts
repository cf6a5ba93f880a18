import type { ApiKeyView } from '#crm-domain/people';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { day, table } from '../terminal.js';
import { workspace } from './options.js';

export const apiKeyList = defineCommand({
  name: 'api-key list',
  summary: 'Show the keys of a workspace, without their secrets',
  options: { workspace },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const keys = await withDomain(env, async (domain) => {
      await domain.workspaces.get(given.workspace);
      return domain.apiKeys.list(given.workspace);
    });
    const rows = keys.map((key) => [
      ...[key.api_key_id, stateOf(key), day(key.created_at), day(key.last_used_at), day(key.expires_at)],
      ...[key.capabilities.join(','), key.name],
    ]);
    const heading = ['Id', 'State', 'Created', 'Last used', 'Expires', 'Capabilities', 'Name'];
    return { json: keys, text: table(heading, rows, 'The workspace has no API keys.') };
  },
});

function stateOf({ revoked_at, expires_at }: ApiKeyView): string {
  if (revoked_at) return 'revoked';
  return expires_at && Date.parse(expires_at) <= Date.now() ? 'expired' : 'valid';
}
