import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { connection, workspace } from './options.js';

export const connectionRevoke = defineCommand({
  name: 'connection revoke',
  summary: 'Revoke a connection; it is refused from its next request on',
  options: { workspace, connection },
  example: '--workspace $WORKSPACE --connection $CONNECTION',
  async run(given, { env }) {
    await withDomain(env, (domain) => domain.connections.revoke(given.workspace, given.connection));
    return {
      json: { connection_id: given.connection, revoked: true },
      text: `Revoked. Only its owner can allow it again, on the screen "Connected clients".`,
    };
  },
});
