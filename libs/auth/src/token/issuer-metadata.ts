import { fetchJson } from './fetch-json.js';
import { isSecureUrl } from './secure-url.js';

/** The metadata document of an authorization server, as it stands on the wire; `issuer` was compared. */
type IssuerMetadata = Record<string, unknown> & { issuer: string };

/**
 * Where an issuer may publish its metadata, in the order in which it is asked: RFC 8414, then OpenID Connect with the
 * well-known part before the issuer's path, then after it.
 */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`;
  const inserted = `${origin}/.well-known/openid-configuration${path}`;
  const appended = `${origin}${path}/.well-known/openid-configuration`;
  return [...new Set([oauth, inserted, appended])];
}

/**
 * The provider's own description of itself. A document that names another issuer is not the provider's (RFC 8414 section
 * 3.3): it is skipped like a missing one.
 *
 * @throws Error with all attempts in its text, for the log only
 */
async function fetchIssuerMetadata(issuer: string, timeoutMs?: number): Promise<IssuerMetadata> {
  const failures: string[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      const document = await fetchJson(url, timeoutMs);
      if (document.issuer === issuer) return document as IssuerMetadata;
      failures.push(`${url} describes another issuer`);
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
export async function findJwksUri(issuer: string, timeoutMs?: number): Promise<string> {
  const { jwks_uri } = await fetchIssuerMetadata(issuer, timeoutMs);
  if (typeof jwks_uri !== 'string' || !isSecureUrl(jwks_uri)) {
    throw new Error(`The metadata of ${issuer} names no https address (or http on a loopback host) for its keys`);
  }
  return jwks_uri;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
