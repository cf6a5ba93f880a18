import { rowsOfParts, type Session } from '../db/session.js';
import type { AuditNote } from './audit.js';

/** An entry as it is kept. `entry` is JSON of its author, its subject and its details. */
export interface AuditRow {
  entry_no: string;
  occurred_at: Date;
  action: AuditNote['action'];
  entry: string;
  digest: Buffer;
}

/** Which entries are wanted: the newest first, those before `before`. */
export interface AuditPage {
  limit: number;
  before?: string | undefined;
  action?: string | undefined;
  actor_id?: string | undefined;
}

/**
 * The digest of an entry, in SQL: whoever reads the log can compute it from what is shown. All are expressions;
 * `before` is the digest of the entry before, and empty for the first.
 */
export const digestInSql = (before: string, { no, at, action, actor, entry }: Record<string, string>): string =>
  `sha256(${before} || convert_to(concat_ws(E'\\n', (${no})::text,
      to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ${action}, coalesce(${actor}::text, '-'), ${entry}), 'UTF8'))`;

const ADDED = { at: `date_trunc('milliseconds', now())`, action: '$2::text', actor: '$3::uuid', entry: '$4::text' };

// The row of the head is held until the transaction ends: entries stand one behind the other.
const APPEND = `with head as (
    insert into audit_head as h (workspace_id, last_no, last_digest)
      values ($1, 1, ${digestInSql(`''::bytea`, { ...ADDED, no: '1' })})
    on conflict (workspace_id) do update set last_no = h.last_no + 1,
      last_digest = ${digestInSql('h.last_digest', { ...ADDED, no: 'h.last_no + 1' })}
      where h.workspace_id = $1
    returning last_no, last_digest)
  insert into audit_entry (workspace_id, entry_no, occurred_at, action, actor_id, entry, digest)
    select $1, last_no, ${ADDED.at}, ${ADDED.action}, ${ADDED.actor}, ${ADDED.entry}, last_digest from head`;

const LIST = `select e.entry_no::text, e.occurred_at, e.action, e.entry, e.digest from audit_entry e
  where e.workspace_id = $1 and e.entry_no < coalesce($2::bigint, 9223372036854775807)
    and ($3::text is null or e.action = $3) and ($4::uuid is null or e.actor_id = $4)
  order by e.entry_no desc limit $5`;

const EXPIRE = `with oldest as (select entry_no, occurred_at from audit_entry where workspace_id = $1 order by entry_no limit $3),
  edge as (select max(entry_no) as entry_no from oldest where occurred_at < $2),
  gone as (delete from audit_entry e using edge where e.workspace_id = $1 and e.entry_no <= edge.entry_no
    returning e.entry_no, e.digest),
  moved as (update audit_head h set first_no = gone.entry_no + 1, first_before = gone.digest from gone, edge
    where h.workspace_id = $1 and gone.entry_no = edge.entry_no)
  select count(*)::int as n from gone`;

/** The audit log of a workspace. */
export class AuditStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Part of the transaction that does what it tells, and the last statement of it: others wait for its place. */
  async append({ action, by, subject, details = {} }: AuditNote): Promise<void> {
    const entry = JSON.stringify({ actor: { type: by.type, id: by.id }, through: by.through, subject, details });
    await this.session.query({ name: 'audit-append', text: APPEND }, [this.workspaceId, action, by.id, entry]);
  }

  list({ limit, before, action, actor_id }: AuditPage): Promise<AuditRow[]> {
    const values = [this.workspaceId, before ?? null, action ?? null, actor_id ?? null, limit];
    return this.session.query<AuditRow>({ text: LIST }, values);
  }

  /** Names of people, by their ids. */
  async names(userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const text = 'select user_id, name from app_user where user_id = any($1::uuid[])';
    const rows = await this.session.query<{ user_id: string; name: string }>({ text }, [userIds]);
    return new Map(rows.map(({ user_id, name }) => [user_id, name]));
  }

  /** Takes away entries from before a moment, from the oldest on. Gives how many. */
  async expire(before: Date, most: number): Promise<number> {
    const values = [this.workspaceId, before, most];
    const [row] = await this.session.query<{ n: number }>({ name: 'audit-expire', text: EXPIRE }, values);
    return row!.n;
  }
}

/** Workspaces whose oldest entry is from before a moment. */
export async function workspacesWithOldEntries(session: Session, before: Date): Promise<string[]> {
  const statement = {
    name: 'audit-old-workspaces',
    text: `select h.workspace_id from audit_head h
      join audit_entry e on e.workspace_id = h.workspace_id and e.entry_no = h.first_no
      where e.occurred_at < $1 limit 1000`,
  };
  const rows = await rowsOfParts<{ workspace_id: string }>(session, statement, [before]);
  return rows.map(({ workspace_id }) => workspace_id);
}
