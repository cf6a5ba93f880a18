/** Makes the consent step ask for a workspace, so that the token carries org_id (contract: Scopes). */
export const WORKSPACE_SCOPE = 'user:org:read';

/** All that is ever in a token: capabilities belong to the connection and are not scopes of the provider. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email', WORKSPACE_SCOPE];
