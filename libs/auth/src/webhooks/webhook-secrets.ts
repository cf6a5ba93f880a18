import { z } from 'zod';

const STANDARD = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Secrets of webhooks, separated by commas: while one is replaced, both hold. */
export const webhookSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().refine(isStrong, 'Expected whsec_ with 16 bytes of base64 at least, or the secret of WorkOS.')))
  .optional();

function isStrong(secret: string): boolean {
  return secret.startsWith('whsec_') ? STANDARD.test(secret) && secret.length >= 28 : secret.length >= 16;
}
