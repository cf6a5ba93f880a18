import { createHash, randomBytes } from 'node:crypto';
import { logger } from '#platform';
import { atConsole } from '../audit/audit.js';
import type { Caller, Provenance } from '../actor.js';
import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import type { MembershipRow, SessionRow } from './sign-in.store.js';

/** Somebody who is signed in to the screens, as their session says at this very request. Nothing but that makes one. */
class SignedInPerson {
  readonly #session: SessionRow;
  readonly #failures: readonly unknown[];

  /** @param failures why some memberships may be missing */
  constructor(
    session: SessionRow,
    readonly memberships: readonly MembershipRow[],
    failures: readonly unknown[],
  ) {
    this.#session = session;
    this.#failures = failures;
  }

  get user_id(): string {
    return this.#session.user_id;
  }

  get email(): string {
    return this.#session.email;
  }

  get csrf(): string {
    return this.#session.csrf;
  }

  get auth_time(): Date {
    return this.#session.auth_time;
  }

  /**
   * @throws DomainError not_found, the same for a strange workspace and one that never was; unavailable while it may be
   * one of those that cannot be reached
   */
  memberOf(workspaceId: string): SignedInMember {
    const membership = this.memberships.find((each) => each.workspace_id === workspaceId);
    if (!membership && this.#failures.length > 0) throw this.#failures[0];
    if (!membership) throw new DomainError('not_found', 'Workspace not found.');
    return new SignedInMember(this, membership);
  }
}

/** A person who is signed in, in one of their workspaces: who is given one need not ask whose ids these are. */
class SignedInMember {
  readonly #person: SignedInPerson;
  readonly #membership: MembershipRow;

  constructor(person: SignedInPerson, membership: MembershipRow) {
    this.#person = person;
    this.#membership = membership;
  }

  get user_id(): string {
    return this.#person.user_id;
  }

  get workspace_id(): string {
    return this.#membership.workspace_id;
  }

  get workspace_name(): string {
    return this.#membership.workspace_name;
  }

  get role(): MembershipRow['role'] {
    return this.#membership.role;
  }

  /**
   * The same as services know callers: no client stands between, so that no connection decides what they may do.
   * Membership and entitlement are asked with each statement all the same.
   */
  callerOf(requestId: string): Caller {
    const { workspace_id, user_id } = this;
    const via: Provenance = { origin: 'console', request_id: requestId };
    return { workspace_id, user_id, api_key_id: null, client_id: null, trusted: false, via };
  }
}

// As types alone: their constructors stay here.
/** Somebody who is signed in to the console. */
export type Person = SignedInPerson;
/** A person who is signed in, in one of their workspaces. */
export type Member = SignedInMember;

/** Workspaces of one person whose logs tell of a sign-in. */
const MAX_NOTED = 100;

// Raising a connection asks for a sign-in no older than this.
const FRESH = 15 * 60_000;

/**
 * Sign-in to the screens, by the same identity provider as the tools'. Nothing here is reachable with a bearer token.
 */
export class SignInService {
  constructor(private readonly db: Db) {}

  /**
   * Opens a session and gives its secret, which only the browser keeps.
   *
   * @throws DomainError forbidden for a person nobody knows here
   */
  async open(who: { issuer: string; subject: string; auth_time: Date }): Promise<string> {
    const user_id = await this.db.autocommit('', (stores) => stores.signIns.findUser(who.issuer, who.subject));
    if (!user_id)
      throw new DomainError(
        'forbidden',
        'You are signed in, but you are not a member of any workspace here. Ask an admin to add you.',
      );
    const token = secret();
    await this.db.autocommit('', (stores) =>
      stores.signIns.insertSession({ session_hash: hash(token), user_id, csrf: secret(), auth_time: who.auth_time }),
    );
    await this.note(user_id);
    return token;
  }

  /** In the log of each workspace; one that cannot be reached keeps nobody from the others. */
  private async note(user_id: string): Promise<void> {
    const failures: unknown[] = [];
    const memberships = await this.db.autocommit('', (stores) => stores.signIns.membershipsOf(user_id, failures));
    const done = { action: 'session.opened', by: atConsole(user_id), subject: { type: 'user', id: user_id } } as const;
    for (const { workspace_id } of memberships.slice(0, MAX_NOTED))
      await this.db
        .autocommit(workspace_id, ({ audit }) => audit.append(done))
        .catch((error: unknown) => failures.push(error));
    for (const error of failures) logger.warn({ user_id, err: error }, 'A sign-in could not be written to a log.');
  }

  /** Whose session this is, with their memberships as they are now. */
  async find(token: string): Promise<Person | undefined> {
    return this.db.autocommit('', async (stores) => {
      const row = await stores.signIns.useSession(hash(token));
      const failures: unknown[] = [];
      return row && new SignedInPerson(row, await stores.signIns.membershipsOf(row.user_id, failures), failures);
    });
  }

  async close(token: string): Promise<void> {
    await this.db.autocommit('', (stores) => stores.signIns.deleteSession(hash(token)));
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
