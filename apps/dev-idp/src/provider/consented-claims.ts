import { errors, type AccessToken, type ClientCredentials } from 'oidc-provider';
import type { Directory } from '../directory/directory.js';
import type { BindingStore } from '../store/binding.store.js';
import { accessClaims } from './access-claims.js';
import { WORKSPACE_SCOPE } from './scopes.js';

/**
 * Adds the workspace of the consent to a token about to be made. Membership is asked each time, on refresh too: somebody
 * who left gets no further token, and the client has to ask for a new consent.
 *
 * @throws InvalidGrant
 */
export async function consentedClaims(
  token: AccessToken | ClientCredentials,
  bindings: BindingStore,
  directory: Directory,
) {
  if (token.kind !== 'AccessToken') return undefined;
  const { clientId = '', grantId = '', scope = '' } = token as AccessToken;
  const binding = scope.split(' ').includes(WORKSPACE_SCOPE) ? bindings.find(grantId) : null;
  if (!binding) return { ...accessClaims(clientId, undefined) };
  const workspaces = await directory.workspacesOf(binding.subject);
  if (!workspaces.some(({ org_id }) => org_id === binding.org_id)) {
    throw new errors.InvalidGrant('the user is no longer a member of the workspace');
  }
  return { ...accessClaims(clientId, binding.org_id) };
}
