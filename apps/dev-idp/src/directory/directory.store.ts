import { Pool } from 'pg';
import type { Directory, Person, Workspace } from './directory.js';

// A service cannot sign in.
const PERSON = `select subject, email, name from app_user
  where issuer = $1 and deactivated_at is null and service_client_id is null`;

const BY_SUBJECT = `${PERSON} and subject = $2`;

// E-mail addresses need not be unique in the CRM; the oldest account is the one that can sign in.
const BY_EMAIL = `${PERSON} and lower(email) = lower($2) order by created_at, user_id limit 1`;

const workspaces = (who: string) => `
  select w.workspace_id, w.external_org_id as org_id, w.name
  from app_user u
  join membership m on m.user_id = u.user_id
  join workspace w on w.workspace_id = m.workspace_id
  where u.issuer = $1 and u.subject = $2 and u.deactivated_at is null and ${who}
  order by lower(w.name), w.workspace_id`;

const WORKSPACES = workspaces('u.service_client_id is null');

// The subject of a token that a client gets for itself is the client's id.
const WORKSPACES_OF_SERVICE = workspaces('u.service_client_id = $2');

/** Reads people and workspaces from the CRM's database, in transactions that could not write if they wanted to. */
export class DirectoryStore implements Directory {
  private readonly pool: Pool;

  /** Only people of this issuer can sign in: the CRM knows a person by issuer and subject. */
  constructor(
    databaseUrl: string,
    private readonly issuer: string,
  ) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      max: 2,
      application_name: 'dev-idp',
      options: '-c default_transaction_read_only=on',
      connectionTimeoutMillis: 3000,
      statement_timeout: 3000,
    });
    // A dropped idle connection is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', () => undefined);
  }

  async findByEmail(email: string): Promise<Person | null> {
    const { rows } = await this.pool.query<Person>(BY_EMAIL, [this.issuer, email]);
    return rows[0] ?? null;
  }

  async findBySubject(subject: string): Promise<Person | null> {
    const { rows } = await this.pool.query<Person>(BY_SUBJECT, [this.issuer, subject]);
    return rows[0] ?? null;
  }

  async workspacesOf(subject: string): Promise<Workspace[]> {
    const { rows } = await this.pool.query<Workspace>(WORKSPACES, [this.issuer, subject]);
    return rows;
  }

  async workspacesOfService(clientId: string): Promise<Workspace[]> {
    const { rows } = await this.pool.query<Workspace>(WORKSPACES_OF_SERVICE, [this.issuer, clientId]);
    return rows;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
