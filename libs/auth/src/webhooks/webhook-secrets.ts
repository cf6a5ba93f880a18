import { z } from 'zod';

const STANDARD = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Secrets of webhooks, separated by commas: while one is replaced, both hold. */
export const webhookSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().refine(isStrong)))
  .optional()
  .describe('whsec_ and at least 16 bytes in base64, or a secret of WorkOS, or several of them separated by commas');

function isStrong(secret: string): boolean {
  return secret.startsWith('whsec_') ? STANDARD.test(secret) && secret.length >= 28 : secret.length >= 16;
}
