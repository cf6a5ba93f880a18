import { createHmac, sign, type KeyObject } from 'node:crypto';

export interface TokenParts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}

const DIGESTS: Record<string, string> = { RS256: 'sha256', RS384: 'sha384', ES256: 'sha256', ES384: 'sha384' };

/** Makes any JWT, the impossible ones included: a library would refuse to sign most of what the tests need. */
export function signToken({ header, payload }: TokenParts, key: KeyObject | string): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signatureOf(input, String(header.alg), key).toString('base64url')}`;
}

function signatureOf(input: string, alg: string, key: KeyObject | string): Buffer {
  if (alg === 'none') return Buffer.alloc(0);
  if (alg.startsWith('HS')) return createHmac('sha256', key).update(input).digest();
  if (typeof key === 'string') throw new Error('an asymmetric algorithm needs a key object');
  return sign(DIGESTS[alg] ?? 'sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
