import * as client from 'openid-client';
import { isIdentifier } from '#auth';
import { DomainError } from '#crm-domain';
import type { Login } from './login.js';

export interface IdentityClientOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Where the provider sends browsers after a sign-out. */
  signedOutUri: string;
}

/** What a finished sign-in tells of a person. */
export interface SignedIn {
  issuer: string;
  subject: string;
  auth_time: Date;
}

const SCOPE = 'openid profile email';

/**
 * The identity provider, as the screens use it: authorization code with PKCE, state, nonce and the issuer in the
 * answer.
 */
export class IdentityClient {
  private configuration?: Promise<client.Configuration>;

  constructor(private readonly options: IdentityClientOptions) {}

  /** What only the browser that begins a sign-in, and the provider, may know of it. */
  newSecrets(): Pick<Login, 'state' | 'nonce' | 'code_verifier'> {
    return {
      state: client.randomState(),
      nonce: client.randomNonce(),
      code_verifier: client.randomPKCECodeVerifier(),
    };
  }

  /** Where to send the browser. `fresh` demands that the person proves who they are now. */
  async authorizationUrl(login: Login & { fresh: boolean }): Promise<URL> {
    return client.buildAuthorizationUrl(await this.discovered(), {
      redirect_uri: this.options.redirectUri,
      scope: SCOPE,
      state: login.state,
      nonce: login.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(login.code_verifier),
      code_challenge_method: 'S256',
      ...(login.fresh ? { prompt: 'login', max_age: '0' } : {}),
    });
  }

  /** @throws when the answer is not the one to this sign-in */
  async finish(answer: URL, login: Login): Promise<SignedIn> {
    const checks = {
      expectedState: login.state,
      expectedNonce: login.nonce,
      pkceCodeVerifier: login.code_verifier,
      idTokenExpected: true,
    };
    const tokens = await client.authorizationCodeGrant(await this.discovered(), answer, checks);
    const { iss, sub, auth_time = 0 } = tokens.claims()!;
    if (!isIdentifier(sub) || !Number.isFinite(auth_time)) throw new Error('The ID token holds an unfit claim.');
    // A sign-in in the future would count as fresh until then.
    return { issuer: iss, subject: sub, auth_time: new Date(Math.min(auth_time * 1000, Date.now())) };
  }

  /**
   * Where the session at the provider is ended (OpenID Connect RP-Initiated Logout); undefined when it has no such
   * page.
   */
  async endSessionUrl(): Promise<URL | undefined> {
    const configuration = await this.discovered();
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: this.options.signedOutUri });
  }

  private discovered(): Promise<client.Configuration> {
    this.configuration ??= this.discover().catch((error: unknown) => {
      this.configuration = undefined;
      throw Object.assign(
        new DomainError('unavailable', 'The identity provider cannot be reached at the moment.', [], 5),
        { cause: error },
      );
    });
    return this.configuration;
  }

  private discover(): Promise<client.Configuration> {
    const issuer = new URL(this.options.issuer);
    // Plain http only ever to this machine; the settings refuse any other.
    const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    return client.discovery(issuer, this.options.clientId, this.options.clientSecret, undefined, {
      execute,
      timeout: 5,
    });
  }
}
