import * as client from 'openid-client';
import { isIdentifier } from '#auth';
import { whoseToken, type MailboxAuthorization, type MailboxEndpoints } from '#channels';
import { DomainError } from '#crm-domain';
import type { ChannelName } from '#crm-domain/messaging';

/** A provider of mailboxes at which this server is registered. */
export interface MailboxProvider extends Required<MailboxEndpoints> {
  channel: ChannelName;
  authorization: MailboxAuthorization;
  redirectUri: string;
}

/** What a finished authorization gives: the right to the mailbox, and whose it is. */
export interface ConnectedMailbox {
  address: string;
  display_name: string | null;
  access_token: string;
  refresh_token: string;
  /** Seconds; absent when the provider does not say. */
  expires_in: number | undefined;
}

const TIMEOUT = 10_000;
const MAX_NAME_LENGTH = 255;

/** Authorization code with PKCE and state at a provider of mailboxes. */
export class MailboxClient {
  private readonly configuration: client.Configuration;
  readonly channel: ChannelName;

  constructor(private readonly provider: MailboxProvider) {
    const { authorizeUrl, tokenUrl, clientId, clientSecret } = provider;
    const server = {
      issuer: new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    };
    this.channel = provider.channel;
    this.configuration = new client.Configuration(server, clientId, undefined, client.ClientSecretPost(clientSecret));
    this.configuration.timeout = TIMEOUT / 1000;
    // Only ever to this machine: the settings refuse any other plain http.
    if (tokenUrl.startsWith('http:')) client.allowInsecureRequests(this.configuration);
  }

  newVerifier(): string {
    return client.randomPKCECodeVerifier();
  }

  /** Where to send the browser. */
  async authorizationUrl({ state, code_verifier }: { state: string; code_verifier: string }): Promise<URL> {
    return client.buildAuthorizationUrl(this.configuration, {
      redirect_uri: this.provider.redirectUri,
      scope: this.provider.authorization.scopes.join(' '),
      state,
      code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      ...this.provider.authorization.parameters,
    });
  }

  /**
   * @throws DomainError validation for rights that were not given, unavailable; anything else when the answer is no
   * answer
   */
  async finish(
    answer: URL,
    { state, code_verifier }: { state: string; code_verifier: string },
  ): Promise<ConnectedMailbox> {
    const checks = { expectedState: state, pkceCodeVerifier: code_verifier };
    const tokens = await client.authorizationCodeGrant(this.configuration, answer, checks);
    const { access_token, refresh_token, expires_in, scope } = tokens;
    const missing = this.provider.authorization.demanded.filter(
      (name) => scope !== undefined && !isGranted(scope, name),
    );
    if (missing.length > 0 || !refresh_token)
      throw new DomainError(
        'validation',
        'The provider did not grant all permissions that are needed to read and send. Connect again and leave everything ticked.',
      );
    return { ...(await this.whoseIs(access_token)), access_token, refresh_token, expires_in };
  }

  private async whoseIs(token: string): Promise<Pick<ConnectedMailbox, 'address' | 'display_name'>> {
    const { address, name, code } = await whoseToken(this.provider, token);
    if (address === undefined) throw new Error(`The mail API answered ${code}, so the mailbox is unknown.`);
    if (!isIdentifier(address)) throw new Error('The mail API returned an invalid mailbox address.');
    return { address, display_name: shown(name) };
  }
}

/** People write their own names, so nothing is refused here. */
function shown(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  return name.replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME_LENGTH).toWellFormed() || null;
}

/** Microsoft writes scopes with their resource in front, in any case. */
function isGranted(granted: string, wanted: string): boolean {
  return granted
    .toLowerCase()
    .split(' ')
    .some((scope) => scope === wanted.toLowerCase() || scope.endsWith(`/${wanted.toLowerCase()}`));
}
