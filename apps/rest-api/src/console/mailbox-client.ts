import * as client from 'openid-client';
import { isIdentifier } from '#auth';
import { DomainError, type ChannelName } from '#crm-domain';

/** A provider of mailboxes at which this server is registered. */
export interface MailboxProvider {
  channel: ChannelName;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Where its mail API answers. */
  apiUrl: string;
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

interface Dialect {
  scopes: readonly string[];
  /** Without these the mailbox is of no use. */
  demanded: readonly string[];
  parameters: Record<string, string>;
  whoAmI: string;
  read(profile: Record<string, unknown>): { address: unknown; name?: unknown };
}

const GMAIL = 'https://www.googleapis.com/auth/gmail.';

/** Both without `openid`: the mailbox's own address matters, and it is asked of the mail API. */
const DIALECTS: Partial<Record<ChannelName, Dialect>> = {
  gmail: {
    scopes: [`${GMAIL}compose`, `${GMAIL}readonly`],
    demanded: [`${GMAIL}compose`, `${GMAIL}readonly`],
    // A refresh token comes only offline, and a second time only when consent is given again.
    parameters: { access_type: 'offline', prompt: 'consent' },
    whoAmI: '/gmail/v1/users/me/profile',
    read: ({ emailAddress }) => ({ address: emailAddress }),
  },
  outlook: {
    scopes: ['offline_access', 'User.Read', 'Mail.ReadWrite', 'Mail.Send'],
    demanded: ['Mail.ReadWrite', 'Mail.Send'],
    parameters: { prompt: 'select_account', response_mode: 'query' },
    whoAmI: '/me?$select=mail,userPrincipalName,displayName',
    read: ({ mail, userPrincipalName, displayName }) => ({ address: mail ?? userPrincipalName, name: displayName }),
  },
};

const TIMEOUT = 10_000;
const LONGEST_NAME = 255;

/** Authorization code with PKCE and state at a provider of mailboxes. */
export class MailboxClient {
  private readonly configuration: client.Configuration;
  private readonly dialect: Dialect;
  readonly channel: ChannelName;

  constructor(private readonly provider: MailboxProvider) {
    const { authorizeUrl, tokenUrl, clientId, clientSecret } = provider;
    const server = {
      issuer: new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
    };
    this.channel = provider.channel;
    this.dialect = DIALECTS[provider.channel]!;
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
      ...{ redirect_uri: this.provider.redirectUri, scope: this.dialect.scopes.join(' '), state },
      ...{ code_challenge: await client.calculatePKCECodeChallenge(code_verifier), code_challenge_method: 'S256' },
      ...this.dialect.parameters,
    });
  }

  /** @throws DomainError validation for rights that were not given, unavailable; anything else when the answer is no answer */
  async finish(
    answer: URL,
    { state, code_verifier }: { state: string; code_verifier: string },
  ): Promise<ConnectedMailbox> {
    const checks = { expectedState: state, pkceCodeVerifier: code_verifier };
    const tokens = await client.authorizationCodeGrant(this.configuration, answer, checks);
    const { access_token, refresh_token, expires_in, scope } = tokens;
    const missing = this.dialect.demanded.filter((name) => scope !== undefined && !isGranted(scope, name));
    if (missing.length > 0 || !refresh_token)
      throw new DomainError(
        'validation',
        'The provider did not give every right that is needed to read and send. Connect again and leave everything ticked.',
      );
    return { ...(await this.whoseIs(access_token)), access_token, refresh_token, expires_in };
  }

  private async whoseIs(token: string): Promise<Pick<ConnectedMailbox, 'address' | 'display_name'>> {
    const url = this.provider.apiUrl + this.dialect.whoAmI;
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      // The token is for that address and no other.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const { address, name } = this.dialect.read((await answer.json()) as Record<string, unknown>);
    if (!answer.ok || typeof address !== 'string' || !address.includes('@'))
      throw new Error(`The mail API answered ${answer.status} and named no mailbox.`);
    if (!isIdentifier(address)) throw new Error('The mail API named a mailbox by a text that is unfit.');
    return { address, display_name: shown(name) };
  }
}

/** People write their own names, so nothing is refused here. */
function shown(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  return name.replace(/\p{C}/gu, '').trim().slice(0, LONGEST_NAME).toWellFormed() || null;
}

/** Microsoft writes scopes with their resource in front, in any case. */
function isGranted(granted: string, wanted: string): boolean {
  return granted
    .toLowerCase()
    .split(' ')
    .some((scope) => scope === wanted.toLowerCase() || scope.endsWith(`/${wanted.toLowerCase()}`));
}
