import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Whether there is something that may be a signature. */
export function hasMetaSignature(header: unknown): boolean {
  return typeof header === 'string' && SIGNATURE.test(header);
}

/**
 * Whether Meta sent these very bytes: `X-Hub-Signature-256` is their HMAC with the secret of the app. Several secrets
 * may hold, because Instagram's login is an app of its own, and while one is replaced.
 */
export function isSignedByMeta(body: Buffer, header: unknown, secrets: readonly string[]): boolean {
  const [, hex] = SIGNATURE.exec(typeof header === 'string' ? header : '') ?? [];
  if (!hex) return false;
  const given = Buffer.from(hex, 'hex');
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given));
}
