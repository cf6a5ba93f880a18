import { createHash, randomBytes } from 'node:crypto';
import { PASSWORD } from './dev-idp.js';

export interface Client {
  client_id: string;
  redirect_uris: string[];
  client_secret?: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  scope: string;
  error?: string;
}

const IDENTITY_SCOPE = 'openid profile email user:org:read';

/** Registers a client as a tool client does. */
export async function register(issuer: string, body: object = {}): Promise<Client> {
  const said = { redirect_uris: ['http://127.0.0.1:9/callback'], client_name: 'Test client', ...body };
  const method = { grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' };
  const response = await postJson(`${issuer}/register`, { ...method, ...said });
  if (response.status !== 201) throw new Error(`registration: ${response.status} ${await response.text()}`);
  return (await response.json()) as Client;
}

export function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
}

/** Somebody in front of a browser without scripts: follows redirects, keeps cookies, fills in forms. */
export class HttpPerson {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  private readonly verifier = randomBytes(32).toString('base64url');
  /** Where the browser is. */
  at = '';

  constructor(private readonly issuer: string) {}

  /** Opens the authorization address; ends at a page, or at the client. */
  authorize(
    { client_id, redirect_uris: [redirect = ''] }: Client,
    change: Record<string, string> = {},
  ): Promise<Response> {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const asked = { response_type: 'code', client_id, redirect_uri: redirect, scope: IDENTITY_SCOPE, state: 's1' };
    return this.go(`${this.issuer}/authorize?${new URLSearchParams({ ...asked, ...pkce, ...change })}`);
  }

  /** Opens any address of the provider. */
  visit(url: string): Promise<Response> {
    return this.go(url);
  }

  submit(action: 'login' | 'consent' | 'abort', form: Record<string, string> = {}, headers = {}): Promise<Response> {
    const body = new URLSearchParams(form);
    return this.go(`${this.at}/${action}`, { method: 'POST', body, headers: { origin: this.issuer, ...headers } });
  }

  /** Opens the provider's page for signing out, and answers it. */
  async signOut(url: string, answer: 'yes' | 'no'): Promise<Response> {
    const page = await (await this.go(url)).text();
    const [, action = '', xsrf = ''] =
      /action="([^"]+)"><input type="hidden" name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ xsrf, ...(answer === 'yes' && { logout: 'yes' }) });
    return this.go(action, { method: 'POST', body, headers: { origin: this.issuer } });
  }

  /** The whole way to tokens; fails when it is interrupted. */
  async connect(client: Client, email: string, org: string, change: Record<string, string> = {}): Promise<Tokens> {
    await this.authorize(client, change);
    await this.submit('login', { email, password: PASSWORD });
    await this.submit('consent', org ? { workspace: org } : {});
    return this.exchange(client);
  }

  async exchange(client: Client): Promise<Tokens> {
    const code = new URL(this.at).searchParams.get('code');
    if (!code) throw new Error(`no code at ${this.at}`);
    const { client_id, client_secret, redirect_uris } = client;
    const form = { grant_type: 'authorization_code', code, client_id, code_verifier: this.verifier };
    const secret: Record<string, string> = client_secret ? { client_secret } : {};
    const redirect_uri = redirect_uris[0] ?? '';
    return (await (await postForm(`${this.issuer}/token`, { ...form, ...secret, redirect_uri })).json()) as Tokens;
  }

  private async go(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const fit = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path));
    const cookie = fit.map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    this.keep(response.headers.getSetCookie());
    const next = response.headers.get('location');
    if (!next) {
      if (init.method !== 'POST') this.at = url;
      return response;
    }
    this.at = new URL(next, url).href;
    return this.at.startsWith(`${this.issuer}/`) ? this.go(this.at) : response;
  }

  private keep(headers: string[]): void {
    for (const header of headers) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      const path = /path=([^;]+)/i.exec(header)?.[1] ?? '/';
      if (value) this.cookies.set(`${name} ${path}`, { value, path });
      else this.cookies.delete(`${name} ${path}`);
    }
  }
}

export function refresh(issuer: string, { client_id }: Client, token: string, change = {}): Promise<Response> {
  return postForm(`${issuer}/token`, { grant_type: 'refresh_token', client_id, refresh_token: token, ...change });
}

export function payloadOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

export function headerOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
