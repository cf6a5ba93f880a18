import { TIER_CAPABILITIES, tierOf } from '#crm-domain';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { connection, workspace } from './options.js';

export const connectionSet = defineCommand({
  name: 'connection set',
  summary: 'Change the permissions of a connection',
  details: 'The tiers are read:data; read:data,write:data; and read:data,write:data,send:messages.',
  options: {
    workspace,
    connection,
    capabilities: { value: '<list>', about: 'Its capabilities from now on', required: true },
  },
  example: '--workspace $WORKSPACE --connection $CONNECTION --capabilities read:data,write:data',
  async run(given, { env }) {
    const tier = tierOf(given.capabilities.split(',').map((name) => name.trim()));
    await withDomain(env, (domain) => domain.connections.setTier(given.workspace, given.connection, tier));
    return {
      json: { connection_id: given.connection, tier },
      text: `The connection now has: ${TIER_CAPABILITIES[tier].join(', ')}.`,
    };
  },
});
