import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** As many as Postgres does. */
const ITERATIONS = 4096;
const BYTES = 32;

/** A password that nobody can guess, of letters and digits that need no quotes in an address. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * What Postgres keeps of a password (RFC 5803): sent in its place, so that no log of statements has the password.
 *
 * @param password in ASCII
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, BYTES, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
