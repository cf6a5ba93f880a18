import { type Domain } from '#crm-domain';
import { TIER_CAPABILITIES, tierOf } from '#crm-domain/people';
import { APPROVALS, type Approval } from '#crm-domain/messaging';
import { oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments } from '../failure.js';
import { connection, workspace } from './options.js';

export const connectionSet = defineCommand({
  name: 'connection set',
  summary: 'Change the permissions of a connection, or whether a person has to approve what it sends',
  details:
    'The tiers are read:data; read:data,write:data; and read:data,write:data,send:messages.\n' +
    'The approval is as_workspace (the default), required, or own_program: what it sends over REST, its owner approves by that.',
  options: {
    workspace,
    connection,
    capabilities: { value: '<list>', about: 'Its capabilities from now on' },
    approval: { value: '<rule>', about: 'Whether drafts need a person before they are sent', check: oneOf(APPROVALS) },
  },
  example: '--workspace $WORKSPACE --connection $CONNECTION --capabilities read:data,write:data',
  async run({ workspace: id, connection: connection_id, capabilities, approval }, { env }) {
    if (!capabilities && !approval) throw new BadArguments('--capabilities or --approval is missing', 'connection set');
    const tier = capabilities ? tierOf(capabilities.split(',').map((name) => name.trim())) : undefined;
    const change = async ({ connections }: Domain) => {
      if (tier) await connections.setTier(id, connection_id, tier);
      if (approval) await connections.setApproval(id, connection_id, approval as Approval);
    };
    await withDomain(env, change);
    const said = [
      ...(tier ? [`The connection now has: ${TIER_CAPABILITIES[tier].join(', ')}.`] : []),
      ...(approval ? [`Approval of what it sends: ${approval}.`] : []),
    ];
    return { json: { connection_id, ...(tier && { tier }), ...(approval && { approval }) }, text: said.join('\n') };
  },
});
