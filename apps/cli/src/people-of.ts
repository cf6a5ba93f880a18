import type { Domain } from '#crm-domain';
import { Failure } from './failure.js';

/**
 * The ids of people of a workspace by their addresses.
 *
 * @throws Failure for an address that is nobody's there, or of several
 */
export async function peopleOf(domain: Domain, workspaceId: string, addresses: readonly string[]): Promise<string[]> {
  const members = await domain.workspaces.members(workspaceId);
  return addresses.map((address) => {
    const [found, other] = members.filter(({ email }) => email === address.toLowerCase());
    if (!found) throw new Failure(`Nobody in this workspace has the address ${address}.`);
    if (other) throw new Failure(`Several people in this workspace have the address ${address}.`);
    return found.user_id;
  });
}
