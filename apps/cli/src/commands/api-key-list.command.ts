import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../table.js';

export const apiKeyList = defineCommand({
  name: 'api-key list',
  summary: 'list the API keys of a workspace',
  options: { workspace: { value: '<uuid>', about: 'id of the workspace', required: true } },
  example: '--workspace 0197f000-0000-7000-8000-000000000001',
  async run({ workspace }) {
    const api_keys = await withDomain(async (domain) => {
      await domain.workspaces.get(workspace);
      return domain.apiKeys.list(workspace);
    });
    const rows = api_keys.map((key) => [key.api_key_id, key.name, key.hint, key.capabilities.join(','), state(key)]);
    return { json: { api_keys }, text: rows.length ? table(['ID', 'NAME', 'KEY', 'CAPABILITIES', 'STATE'], rows) : 'The workspace has no API keys.' };
  },
});

function state(key: { revoked_at: string | null; expires_at: string | null; last_used_at: string | null }): string {
  if (key.revoked_at) return `revoked ${key.revoked_at}`;
  if (key.expires_at && new Date(key.expires_at) <= new Date()) return `expired ${key.expires_at}`;
  return key.last_used_at ? `used ${key.last_used_at}` : 'never used';
}
