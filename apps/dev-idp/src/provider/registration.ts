const GRANT_TYPES = ['authorization_code', 'refresh_token'];
/** By which a client gets tokens for itself. */
const SERVICE_GRANT = 'client_credentials';
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'];
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const MAX_REDIRECTS = 10;
const MAX_REDIRECT_LENGTH = 2048;
const MAX_NAME = 80;

/** Control characters and those that reorder text: they could make a name look like something else. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A registration that is refused (RFC 7591 section 3.2.2). */
export class RegistrationRefused extends Error {
  constructor(
    readonly code: 'invalid_client_metadata' | 'invalid_redirect_uri',
    message: string,
  ) {
    super(message);
  }
}

/** What the provider's library is given to register: an allow-list, so that nothing in it is ever fetched. */
export interface Registration {
  redirect_uris: string[];
  client_name?: string;
  application_type: 'native' | 'web';
  grant_types: string[];
  response_types: ['code'] | [];
  token_endpoint_auth_method: string;
}

/**
 * Reduces what a client says of itself (contract: dynamic client registration). Scopes are dropped: a client that asks
 * for capabilities here, which are no scopes, is still registered.
 *
 * @throws RegistrationRefused
 */
export function normaliseRegistration(body: unknown): Registration {
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  if (isService(said)) return serviceRegistration(said);
  const redirects = readRedirects(said.redirect_uris);
  const name = displayName(said.client_name);
  return {
    redirect_uris: redirects.map(({ text }) => text),
    ...(name && { client_name: name }),
    application_type: redirects.some(({ url }) => isNative(url)) ? 'native' : 'web',
    grant_types: Array.isArray(said.grant_types) ? readGrantTypes(said.grant_types) : GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: readAuthMethod(said.token_endpoint_auth_method),
  };
}

/** One that asks for this grant alone has nobody to sign in; who asks for others as well is not given it. */
function isService({ grant_types }: Record<string, unknown>): boolean {
  return Array.isArray(grant_types) && grant_types.length === 1 && grant_types[0] === SERVICE_GRANT;
}

function serviceRegistration(said: Record<string, unknown>): Registration {
  const name = displayName(said.client_name);
  const method = readAuthMethod(said.token_endpoint_auth_method);
  if (method === 'none') {
    const message = `token_endpoint_auth_method must not be none with the grant ${SERVICE_GRANT}`;
    throw new RegistrationRefused('invalid_client_metadata', message);
  }
  return {
    redirect_uris: [],
    ...(name && { client_name: name }),
    application_type: 'web',
    grant_types: [SERVICE_GRANT],
    response_types: [],
    token_endpoint_auth_method: method,
  };
}

/** A name as it may be shown: one line of ordinary characters, at most 80, of which the last says that it was cut. */
export function displayName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const line = name.replace(DECEPTIVE, '').replace(/\s+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : line;
}

/** The library compares loopback ports exactly and refuses custom schemes unless a client is `native`. */
function isNative({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' ? LOOPBACK_HOSTS.includes(hostname) : protocol !== 'https:';
}

function readRedirects(uris: unknown): { text: string; url: URL }[] {
  if (!Array.isArray(uris) || !uris.length || uris.length > MAX_REDIRECTS) {
    throw new RegistrationRefused('invalid_redirect_uri', `redirect_uris must hold 1 to ${MAX_REDIRECTS} addresses`);
  }
  return uris.map(readRedirect);
}

function readRedirect(text: unknown): { text: string; url: URL } {
  const url = typeof text === 'string' && text.length <= MAX_REDIRECT_LENGTH ? URL.parse(text) : null;
  if (!url || url.username || url.password || url.hash) {
    throw new RegistrationRefused(
      'invalid_redirect_uri',
      'a redirect must be an address without credentials or fragment',
    );
  }
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
    throw new RegistrationRefused('invalid_redirect_uri', 'http is for redirects to this computer only');
  }
  return { text: text as string, url };
}

function readGrantTypes(types: unknown[]): string[] {
  return [...new Set(['authorization_code', ...GRANT_TYPES.filter((type) => types.includes(type))])];
}

function readAuthMethod(method: unknown): string {
  if (method === undefined) return 'client_secret_basic';
  if (typeof method === 'string' && AUTH_METHODS.includes(method)) return method;
  throw new RegistrationRefused(
    'invalid_client_metadata',
    `token_endpoint_auth_method must be ${AUTH_METHODS.join(' or ')}`,
  );
}
