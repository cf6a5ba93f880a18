import { digestInSql } from '../audit/audit.store.js';
import type { SqlCheck } from './sql-check.js';

const DIGEST = digestInSql('e.before', {
  no: 'e.entry_no',
  at: 'e.occurred_at',
  action: 'e.action',
  actor: 'e.actor_id',
  entry: 'e.entry',
});

/** Whether a later entry holds the digest of the text that an erasure has left of this one. */
const VOUCHED = `exists (select 1 from audit_entry v
    where v.workspace_id = $1 and v.action = 'audit.redacted' and v.entry_no > e.entry_no
      and v.entry::json -> 'details' ->> 'entry' = e.entry_no::text
      and v.entry::json -> 'details' ->> 'sha256' = encode(sha256(convert_to(e.entry, 'UTF8')), 'hex'))`;

/** The audit log: each entry holds the digest of the one before, so that none can be changed or taken out. */
export const AUDIT_CHECKS: readonly SqlCheck[] = [
  {
    check: 'audit log',
    what: 'Entries of the audit log were changed, or entries before them are missing',
    sql: `select 'entry ' || e.entry_no as id
      from (select a.*, h.first_no,
          coalesce(lag(a.digest) over (order by a.entry_no), h.first_before, '') as before,
          coalesce(lag(a.entry_no) over (order by a.entry_no), h.first_no - 1) as previous
        from audit_entry a left join audit_head h on h.workspace_id = $1 where a.workspace_id = $1) e
      where e.entry_no is distinct from e.previous + 1 or (e.digest is distinct from ${DIGEST} and not ${VOUCHED})
        or e.actor_id::text is distinct from e.entry::json -> 'actor' ->> 'id'`,
  },
  {
    check: 'audit log',
    what: 'The newest entries of the audit log are missing',
    sql: `select 'entry ' || h.last_no as id from audit_head h
      where h.workspace_id = $1 and h.last_no >= h.first_no and not exists (select 1 from audit_entry a
        where a.workspace_id = $1 and a.entry_no = h.last_no and a.digest = h.last_digest)`,
  },
];
