import pg from 'pg';
import { IS_CITUS } from '../growth/support/distant-worker.js';
import { urlOfNode, workersOf } from '../growth/support/nodes-of-cluster.js';
import { Deployment } from './support/deployment.js';
import { Service } from './support/service.js';

const CONNECTIONS = 9;

describe.each(['rest-api', 'mcp-gateway'] as const)('the first callers of %s', (app) => {
  let deployment: Deployment;
  beforeAll(async () => void (deployment = await Deployment.make()));
  afterAll(() => deployment.stop());

  it('find all its connections open, to each node that has rows of tenants', async () => {
    const { databaseUrl: url, env } = deployment;
    const settings = { MCP_URL: 'http://localhost', DATABASE_POOL_SIZE: String(CONNECTIONS) };
    const service = await Service.start({ app, env: { ...env, ...settings } });
    const nodes = IS_CITUS ? (await workersOf(url)).map((node) => urlOfNode(url, node)) : [url];
    expect(await Promise.all(nodes.map((node) => openTo(node, `crm-${app}`)))).toEqual(nodes.map(() => CONNECTIONS));
    expect(await service.stop()).toBe(0);
  });
});

async function openTo(connectionString: string, name: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const text = `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and application_name = $1`;
    return (await client.query<{ open: number }>(text, [name])).rows[0]!.open;
  } finally {
    await client.end();
  }
}
