import { MAX_CREDENTIAL_BYTES } from './bearer.js';
import { TokenRefused } from './token-errors.js';
import type { TokenSettings } from './token-settings.js';

/** The members of a JOSE header that decide anything here. Addresses of keys (`jku`, `x5u`, `jwk`) never do. */
export interface TokenHeader {
  alg: string;
  kid: string;
}

const MAX_KID = 200;
const THREE_PARTS = /^([\w-]+)\.[\w-]+\.[\w-]+$/;

/**
 * The cheap gate before any work with keys: shape, size, pinned algorithm, an id of a key. Nothing read here is trusted
 * later; it only decides which key is tried.
 *
 * @throws TokenRefused
 */
export function readHeader(token: string, { algorithms }: Pick<TokenSettings, 'algorithms'>): TokenHeader {
  if (token.length > MAX_CREDENTIAL_BYTES) throw new TokenRefused('longer than a token may be');
  const encoded = THREE_PARTS.exec(token)?.[1];
  if (!encoded) throw new TokenRefused('not a signed JWT');
  const { alg, kid } = parseHeader(encoded);
  if (typeof alg !== 'string' || !(algorithms as readonly string[]).includes(alg)) {
    throw new TokenRefused('algorithm is not one of the configured ones');
  }
  if (typeof kid !== 'string' || !kid || kid.length > MAX_KID) throw new TokenRefused('key id is missing or unfit');
  return { alg, kid };
}

function parseHeader(encoded: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {};
  } catch {
    throw new TokenRefused('header is no JSON');
  }
}
