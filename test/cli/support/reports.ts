import pg from 'pg';
import { inProcess, jsonOf, type CliRun } from '../../support/cli.js';
import { Rest } from '../../support/rest.js';

/** What `crm sql-views` says that it made. */
export interface Made {
  schema: string;
  roles: string[];
  password?: { role: string; password: string };
  views: { name: string; object: string; columns: string[]; left_out: string[] }[];
  changed: number;
  dropped: string[];
}

/** The view of an object. */
export function viewOf({ views }: Made, slug: string): Made['views'][number] {
  return views.find(({ object }) => object === slug)!;
}

/** `crm sql-views` on the database of a REST API, and people who sign in to read what it made. */
export class Reports {
  private readonly clients: pg.Client[] = [];

  private constructor(
    readonly rest: Rest,
    private readonly url: string,
  ) {}

  static async start(): Promise<Reports> {
    let url = '';
    const rest = await Rest.start({}, { route: (given) => Promise.resolve((url = given)) });
    return new Reports(rest, url);
  }

  /** Roles outlive their database, so that they are dropped first. */
  async stop(): Promise<void> {
    await this.signOut();
    for (const id of [this.rest.workspace_id, this.rest.stranger.workspace_id])
      await this.crm(`--workspace ${id} --drop`);
    await this.rest.stop();
  }

  /** Ends the sessions of all readers, and what was theirs for a while. */
  async signOut(): Promise<void> {
    for (const client of this.clients.splice(0)) await client.end();
  }

  /** @param by the user of Postgres that does it; the owner of the database if none is named */
  crm(line: string, by?: string): Promise<CliRun> {
    const DATABASE_URL = by === undefined ? this.url : this.addressOf(by);
    return inProcess(['sql-views', ...line.split(' ')], { DATABASE_URL });
  }

  async make(more = '', workspace_id = this.rest.workspace_id): Promise<Made> {
    const run = await this.crm(`--workspace ${workspace_id}${more && ` ${more}`} --json`);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return jsonOf<Made>(run);
  }

  async refused(more: string): Promise<string> {
    const { code, stdout, stderr } = await this.crm(`--workspace ${this.rest.workspace_id} ${more}`.trim());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr.trim();
  }

  /** Signed in as a role; as that of the workspace if none is named. */
  async reader(role?: string): Promise<pg.Client> {
    const name = role ?? (await this.make()).roles[0]!;
    const client = new pg.Client({ connectionString: this.addressOf(name) });
    await client.connect();
    this.clients.push(client);
    return client;
  }

  private addressOf(user: string): string {
    return Object.assign(new URL(this.url), { username: user, password: '' }).href;
  }
}

/** What Postgres says of a statement that it refuses. */
export async function refusalOf(client: pg.Client, text: string): Promise<string> {
  return client.query(text).then(
    () => 'It was done.',
    (error: Error) => error.message,
  );
}
