import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';

/** What a program that embeds the SDK's client keeps: its registration, its tokens, the code that is on its way. */
export class ProgramMemory implements OAuthClientProvider {
  /** Where the person was asked to go, one entry per attempt. */
  readonly opened: URL[] = [];
  readonly invalidated: string[] = [];
  information: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  private verifier = '';
  private readonly expectedState = randomUUID();

  constructor(
    readonly redirectUrl: string,
    private readonly name = 'SDK test program',
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    const grants = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };
    const method = { token_endpoint_auth_method: 'none' };
    return { client_name: this.name, redirect_uris: [this.redirectUrl], ...grants, ...method };
  }

  state = () => this.expectedState;
  clientInformation = () => this.information;
  saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information);
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => void (this.kept = tokens);
  redirectToAuthorization = (url: URL) => void this.opened.push(url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;

  invalidateCredentials(scope: string): void {
    this.invalidated.push(scope);
    if (scope === 'all' || scope === 'client') this.information = undefined;
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
  }
}

/** Waits for the browser to come back to a program on this computer. */
export class CallbackServer {
  readonly arrived: URLSearchParams[] = [];
  private readonly server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    if (pathname === '/callback') this.arrived.push(searchParams);
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Connected</title><p>Connected</p>');
  });

  static async start(): Promise<CallbackServer> {
    const callback = new CallbackServer();
    await new Promise<void>((ready) => callback.server.listen(0, '127.0.0.1', ready));
    return callback;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/callback`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
