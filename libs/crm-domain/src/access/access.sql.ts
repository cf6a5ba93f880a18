import type { Claim } from '../actor.js';

/**
 * Authorisation as a part of other statements: parameters $1 to $5 are those of `accessValues`, the columns those of
 * `AccessRow`. Every join is by primary key, so it costs a read no round trip and a few microseconds.
 */
export const ACCESS_COLUMNS = `w.schema_version, w.api_access, k.name as key_name, u.name as user_name, m.role,
  c.connection_id, c.revoked_at as connection_revoked_at,
  case
    when $5 then 15
    when not w.api_access then 0
    when k.api_key_id is not null then k.capabilities
    when m.user_id is not null and u.user_id is not null and c.revoked_at is null
      then coalesce(c.access, 1) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
    else 0
  end as may`;

export const ACCESS_FROM = `workspace w
  left join api_key k on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  left join membership m on m.workspace_id = $1 and m.user_id = $3::uuid
  left join app_user u on u.user_id = $3::uuid and u.deactivated_at is null
  left join connection c on c.workspace_id = $1 and c.user_id = $3::uuid and c.client_id = $4::text`;

/**
 * The same for writes that were planned with a schema: while such a write runs, the schema cannot change, and one that
 * comes after a change sees the new `schema_version`.
 */
export const ACCESS_HELD = `access as (select ${ACCESS_COLUMNS} from ${ACCESS_FROM} where w.workspace_id = $1::uuid for key share of w)`;

/** `with access as (...)`: the same as a common table expression, for writes that must depend on it. */
export const ACCESS = `access as (select ${ACCESS_COLUMNS} from ${ACCESS_FROM} where w.workspace_id = $1::uuid)`;

export function accessValues(claim: Claim): unknown[] {
  return [claim.workspace_id, claim.api_key_id, claim.user_id, claim.client_id, claim.trusted];
}
