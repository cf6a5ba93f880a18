import type { MailboxAuthorization, TokenRule } from '../channel-descriptor.js';

/** Tokens of mailboxes: renewed five minutes before their end, and whenever one is refused, by their refresh token. */
export function mailToken(endpoints: MailboxAuthorization['endpoints']): TokenRule {
  return {
    beforeEndMs: 5 * 60_000,
    leastAgeMs: 0,
    revives: true,
    request({ refresh_token }, settings) {
      if (!refresh_token) return { kind: 'revoked', code: 'no_refresh_token' };
      const { tokenUrl: url, clientId: client_id, clientSecret: client_secret } = endpoints(settings);
      if (!client_id || !client_secret) return { kind: 'later', code: 'provider_not_configured' };
      return { method: 'POST', url, form: { grant_type: 'refresh_token', refresh_token, client_id, client_secret } };
    },
  };
}
