import { rowsOfReached, type Session } from '../db/session.js';

export interface SessionRow {
  user_id: string;
  email: string;
  name: string;
  csrf: string;
  auth_time: Date;
}

export interface MembershipRow {
  workspace_id: string;
  workspace_name: string;
  role: 'admin' | 'member';
}

/** Sessions of the console, and whose they are. Secrets are kept as hashes, so that a copy of the table opens nothing. */
export class SignInStore {
  constructor(private readonly session: Session) {}

  /** Only people sign in, never a service. */
  async findUser(issuer: string, subject: string): Promise<string | undefined> {
    const text = `select user_id from app_user
      where issuer = $1 and subject = $2 and deactivated_at is null and service_client_id is null`;
    const [row] = await this.session.query<{ user_id: string }>({ text }, [issuer, subject]);
    return row?.user_id;
  }

  async insertSession(session: {
    session_hash: Buffer;
    user_id: string;
    csrf: string;
    auth_time: Date;
  }): Promise<void> {
    await this.session.query(
      {
        text: `delete
          from console_session
          where created_at < now() - interval '12 hours' or last_seen_at < now() - interval '1 hour'`,
      },
      [],
    );
    const text = 'insert into console_session (session_hash, user_id, csrf, auth_time) values ($1, $2, $3, $4)';
    await this.session.query({ text }, [session.session_hash, session.user_id, session.csrf, session.auth_time]);
  }

  /**
   * A session that is used within an hour of its last use, and twelve of its beginning. Notes the use once a minute: of
   * many requests of one session each would otherwise wait for the row that the one before writes.
   */
  async useSession(sessionHash: Buffer): Promise<SessionRow | undefined> {
    const text = `select u.user_id, u.email, u.name, s.csrf, s.auth_time,
        s.last_seen_at < now() - interval '1 minute' as is_unnoted
      from console_session s
      join app_user u on u.user_id = s.user_id
      where s.session_hash = $1 and u.deactivated_at is null
        and s.created_at > now() - interval '12 hours' and s.last_seen_at > now() - interval '1 hour'`;
    const [row] = await this.session.query<SessionRow & { is_unnoted: boolean }>({ text }, [sessionHash]);
    if (!row) return undefined;
    const { is_unnoted, ...known } = row;
    if (is_unnoted) {
      const note = `update console_session set last_seen_at = now()
        where session_hash = $1 and last_seen_at < now() - interval '1 minute'`;
      await this.session.query({ text: note }, [sessionHash]);
    }
    return known;
  }

  async deleteSession(sessionHash: Buffer): Promise<void> {
    await this.session.query({ text: 'delete from console_session where session_hash = $1' }, [sessionHash]);
  }

  /** By name. @param failures told why some are missing */
  async membershipsOf(userId: string, failures: unknown[]): Promise<MembershipRow[]> {
    const text = `select w.workspace_id, w.name as workspace_name, m.role
      from membership m
      join workspace w on w.workspace_id = m.workspace_id
      where m.user_id = $1 order by w.name, w.workspace_id`;
    const rows = await rowsOfReached<MembershipRow>(this.session, { text }, [userId], failures);
    return rows.sort((a, b) => a.workspace_name.localeCompare(b.workspace_name, 'en'));
  }
}
