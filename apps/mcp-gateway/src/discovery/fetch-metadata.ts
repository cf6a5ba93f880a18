import { adoptMetadata, isSafeUrl, type Metadata } from './metadata-policy.js';

/** Milliseconds for one document, body included. */
const TIME_LIMIT = 5_000;
/** Bytes; real documents have a few thousand. */
const SIZE_LIMIT = 256 * 1024;

/** Where an issuer's metadata may stand, in the order to ask: RFC 8414, OpenID Connect inserted, OpenID Connect appended. */
export function candidateUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(urls)];
}

/**
 * Fetches the metadata of the configured issuer and adopts the first document that holds.
 * @throws AggregateError with the reason per address
 */
export async function fetchMetadata(issuer: string): Promise<Metadata> {
  if (!isSafeUrl(issuer)) throw new Error('the issuer must be an https URL');
  const reasons: unknown[] = [];
  for (const url of candidateUrls(issuer)) {
    try {
      return adoptMetadata(await fetchJson(url), issuer);
    } catch (error) {
      reasons.push(new Error(`${url}: ${String(error)}`, { cause: error }));
    }
  }
  throw new AggregateError(reasons, reasons.map(String).join('; '));
}

/** Redirects are errors: where metadata stands is the operator's word, and a redirect could point anywhere inside. */
async function fetchJson(url: string): Promise<unknown> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const response = await fetch(url, { redirect: 'error', signal, headers: { accept: 'application/json' } });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.length > SIZE_LIMIT) throw new Error('the document is too long');
  }
  return JSON.parse(text);
}
