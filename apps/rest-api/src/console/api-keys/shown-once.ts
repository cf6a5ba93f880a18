import { createHash } from 'node:crypto';
import type { Person } from '#crm-domain/people';
import { Vault, VaultError } from '#platform';

/** A key that was made, on its way to the one page that shows it. */
export interface MadeKey {
  api_key_id: string;
  api_key: string;
}

/**
 * What the page after a form shows once travels in a cookie, sealed for the session that sent the form: nothing of it
 * is kept here, nobody else's browser can be given one, and a log of headers holds nothing that opens.
 */
export function sealed(person: Person, made: MadeKey): string {
  return vaultOf(person).seal(person.user_id, JSON.stringify(made));
}

/** Undefined for what was not sealed for this session. */
export function opened(person: Person, cookie: string): MadeKey | undefined {
  try {
    return JSON.parse(vaultOf(person).open(person.user_id, cookie)) as MadeKey;
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** By the form token, which only the session's row and its own pages hold. */
function vaultOf({ csrf }: Person): Vault {
  return new Vault(new Map([['session', createHash('sha256').update(`shown once ${csrf}`).digest()]]));
}
