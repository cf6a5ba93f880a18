import { IsNull, Not } from 'typeorm';
import { NOW } from '../db/columns.js';
import type { Session } from '../db/session.js';
import { TenantTable, type Where, type Written } from '../db/tenant-table.js';
import type { Approval } from './approval.js';
import { ConnectionEntity } from './connection.entity.js';

/** A connection and the subject of its user, with the name of one that is a service. */
export type ConnectionRow = ConnectionEntity & { subject: string; service_name: string | null };

export interface ConnectionKey {
  user_id: string;
  client_id: string;
}

/**
 * Who changes a connection: its owner on the screen, with the version they saw, or an operator without either.
 */
export interface ConnectionChange {
  user_id?: string;
  version?: number;
  /** The admin who changes the connection of a service, which cannot do so itself. */
  admin_user_id?: string;
}

/** What a token names, whether or not the two belong together. */
export interface ResolvedToken {
  workspace_id: string;
  user_id: string;
  service_client_id: string | null;
}

const ALL = `c.connection_id, c.workspace_id, c.user_id, u.subject,
  case when u.service_client_id is not null then u.name end as service_name, c.client_id, c.client_name, c.client_redirect, c.access, c.approval, c.version,
  c.created_at, c.last_used_at, c.raised_at, c.asked_access, c.asked_at, c.revoked_at`;

/** Whether the workspace has the rule. */
const NEEDS_APPROVAL = 'exists (select 1 from workspace w where w.workspace_id = $1 and w.drafts_need_approval)';

const ONE_MORE = () => 'version + 1';

