import { errors, type AccessToken } from 'oidc-provider';
import type { Directory } from '../directory/directory.js';
import type { ConsentStore } from '../store/consent.store.js';
import { accessClaims, WORKSPACE_SCOPE } from './access-claims.js';

/**
 * Adds the workspace of the consent to a token about to be made. Membership is asked each time, on refresh too:
 * somebody who left gets no further token, and the client has to ask for a new consent.
 *
 * @throws InvalidGrant
 */
export async function consentedClaims(
  { clientId = '', grantId = '', scope = '', client }: AccessToken,
  consents: ConsentStore,
  directory: Directory,
): Promise<Record<string, string>> {
  const consent = scope.split(' ').includes(WORKSPACE_SCOPE) ? consents.find(grantId) : null;
  if (!consent) return accessClaims(clientId);
  const { subject, org_id, client_redirect } = consent;
  const workspaces = await directory.workspacesOf(subject);
  if (!workspaces.some((workspace) => workspace.org_id === org_id)) {
    throw new errors.InvalidGrant('the user is no longer a member of the workspace');
  }
  return accessClaims(clientId, { org_id, client_redirect, client_name: client?.clientName });
}
