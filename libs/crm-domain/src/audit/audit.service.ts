import { isUuidShaped } from '#platform';
import type { Db } from '../crm-database.js';
import { invalid } from '../errors.js';
import { AUDIT_ACTIONS, type AuditAuthor, type AuditNote } from './audit.js';
import type { AuditRow } from './audit.store.js';

/** Which entries are asked for: the newest first, `limit` (1 to 500) of those before the entry `before`. */
export interface AuditQuery {
  limit: number;
  before?: string | undefined;
  /** One of `AUDIT_ACTIONS`. */
  action?: string | undefined;
  /** The id of a user. */
  actor?: string | undefined;
}

/** An entry as it is shown. `name` is null of what is no person, or of one who is not known any more. */
export interface AuditView {
  entry: number;
  /** ISO 8601, in milliseconds. */
  occurred_at: string;
  action: AuditNote['action'];
  actor: { type: AuditAuthor['type']; id: string | null; name: string | null };
  through: AuditAuthor['through'];
  subject: AuditNote['subject'] & { name: string | null };
  details: NonNullable<AuditNote['details']>;
  /** SHA-256 in hexadecimal, of the digest of the entry before and of this entry. */
  digest: string;
}

const EXPIRED_AT_ONCE = 1000;

/** The audit log: who did what to a workspace itself. Who may read it is judged before. */
export class AuditService {
  constructor(private readonly db: Db) {}

  /** @throws DomainError validation */
  async list(workspaceId: string, query: AuditQuery): Promise<{ entries: AuditView[]; next: number | null }> {
    const { limit, before, action, actor } = query;
    if (action !== undefined && !AUDIT_ACTIONS.some((each) => each === action))
      throw invalid([{ path: 'action', message: 'No such action.', expected: 'an action', allowed: AUDIT_ACTIONS }]);
    if (actor !== undefined && !isUuidShaped(actor))
      throw invalid([{ path: 'actor', message: 'Expected the id of a user.', expected: 'uuid' }]);
    return this.db.autocommit(workspaceId, async ({ audit }) => {
      const rows = await audit.list({ limit: limit + 1, before, action, actor_id: actor });
      const entries = rows.slice(0, limit).map(read);
      const people = entries.flatMap((each) => [each.actor, each.subject]).filter(({ type }) => type === 'user');
      const names = await audit.names([...new Set(people.flatMap(({ id }) => id ?? []))]);
      for (const person of people) person.name = names.get(person.id ?? '') ?? null;
      return { entries, next: rows.length > limit ? entries.at(-1)!.entry : null };
    });
  }

  /** Lets entries from before a moment go. Gives how many. */
  async expire(before: Date): Promise<number> {
    let gone = 0;
    for (const workspaceId of await this.db.system.workspacesWithOldAuditEntries(before))
      for (let some = 1; some > 0; gone += some)
        some = await this.db.transaction(workspaceId, ({ audit }) => audit.expire(before, EXPIRED_AT_ONCE));
    return gone;
  }
}

type Kept = Pick<AuditView, 'actor' | 'through' | 'subject' | 'details'>;

function read({ entry_no, occurred_at, action, entry, digest }: AuditRow): AuditView {
  const { actor, through, subject, details } = JSON.parse(entry) as Kept;
  return {
    entry: Number(entry_no),
    occurred_at: occurred_at.toISOString(),
    action,
    actor: { ...actor, name: null },
    through,
    subject: { ...subject, name: null },
    details,
    digest: digest.toString('hex'),
  };
}
