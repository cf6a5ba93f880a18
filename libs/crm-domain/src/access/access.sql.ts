import type { Caller } from '../actor.js';

/**
 * On whose word a caller stands. Each is proved by other tables, and a join that finds nothing has to be made ready all
 * the same, with every statement: all of them for everybody would be a fifth of what reading a record costs.
 */
export type Bearer = 'key' | 'person' | 'service';

export interface AccessSql {
  bearer: Bearer;
  /** What the credential may do, as bits; 0 when it is worth nothing. */
  may: string;
  /** Those of an `AccessRow`. */
  columns: string;
  /** Every join is by primary key, so it costs a read no round trip and a few microseconds. */
  from: string;
  /** The first parameter that is free; those before it are the `accessValues`. */
  next: number;
}

// Who comes without a client is at the console, where no connection decides what a person may do with their own things.
const MAY: Record<Bearer, string> = {
  key: 'case when w.api_access then coalesce(k.capabilities, 0) else 0 end',
  person: `case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end`,
  service: '15',
};

/**
 * Authorisation as a part of other statements: one row where the workspace exists, whatever the credential is worth.
 */
const ACCESS: Record<Bearer, AccessSql> = {
  key: {
    bearer: 'key',
    may: MAY.key,
    columns: `w.schema_version, w.api_access, k.name as actor_name, ${MAY.key} as may`,
    from: `workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())`,
    next: 3,
  },
  person: {
    bearer: 'person',
    may: MAY.person,
    columns: `w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, ${MAY.person} as may`,
    from: `workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text`,
    next: 4,
  },
  service: {
    bearer: 'service',
    may: MAY.service,
    columns: `w.schema_version, w.api_access, null::text as actor_name, ${MAY.service} as may`,
    from: 'workspace w',
    next: 2,
  },
};

export function bearerOf(caller: Caller): Bearer {
  if (caller.trusted) return 'service';
  return caller.api_key_id ? 'key' : 'person';
}

export function accessOf(caller: Caller): AccessSql {
  return ACCESS[bearerOf(caller)];
}

/** The parameters from $1 on that the access of a caller takes. */
export function accessValues(caller: Caller): unknown[] {
  const { workspace_id, api_key_id, user_id, client_id } = caller;
  const values = {
    key: [workspace_id, api_key_id],
    person: [workspace_id, user_id, client_id],
    service: [workspace_id],
  };
  return values[bearerOf(caller)];
}

/** Of a statement with access in it, one for each bearer, so that their texts are made once. */
export function forEachBearer<Made>(make: (access: AccessSql) => Made): Record<Bearer, Made> {
  return { key: make(ACCESS.key), person: make(ACCESS.person), service: make(ACCESS.service) };
}

/** `with access as (...)`: the same as a common table expression, for statements that must depend on it. */
export function accessTable({ columns, from }: AccessSql): string {
  return `access as (select ${columns} from ${from} where w.workspace_id = $1::uuid)`;
}

/**
 * The same for writes that were planned with a schema: while such a write runs, the schema cannot change, and one that
 * comes after a change sees the new `schema_version`.
 */
export function accessHeld({ columns, from }: AccessSql): string {
  return `access as (select ${columns} from ${from} where w.workspace_id = $1::uuid for key share of w)`;
}
