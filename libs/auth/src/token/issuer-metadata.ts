import { fetchJson } from './fetch-json.js';
import { isSecureUrl } from './secure-url.js';

/** The metadata document of an authorization server, as it stands on the wire. */
export type IssuerMetadata = Record<string, unknown>;

/**
 * Where an issuer may publish its metadata, in the order in which it is asked: RFC 8414, then OpenID Connect with the
 * well-known part before the issuer's path, then after it.
 */
export function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`;
  const inserted = `${origin}/.well-known/openid-configuration${path}`;
  const appended = `${origin}${path}/.well-known/openid-configuration`;
  return [...new Set([oauth, inserted, appended])];
}

/**
 * The provider's own description of itself, and what `adopt` makes of it. A document that names another issuer is not
 * the provider's (RFC 8414 section 3.3): it is skipped like a missing one, and so is one at which `adopt` throws.
 *
 * @throws Error with all attempts in its text, for the log only
 */
export async function fetchIssuerMetadata<Adopted>(
  issuer: string,
  adopt: (document: IssuerMetadata) => Adopted,
  timeoutMs?: number,
): Promise<Adopted> {
  const failures: string[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      const document = await fetchJson(url, timeoutMs);
      if (document.issuer !== issuer) throw new Error(`it describes another issuer, ${String(document.issuer)}`);
      return adopt(document);
    } catch (error) {
      failures.push(`${url}: ${reasonOf(error)}`);
    }
  }
  throw new Error(`No metadata for ${issuer}: ${failures.join('; ')}`);
}

/**
 * Address of the issuer's keys, from its metadata.
 *
 * @throws Error
 */
export function findJwksUri(issuer: string, timeoutMs?: number): Promise<string> {
  return fetchIssuerMetadata(issuer, jwksUriOf, timeoutMs);
}

function jwksUriOf({ jwks_uri }: IssuerMetadata): string {
  if (typeof jwks_uri === 'string' && isSecureUrl(jwks_uri)) return jwks_uri;
  throw new Error('it names no https address (or http on a loopback host) for the keys');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
