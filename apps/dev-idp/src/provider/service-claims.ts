import { errors, type ClientCredentials, type KoaContextWithOIDC } from 'oidc-provider';
import type { Directory } from '../directory/directory.js';
import { accessClaims, WORKSPACE_SCOPE } from './access-claims.js';

/**
 * Adds the workspace to a token that a client gets for itself: the one in which it is a service member, or of several
 * the one that the parameter `organization` names. Membership is asked each time.
 *
 * @throws InvalidGrant, InvalidRequest
 */
export async function serviceClaims(
  ctx: KoaContextWithOIDC,
  { clientId = '', scope = '', client }: ClientCredentials,
  directory: Directory,
): Promise<Record<string, string>> {
  if (!scope.split(' ').includes(WORKSPACE_SCOPE)) return accessClaims(clientId);
  const workspaces = await directory.workspacesOfService(clientId);
  const wanted = ctx.oidc.body?.organization;
  const found = wanted === undefined ? workspaces : workspaces.filter(({ org_id }) => org_id === wanted);
  const [workspace, second] = found;
  if (!workspace) throw new errors.InvalidGrant('the client is not a service member of the workspace');
  if (second) throw new errors.InvalidRequest('the client serves several workspaces: send the parameter organization');
  return accessClaims(clientId, { org_id: workspace.org_id, client_name: client?.clientName });
}
