import type { ClientMetadata } from 'oidc-provider';
import type { DevIdpSettings } from '../settings.js';

/** The CRM's own web screen, the only client that is not registered by itself. */
export const CONSOLE_CLIENT_ID = 'crm-console';

/** A confidential client with one redirect; its ID tokens always say when the person signed in. */
export function consoleClient({ baseUrl, consoleSecret }: DevIdpSettings): ClientMetadata {
  return {
    client_id: CONSOLE_CLIENT_ID,
    client_name: 'CRM',
    client_secret: consoleSecret,
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: [`${baseUrl}/console/callback`],
    post_logout_redirect_uris: [`${baseUrl}/console/signed-out`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    require_auth_time: true,
  };
}
