import type { Session } from '../db/session.js';

export type Role = 'admin' | 'member';

/** A person as the identity provider names them. */
export interface PersonKey {
  issuer: string;
  subject: string;
}

export interface PersonRow extends PersonKey {
  user_id: string;
  email: string;
  name: string;
}

/** Somebody who was told of before. */
export interface KnownUser {
  user_id: string;
  is_service: boolean;
  is_active: boolean;
  /** When the provider deleted them, by its clock; an operator may have added them again since. */
  identity_deleted_at: Date | null;
}

/** Which members are meant. */
interface MemberWish {
  email?: string | undefined;
  subject?: string | undefined;
  /** Of a service. */
  service_user_id?: string;
}

/** What the identity provider told. People are shared by workspaces, so only memberships name one. */
export class IdentityStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Gives whether the delivery is new; waits for another transaction that takes it in at this moment. */
  async remember(eventId: string): Promise<boolean> {
    const text = 'insert into identity_event (event_id) values ($1) on conflict (event_id) do nothing returning 1';
    return (await this.session.query({ text }, [eventId])).length === 1;
  }

  async forgetOld(): Promise<void> {
    const text = `delete from identity_event where event_id in
      (select event_id from identity_event where received_at < now() - interval '1 day' for update skip locked)`;
    await this.session.query({ text }, []);
  }

  /** Until the transaction ends: events of one person are taken in one after the other. */
  async lock({ issuer, subject }: PersonKey): Promise<void> {
    const text = `select pg_advisory_xact_lock(hashtextextended($1, 0))`;
    await this.session.query({ text }, [JSON.stringify([issuer, subject])]);
  }

  async findWorkspace(orgId: string): Promise<string | undefined> {
    if (this.session.tenantNames) return this.session.tenantNames.find('organisation', orgId);
    const text = 'select workspace_id from workspace where external_org_id = $1';
    const [row] = await this.session.query<{ workspace_id: string }>({ text }, [orgId]);
    return row?.workspace_id;
  }

  async findUser({ issuer, subject }: PersonKey): Promise<KnownUser | undefined> {
    const text = `select user_id, service_client_id is not null as is_service, deactivated_at is null as is_active,
        identity_deleted_at
      from app_user where issuer = $1 and subject = $2`;
    const [row] = await this.session.query<KnownUser>({ text }, [issuer, subject]);
    return row;
  }

  /** Members of the workspace of whom all holds that is given, two at most. */
  findMembers({ email, subject, service_user_id }: MemberWish): Promise<PersonRow[]> {
    const text = `select u.user_id, u.issuer, u.subject, u.email, u.name
      from membership m
      join app_user u on u.user_id = m.user_id
      where m.workspace_id = $1 and ($2::text is null or u.email = $2) and ($3::text is null or u.subject = $3)
        and ($4::uuid is null or (m.user_id = $4 and u.service_client_id is not null)) limit 2`;
    const values = [this.workspaceId, email ?? null, subject ?? null, service_user_id ?? null];
    return this.session.query<PersonRow>({ text }, values);
  }

  /** Does nothing when the person is known, active or not. */
  async addUser({ user_id, issuer, subject, email, name }: PersonRow): Promise<void> {
    const text = `insert into app_user (user_id, issuer, subject, email, name) values ($1, $2, $3, $4, $5)
      on conflict (issuer, subject) do nothing`;
    await this.session.query({ text }, [user_id, issuer, subject, email, name]);
  }

  /**
   * Gives the user's id, or nothing when they are deactivated, or something newer is known of them. Nor for a service:
   * what it is called and where it is a member, only the operator says.
   */
  async saveUser({ user_id, issuer, subject, email, name }: PersonRow, at: Date): Promise<string | undefined> {
    const text = `insert into app_user (user_id, issuer, subject, email, name, identity_changed_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (issuer, subject)
      do update
      set email = excluded.email, name = excluded.name, identity_changed_at = excluded.identity_changed_at
      where app_user.deactivated_at is null and app_user.service_client_id is null
        and coalesce(app_user.identity_changed_at <= excluded.identity_changed_at, true)
        and coalesce(app_user.identity_deleted_at < excluded.identity_changed_at, true)
      returning user_id`;
    const [row] = await this.session.query<{ user_id: string }>({ text }, [user_id, issuer, subject, email, name, at]);
    return row?.user_id;
  }

  /** Nothing that the provider says of them later lets them in again; only an operator does. */
  async deactivateUser({ issuer, subject }: PersonKey, at: Date): Promise<void> {
    // Not coalesce: a Citus refuses now() in it, where all copies of a row are changed.
    const text = `update app_user
      set deactivated_at = least(deactivated_at, now()), identity_deleted_at = greatest(identity_deleted_at, $3)
      where issuer = $1 and subject = $2`;
    await this.session.query({ text }, [issuer, subject, at]);
  }

  /** Takes back all that the provider told of their memberships, in every workspace. */
  async endMemberships({ issuer, subject }: PersonKey, at: Date): Promise<void> {
    const text = `update identity_membership set role = null, changed_at = greatest(changed_at, $3)
      where issuer = $1 and subject = $2`;
    await this.session.query({ text }, [issuer, subject, at]);
  }

  /** The workspaces that a person belongs to, in the order in which several are locked. */
  async workspacesOf(userId: string): Promise<string[]> {
    const text = 'select workspace_id from membership where user_id = $1 order by workspace_id';
    const rows = await this.session.query<{ workspace_id: string }>({ name: 'identity-workspaces', text }, [userId]);
    return rows.map(({ workspace_id }) => workspace_id);
  }

  /** Gives whether nothing newer was known. Of what happened at the same time, a removal holds. */
  async noteMembership({ issuer, subject }: PersonKey, role: Role | null, at: Date): Promise<boolean> {
    const text = `insert into identity_membership as known (workspace_id, issuer, subject, role, changed_at)
      values ($1, $2, $3, $4, $5)
      on conflict (workspace_id, issuer, subject) do update set role = excluded.role, changed_at = excluded.changed_at
      where (excluded.changed_at, excluded.role is null) >= (known.changed_at, known.role is null)
      returning 1`;
    return (await this.session.query({ text }, [this.workspaceId, issuer, subject, role, at])).length === 1;
  }

  /** Memberships that were told before the person was, in every workspace. Gives those that are new. */
  async joinWaiting(userId: string, { issuer, subject }: PersonKey): Promise<{ workspace_id: string; role: Role }[]> {
    const text = `insert into membership (workspace_id, user_id, role)
      select workspace_id, $1, role from identity_membership where issuer = $2 and subject = $3 and role is not null
      on conflict (workspace_id, user_id) do nothing returning workspace_id, role`;
    return this.session.query({ text }, [userId, issuer, subject]);
  }

  /**
   * Who comes back later finds their connections as they were new: able to read, and revoked ones revoked. Gives whether
   * they were a member.
   */
  async removeMember(userId: string): Promise<boolean> {
    const text = `with removed as (delete from membership where workspace_id = $1 and user_id = $2 returning 1),
      lowered as (update connection set access = 1, raised_at = null, asked_access = null, asked_at = null, version = version + 1,
          approval = case when approval = 'required' then approval else 'as_workspace' end
      where workspace_id = $1 and user_id = $2 and access > 1)
      select 1 from removed`;
    return (await this.session.query({ text }, [this.workspaceId, userId])).length === 1;
  }
}
