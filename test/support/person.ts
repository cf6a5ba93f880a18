import type { Approval } from '#crm-domain/messaging';
import type { Caller } from './rest.js';
import type { Member, World } from './world.js';

export interface PersonWish {
  tier?: 'read' | 'write' | 'send';
  approval?: Approval;
  client?: string;
}

/** A person who sends REST requests through a client of theirs, which may do what `tier` says. */
export async function aPersonOverRest(
  world: World,
  member: Member = world.ada,
  { tier = 'send', approval, ...wish }: PersonWish = {},
): Promise<{ caller: Caller; client: string; connection_id: string; token: string }> {
  const { client, connection_id, token } = await world.connected(member, { tier, ...wish });
  if (approval) await world.domain.connections.setApproval(world.north.workspace_id, connection_id, approval);
  const caller = world.rest(world.token(member, { client, audience: world.places.baseUrl }));
  return { caller, client, connection_id, token };
}
