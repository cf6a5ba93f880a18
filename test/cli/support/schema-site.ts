import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProcess, jsonOf, workDir } from '../../support/cli.js';
import { Rest, type Workspace } from '../../support/rest.js';

const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

export interface Outcome {
  steps: { text: string; records?: number }[];
  left: string[];
}

/** A REST API and the `crm schema` commands on its database, with a folder for their files. */
export class SchemaSite {
  private readonly dir = workDir();

  private constructor(
    readonly rest: Rest,
    private readonly url: string,
  ) {}

  static async start(): Promise<SchemaSite> {
    let url = '';
    const rest = await Rest.start({}, { route: (given) => Promise.resolve((url = given)) });
    return new SchemaSite(rest, url);
  }

  async stop(): Promise<void> {
    await this.rest.stop();
    rmSync(this.dir, { recursive: true });
  }

  async pull({ workspace_id }: Workspace): Promise<string> {
    const { code, stdout, stderr } = await this.crm(['schema', 'pull', '--workspace', workspace_id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  async bring(what: 'plan' | 'apply', workspace: Workspace, text: string, deleted = ''): Promise<Outcome> {
    return jsonOf<Outcome>(await this.crm([...this.line(what, workspace, text, deleted), '--json']));
  }

  /** What `apply` has to say to a file that it does not take. */
  async refused(workspace: Workspace, text: string, deleted = ''): Promise<string> {
    const { code, stdout, stderr } = await this.crm(this.line('apply', workspace, text, deleted));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  }

  private line(what: string, { workspace_id }: Workspace, text: string, deleted: string): string[] {
    const path = join(this.dir, 'schema.yaml');
    writeFileSync(path, text);
    const asked = ['schema', what, '--workspace', workspace_id, '--file', path];
    return deleted ? [...asked, '--delete', deleted] : asked;
  }

  private crm(line: string[]) {
    return inProcess(line, { DATABASE_URL: this.url, CREDENTIALS_KEYS: KEYS });
  }
}
