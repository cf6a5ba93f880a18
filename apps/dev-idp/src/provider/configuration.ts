import {
  errors,
  type AccessToken,
  type ClientCredentials,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { DatabaseSync } from 'node:sqlite';
import type { Directory } from '../directory/directory.js';
import { logoutPage, SIGNED_OUT } from '../screens/logout.page.js';
import { showPage, showProviderError } from '../screens/provider-error.js';
import { allowedAudiences, type DevIdpSettings } from '../settings.js';
import { AdapterStore } from '../store/adapter.store.js';
import { ConsentStore } from '../store/consent.store.js';
import { cookieKey, signingKey } from '../store/key.store.js';
import { consentedClaims } from './consented-claims.js';
import { consoleClient, CONSOLE_CLIENT_ID } from './console-client.js';
import { currentGrant } from './current-grant.js';
import { IDENTITY_SCOPES } from './access-claims.js';
import { serviceClaims } from './service-claims.js';

const MINUTE = 60;
const DAY = 86_400;

/** All that makes oidc-provider the authorization server of the contract: code, PKCE, rotation, RS256 access tokens. */
export function configuration(settings: DevIdpSettings, store: DatabaseSync, directory: Directory): Configuration {
  const consents = new ConsentStore(store);
  return {
    adapter: (model) => new AdapterStore(store, model, settings),
    clients: [consoleClient(settings)],
    jwks: { keys: [signingKey(store)] },
    cookies: cookies(store),
    scopes: [...IDENTITY_SCOPES, 'offline_access'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    // The tokens of a browser client need no cookie, so any origin may use them; the code is worth nothing without
    // PKCE.
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    features: features(settings),
    ...refreshing(),
    ttl: lifetimes(settings),
    extraTokenClaims: (ctx, token) =>
      token.kind === 'AccessToken'
        ? consentedClaims(token as AccessToken, consents, directory)
        : serviceClaims(ctx, token as ClientCredentials, directory),
    findAccount: (_ctx, subject) => findAccount(directory, subject),
    loadExistingGrant: currentGrant,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError: showProviderError,
    routes: {
      authorization: '/authorize',
      token: '/token',
      registration: '/register',
      revocation: '/revoke',
      jwks: '/jwks',
      userinfo: '/userinfo',
      end_session: '/sign-out',
    },
  };
}

function features(settings: DevIdpSettings): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    clientCredentials: { enabled: true },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => showPage(ctx, logoutPage(form)),
      postLogoutSuccessSource: (ctx) => showPage(ctx, SIGNED_OUT),
    },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    resourceIndicators: resourceIndicators(settings),
  };
}

function resourceIndicators(settings: DevIdpSettings) {
  const audiences = allowedAudiences(settings);
  const [mcp] = audiences;
  return {
    enabled: true,
    // Clients older than resource indicators mean the tool server. The web screen wants to know a person, not to call.
    defaultResource: (_ctx: KoaContextWithOIDC, client: { clientId: string }, oneOf?: readonly string[]) => {
      if (oneOf) return oneOf.includes(mcp) ? mcp : [...oneOf];
      return client.clientId === CONSOLE_CLIENT_ID ? [] : mcp;
    },
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx: KoaContextWithOIDC, resource: string) => {
      if (!audiences.includes(resource)) throw new errors.InvalidTarget('resource is not one of this provider');
      return { audience: resource, scope: IDENTITY_SCOPES.join(' '), accessTokenFormat: 'jwt' as const };
    },
  };
}

/** Tool clients get a refresh token without asking for offline_access, and a new one with every use. */
function refreshing(): Pick<Configuration, 'issueRefreshToken' | 'expiresWithSession' | 'rotateRefreshToken'> {
  return {
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: () => true,
  };
}

function lifetimes({ accessTokenSeconds }: DevIdpSettings): Configuration['ttl'] {
  return {
    AccessToken: accessTokenSeconds,
    ClientCredentials: accessTokenSeconds,
    AuthorizationCode: MINUTE,
    IdToken: 10 * MINUTE,
    Interaction: 60 * MINUTE,
    Session: DAY,
    RefreshToken: 30 * DAY,
    // Outlives any chain of refresh tokens, each of which starts anew.
    Grant: 365 * DAY,
  };
}

/** Cookies do not know ports: names of our own keep them apart from those of the CRM on the same host. */
function cookies(store: DatabaseSync): Configuration['cookies'] {
  return {
    names: { session: 'dev_idp_session', interaction: 'dev_idp_interaction', resume: 'dev_idp_resume' },
    keys: [cookieKey(store)],
  };
}

async function findAccount(directory: Directory, subject: string) {
  const person = await directory.findBySubject(subject);
  if (!person) return undefined;
  const { email, name } = person;
  return { accountId: subject, claims: async () => ({ sub: subject, email, name }) };
}
