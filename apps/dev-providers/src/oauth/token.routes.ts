import { createHash } from 'node:crypto';
import { formBody, Refused, type Answer, type ApiRequest } from '../http/exchange.js';
import { route, type Route } from '../http/routes.js';
import type { World } from '../world.js';
import { ACCESS_SECONDS, REFRESH_SECONDS, type CodeTerms, type MailOAuth } from './mail-oauth.js';

/** Codes with PKCE and refresh tokens against access tokens. */
export function tokenRoutes(world: World, provider: MailOAuth): Route[] {
  return [
    route('POST', provider.token, (request) => {
      const run = () => exchange(world, provider, request);
      return { channel: provider.channel, call: 'token', run };
    }),
  ];
}

function exchange(world: World, provider: MailOAuth, request: ApiRequest): Answer {
  const form = formBody(request);
  const client = form.get('client_id') ?? basicUser(request);
  if (!client) throw oauthError('invalid_client', 'The OAuth client was not found.', 401);
  const grant = form.get('grant_type');
  if (grant === 'refresh_token') return refresh(world, provider, form);
  if (grant === 'authorization_code') return redeem(world, provider, form, client);
  throw oauthError('unsupported_grant_type', 'Invalid grant_type.');
}

function refresh(world: World, provider: MailOAuth, form: URLSearchParams): Answer {
  const value = form.get('refresh_token') ?? '';
  const token = world.accounts.findToken('refresh', value);
  if (token?.channel !== provider.channel) throw oauthError('invalid_grant', provider.expired);
  if (provider.rotates) world.accounts.revoke(value);
  return tokens(world, provider, token.account, { scope: token.bound_to ?? '', refresh: provider.rotates });
}

function redeem(world: World, provider: MailOAuth, form: URLSearchParams, client: string): Answer {
  const value = form.get('code') ?? '';
  const code = world.accounts.findToken('code', value);
  // Good for one try, whatever comes of it.
  world.accounts.revoke(value);
  if (code?.channel !== provider.channel) throw oauthError('invalid_grant', 'Malformed auth code.');
  const terms = JSON.parse(code.bound_to!) as CodeTerms;
  if (terms.client_id !== client || terms.redirect_uri !== form.get('redirect_uri')) {
    throw oauthError('invalid_grant', 'The client or the redirect is not that of the code.');
  }
  if (!provesPossession(terms, form.get('code_verifier'))) throw oauthError('invalid_grant', 'Invalid code verifier.');
  return tokens(world, provider, code.account, terms);
}

function provesPossession({ code_challenge, code_challenge_method }: CodeTerms, verifier: string | null): boolean {
  if (code_challenge === null) return true;
  const given = verifier ?? '';
  const digest = createHash('sha256').update(given).digest('base64url');
  return code_challenge === (code_challenge_method === 'S256' ? digest : given);
}

function tokens(
  { accounts }: World,
  { channel }: MailOAuth,
  account: string,
  { scope, refresh }: Pick<CodeTerms, 'scope' | 'refresh'>,
): Answer {
  const of = { channel, account, bound_to: scope };
  const body = {
    access_token: accounts.issue({ ...of, kind: 'access', seconds: ACCESS_SECONDS }),
    expires_in: ACCESS_SECONDS - 1,
    scope,
    token_type: 'Bearer',
    ...(refresh && { refresh_token: accounts.issue({ ...of, kind: 'refresh', seconds: REFRESH_SECONDS }) }),
  };
  return { status: 200, headers: { 'cache-control': 'no-store' }, body };
}

function basicUser({ headers }: ApiRequest): string | undefined {
  const encoded = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}

function oauthError(error: string, error_description: string, status = 400): Refused {
  return new Refused({ status, body: { error, error_description } });
}
