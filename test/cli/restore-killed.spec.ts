import type { Cli, CliRun } from '../support/cli.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { removeWorkspace, workspaceTables } from '../support/workspace-tables.js';
import { RestoreSite } from './support/restore-site.js';

// `KILL_POINTS` tries as many as one likes of the messages that the command sends to its database.
const POINTS = Number(process.env.KILL_POINTS ?? 4);

let site: RestoreSite;
beforeAll(async () => (site = await RestoreSite.make()));
afterAll(() => site?.stop());
afterEach(() => site.clear());

describe('a restore that is killed', () => {
  let proxy: TcpProxy;
  let url: string;
  beforeAll(async () => ({ proxy, url } = await TcpProxy.before(site.second.url)));
  afterAll(() => proxy?.cut());

  async function messagesUntil(kill: (child: Cli, count: number) => void): Promise<CliRun & { count: number }> {
    const child = site.crm('--file killed.ndjson', { url });
    let count = 0;
    proxy.onPiece = () => kill(child, ++count);
    const run = await child.run;
    proxy.onPiece = undefined;
    return { ...run, count };
  }

  it('leaves nothing behind, and can be begun anew', async () => {
    site.written('killed.ndjson');
    const { count } = await messagesUntil(() => undefined);
    await removeWorkspace(site, site.workspace_id);
    for (let point = 1; point <= POINTS; point++) {
      const at = Math.trunc((count * point) / (POINTS + 1));
      const { code } = await messagesUntil(({ child }, sent) => sent === at && child.kill('SIGKILL'));
      expect(code).toBeNull();
      expect(await site.counted()).toBe(0);
    }
    expect((await messagesUntil(() => undefined)).code).toBe(0);
    expect(await workspaceTables(site, site.workspace_id, 'after')).toEqual(site.before);
  });
});