export class ConnectionStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get connections(): TenantTable<ConnectionEntity> {
    return new TenantTable(this.session, ConnectionEntity, this.workspaceId);
  }

  /** A new connection can read and nothing else. Does nothing when there is one, revoked or not; gives whether it was made. */
  insert(
    connection: ConnectionKey & Pick<ConnectionRow, 'connection_id' | 'client_name' | 'client_redirect'>,
    { isUsed = true } = {},
  ): Promise<boolean> {
    return this.connections.insertNew({ ...connection, ...(isUsed && { last_used_at: NOW }) });
  }

  /** Revoked or not. */
  async isThere(connection_id: string): Promise<boolean> {
    return (await this.connections.count({ connection_id })) > 0;
  }

  /** Those of the services that are members, by name. */
  listOfServices(): Promise<ConnectionRow[]> {
    const text = `select ${ALL} from connection c
      join membership m on m.workspace_id = $1 and m.user_id = c.user_id
      join app_user u on u.user_id = c.user_id
      where c.workspace_id = $1 and u.service_client_id is not null order by u.name, c.connection_id`;
    return this.session.query<ConnectionRow>({ text }, [this.workspaceId]);
  }

  /** Those of one user, or all of the workspace, the newest first; where they are more than `most`, those used last that are not revoked. */
  list(userId: string | null, most: number | null): Promise<ConnectionRow[]> {
    const text = `select * from (
        select ${ALL} from connection c join app_user u on u.user_id = c.user_id
        where c.workspace_id = $1 and ($2::uuid is null or c.user_id = $2)
        order by c.revoked_at is not null, coalesce(c.last_used_at, c.created_at) desc limit $3) listed
      order by created_at desc, connection_id`;
    return this.session.query<ConnectionRow>({ text }, [this.workspaceId, userId, most]);
  }

  /** Of one user: those that are not revoked, and with those that are. */
  async countOf(user_id: string): Promise<{ valid: number; all: number }> {
    const all = await this.connections.count({ user_id });
    return { valid: await this.connections.count({ user_id, revoked_at: IsNull() }), all };
  }

  /** Gives whether the connection was there, was not revoked, and was still the one that was seen. */
  async setAccess(connectionId: string, access: number, { user_id, version }: ConnectionChange): Promise<boolean> {
    const text = `update connection
      set access = $5, version = version + 1, raised_at = case when $5 > access then (select now()) else raised_at end,
        asked_access = null, asked_at = null
      where workspace_id = $1 and connection_id = $2 and ($3::uuid is null or user_id = $3)
        and ($4::int is null or version = $4)
        and revoked_at is null returning 1`;
    const values = [this.workspaceId, connectionId, user_id ?? null, version ?? null, access];
    return (await this.session.query({ text }, values)).length === 1;
  }

  revoke(connection_id: string, by: ConnectionChange): Promise<boolean> {
    return this.change({ connection_id }, by, { revoked_at: () => 'least(revoked_at, now())' });
  }

  /** Those that were last used, or made, before `since`. Gives their ids. */
  async revokeUnused(userId: string, since: Date): Promise<string[]> {
    const text = `update connection
      set revoked_at = now(), version = version + 1
      where workspace_id = $1 and user_id = $2
      and revoked_at is null and coalesce(last_used_at, created_at) < $3 returning connection_id`;
    const rows = await this.session.query<{ connection_id: string }>({ text }, [this.workspaceId, userId, since]);
    return rows.map(({ connection_id }) => connection_id);
  }

  /** Always back to reading alone. */
  restore(connection_id: string, by: ConnectionChange): Promise<boolean> {
    const approval = () => "case when approval = 'required' then approval else 'as_workspace' end";
    const back = { revoked_at: null, access: 1, raised_at: null, asked_access: null, asked_at: null, approval };
    return this.change({ connection_id, revoked_at: Not(IsNull()) }, by, back);
  }

  /**
   * The same as `setAccess` of who has to approve what is sent. Where somebody had to and nobody has to any more, it is
   * given more.
   */
  async setApproval(
    connectionId: string,
    approval: Approval,
    { user_id, version }: ConnectionChange,
  ): Promise<boolean> {
    const text = `update connection set approval = $5, version = version + 1,
        raised_at = case when approval = 'required' and $5 <> 'required'
          or approval = 'as_workspace' and $5 = 'own_program' and ${NEEDS_APPROVAL} then (select now()) else raised_at end
      where workspace_id = $1 and connection_id = $2 and ($3::uuid is null or user_id = $3)
        and ($4::int is null or version = $4)
        and revoked_at is null returning 1`;
    const values = [this.workspaceId, connectionId, user_id ?? null, version ?? null, approval];
    return (await this.session.query({ text }, values)).length === 1;
  }

  /** Before the workspace lifts its rule: those it held for are given more. */
  async raiseRuled(): Promise<void> {
    const text = `update connection set raised_at = (select now())
      where workspace_id = $1 and approval = 'as_workspace' and ${NEEDS_APPROVAL}`;
    await this.session.query({ text }, [this.workspaceId]);
  }

  /** It was refused what more access would allow. */
  async ask(connectionId: string, access: number): Promise<void> {
    const text = `update connection set asked_access = $3, asked_at = now()
      where workspace_id = $1 and connection_id = $2 and access < $3 and revoked_at is null`;
    await this.session.query({ text }, [this.workspaceId, connectionId, access]);
  }

  /** False when there is no such connection to be used. */
  async touch(connectionId: string, clientName: string | null): Promise<boolean> {
    const text = `update connection set last_used_at = now(), client_name = coalesce(client_name, $3)
      where workspace_id = $1 and connection_id = $2 and revoked_at is null returning connection_id`;
    return (await this.session.query({ text }, [this.workspaceId, connectionId, clientName])).length > 0;
  }

  async nameOnce(connection_id: string, client_name: string): Promise<void> {
    await this.connections.update({ connection_id, client_name: IsNull() }, { client_name });
  }

  private async change(
    where: Where<ConnectionEntity>,
    { user_id, version }: ConnectionChange,
    changes: Written<ConnectionEntity>,
  ): Promise<boolean> {
    const seen = { ...where, ...(user_id !== undefined && { user_id }), ...(version !== undefined && { version }) };
    return (await this.connections.update(seen, { ...changes, version: ONE_MORE })) === 1;
  }

  /**
   * The workspace of an organisation and the user of a subject, whether or not they belong together. Nothing of it
   * ever changes.
   */
  async resolve(orgId: string, issuer: string, subject: string): Promise<ResolvedToken | undefined> {
    const [row] = await this.session.query<ResolvedToken>(
      {
        name: 'token-resolve',
        text: `select w.workspace_id, u.user_id, u.service_client_id
          from workspace w, app_user u
          where w.external_org_id = $1 and u.issuer = $2 and u.subject = $3`,
        onCitus: `select w.workspace_id, u.user_id, u.service_client_id
          from tenant_name w, app_user u
          where w.name = 'organisation ' || $1::text and u.issuer = $2 and u.subject = $3`,
      },
      [orgId, issuer, subject],
    );
    return row;
  }
}
