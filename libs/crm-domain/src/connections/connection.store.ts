import type { Session } from '../db/session.js';

export interface ConnectionRow {
  connection_id: string;
  workspace_id: string;
  user_id: string;
  subject: string;
  client_id: string;
  client_name: string | null;
  client_redirect: string | null;
  access: number;
  version: number;
  created_at: Date;
  last_used_at: Date | null;
  raised_at: Date | null;
  revoked_at: Date | null;
}

export interface ConnectionKey {
  user_id: string;
  client_id: string;
}

/** Who changes a connection: its owner on the screen, with the version they saw, or an operator without either. */
export interface ConnectionChange {
  user_id?: string;
  version?: number;
}

const ALL = `c.connection_id, c.workspace_id, c.user_id, u.subject, c.client_id, c.client_name, c.client_redirect, c.access, c.version,
  c.created_at, c.last_used_at, c.raised_at, c.revoked_at`;

const MATCHES = `workspace_id = $1 and connection_id = $2 and ($3::uuid is null or user_id = $3) and ($4::int is null or version = $4)`;

export class ConnectionStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** A new connection can read and nothing else. Does nothing when there is one, revoked or not. */
  async insert(
    connection: ConnectionKey & Pick<ConnectionRow, 'connection_id' | 'client_name' | 'client_redirect'>,
  ): Promise<void> {
    const text = `insert into connection (workspace_id, user_id, client_id, connection_id, client_name, client_redirect, last_used_at)
      values ($1, $2, $3, $4, $5, $6, now()) on conflict (workspace_id, user_id, client_id) do nothing`;
    const { user_id, client_id, connection_id, client_name, client_redirect } = connection;
    await this.session.query({ text }, [
      this.workspaceId,
      user_id,
      client_id,
      connection_id,
      client_name,
      client_redirect,
    ]);
  }

  /** Those of one user, or all of the workspace; the newest first. */
  list(userId: string | null): Promise<ConnectionRow[]> {
    const text = `select ${ALL} from connection c join app_user u on u.user_id = c.user_id
      where c.workspace_id = $1 and ($2::uuid is null or c.user_id = $2) order by c.created_at desc, c.connection_id`;
    return this.session.query<ConnectionRow>({ text }, [this.workspaceId, userId]);
  }

  /** Gives whether the connection was there, was not revoked, and was still the one that was seen. */
  async setAccess(connectionId: string, access: number, by: ConnectionChange): Promise<boolean> {
    const text = `update connection set access = $5, version = version + 1, raised_at = case when $5 > access then now() else raised_at end
      where ${MATCHES} and revoked_at is null returning 1`;
    return this.changed(text, connectionId, by, [access]);
  }

  async revoke(connectionId: string, by: ConnectionChange): Promise<boolean> {
    return this.changed(
      `update connection set revoked_at = coalesce(revoked_at, now()), version = version + 1 where ${MATCHES} returning 1`,
      connectionId,
      by,
    );
  }

  /** Those that were last used, or made, more than so many days ago. Gives how many. */
  async revokeUnused(userId: string, days: number): Promise<number> {
    const text = `update connection set revoked_at = now(), version = version + 1 where workspace_id = $1 and user_id = $2
      and revoked_at is null and coalesce(last_used_at, created_at) < now() - make_interval(days => $3) returning 1`;
    return (await this.session.query({ text }, [this.workspaceId, userId, days])).length;
  }

  /** Always back to reading alone. */
  async restore(connectionId: string, by: ConnectionChange): Promise<boolean> {
    const text = `update connection set revoked_at = null, access = 1, raised_at = null, version = version + 1 where ${MATCHES} and revoked_at is not null returning 1`;
    return this.changed(text, connectionId, by);
  }

  /** False when there is no such connection to be used. */
  async touch(connectionId: string, clientName: string | null): Promise<boolean> {
    const text = `update connection set last_used_at = now(), client_name = coalesce(client_name, $3)
      where workspace_id = $1 and connection_id = $2 and revoked_at is null returning connection_id`;
    return (await this.session.query({ text }, [this.workspaceId, connectionId, clientName])).length > 0;
  }

  async nameOnce(connectionId: string, clientName: string): Promise<void> {
    const text = `update connection set client_name = $3 where workspace_id = $1 and connection_id = $2 and client_name is null`;
    await this.session.query({ text }, [this.workspaceId, connectionId, clientName]);
  }

  private async changed(
    text: string,
    connectionId: string,
    by: ConnectionChange,
    more: unknown[] = [],
  ): Promise<boolean> {
    const rows = await this.session.query({ text }, [
      this.workspaceId,
      connectionId,
      by.user_id ?? null,
      by.version ?? null,
      ...more,
    ]);
    return rows.length === 1;
  }

  /** The workspace of an organisation and the user of a subject, whether or not they belong together. Neither id ever changes. */
  async resolve(
    orgId: string,
    issuer: string,
    subject: string,
  ): Promise<{ workspace_id: string; user_id: string } | undefined> {
    const [row] = await this.session.query<{ workspace_id: string; user_id: string }>(
      {
        name: 'token-resolve',
        text: `select w.workspace_id, u.user_id from workspace w, app_user u where w.external_org_id = $1 and u.issuer = $2 and u.subject = $3`,
      },
      [orgId, issuer, subject],
    );
    return row;
  }
}
