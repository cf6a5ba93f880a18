import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/db.js';
import { DomainError } from '../errors.js';
import type { LoginRow, MembershipRow, SessionRow } from './sign-in.store.js';

/** A sign-in that has begun: what goes to the identity provider, and what stays in the browser's cookie. */
export interface BegunLogin {
  state: string;
  nonce: string;
  browser: string;
}

/** Somebody who is signed in to the screens. */
export interface Person extends SessionRow {
  memberships: MembershipRow[];
}

// Raising a connection asks for a sign-in no older than this.
const FRESH = 15 * 60_000;

/** Sign-in to the screens, by the same identity provider as the tools'. Nothing here is reachable with a bearer token. */
export class SignInService {
  constructor(private readonly db: Db) {}

  async begin(login: Pick<LoginRow, 'code_verifier' | 'return_to'>): Promise<BegunLogin> {
    const begun = { state: secret(), nonce: secret(), browser: secret() };
    const row = { ...login, nonce: begun.nonce, state_hash: hash(begun.state), browser_hash: hash(begun.browser) };
    await this.db.read('', (stores) => stores.signIns.insertLogin(row));
    return begun;
  }

  /** Once, within ten minutes, in the browser that began. */
  async take(state: string, browser: string): Promise<LoginRow | undefined> {
    return this.db.read('', (stores) => stores.signIns.takeLogin(hash(state), hash(browser)));
  }

  /** Opens a session and gives its secret, which only the browser keeps. @throws DomainError forbidden for a person nobody knows here */
  async open(who: { issuer: string; subject: string; auth_time: Date }): Promise<string> {
    const user_id = await this.db.read('', (stores) => stores.signIns.findUser(who.issuer, who.subject));
    if (!user_id)
      throw new DomainError(
        'forbidden',
        'You are signed in, but you are not a member of any workspace here. Ask an admin to add you.',
      );
    const token = secret();
    await this.db.read('', (stores) =>
      stores.signIns.insertSession({ session_hash: hash(token), user_id, csrf: secret(), auth_time: who.auth_time }),
    );
    return token;
  }

  /** Whose session this is, with their memberships as they are now. */
  async find(token: string): Promise<Person | undefined> {
    return this.db.read('', async (stores) => {
      const row = await stores.signIns.useSession(hash(token));
      return row && { ...row, memberships: await stores.signIns.membershipsOf(row.user_id) };
    });
  }

  async close(token: string): Promise<void> {
    await this.db.read('', (stores) => stores.signIns.deleteSession(hash(token)));
  }
}

/** Whether a person proved who they are a moment ago. */
export function isFresh(person: Person, now = Date.now()): boolean {
  return now - person.auth_time.getTime() < FRESH;
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
