/**
 * What our tokens say beyond the registered claims. The client's name and redirect are its own words, for a screen to
 * show.
 */
export interface AccessClaims {
  azp: string;
  org_id?: string;
  client_name?: string;
  client_redirect?: string;
}

type Known = Omit<AccessClaims, 'azp'>;

/** The claims of a token for a client; what is not known is left out. */
export function accessClaims(clientId: string, known: Known = {}): Record<string, string> {
  const stated = Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { azp: clientId, ...Object.fromEntries(stated) };
}

/** Makes the consent step ask for a workspace, so that the token carries org_id (contract: Scopes). */
export const WORKSPACE_SCOPE = 'user:org:read';

/** All that is ever in a token: capabilities belong to the connection and are not scopes of the provider. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email', WORKSPACE_SCOPE];
