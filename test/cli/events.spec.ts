import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import { newId } from '#platform';
import { Cli, inProcess, type CliRun } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

interface Event {
  position: number;
  kind: string;
}

let database: FreshDatabase;
let domain: Domain;
let workspace: string;

beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  workspace = (await domain.workspaces.create({ name: 'Tarnwick Test' })).workspace_id;
  for (const object of ['companies', 'companies', 'deals']) await create(object);
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

function create(object: string) {
  const caller = trustedClaim(workspace, { origin: 'cli', request_id: newId() });
  return domain.recordWriter.create(caller, object, { data: { name: 'Quiet Harbour' }, path: 'data' });
}

const args = (line: string) => `events --workspace ${workspace} ${line}`.trim().split(' ');
const run = (line: string) => inProcess(args(line), { DATABASE_URL: database.url });
const eventsOf = ({ stdout }: CliRun) => (stdout.match(/.+/g) ?? []).map((line) => JSON.parse(line) as Event);
const crm = async (line = '') => {
  const ended = await run(line);
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  return eventsOf(ended);
};

it('events prints the feed as JSON, one event a line, from its beginning or after a position', async () => {
  const all = await crm();
  expect(all.filter(({ kind }) => kind === 'record.created')).toHaveLength(3);
  expect(await crm(`--after ${all.at(-2)!.position}`)).toEqual(all.slice(-1));
  expect(await crm('--limit 1')).toEqual(all.slice(0, 1));
});

it('events prints only what is asked for', async () => {
  expect(await crm('--kinds record.created --object deals')).toMatchObject([{ kind: 'record.created' }]);
  expect(await crm('--kinds record.updated')).toEqual([]);
});

it('events --follow goes on with the events that come', async () => {
  const at = { cwd: process.cwd(), env: { DATABASE_URL: database.url } };
  const following = new Cli(args('--follow --kinds record.created'), at);
  const before = await domain.feed.position(workspace);
  // It says nothing of having begun: something happens until it has told of it.
  await eventually(async () => {
    await create('companies');
    return following.stdout.includes('record.created');
  });
  following.child.kill('SIGINT');
  const [first] = eventsOf(await following.run);
  expect(first!.position).toBeGreaterThan(before);
});

it('events --follow ends when its reader has enough', async () => {
  const at = { cwd: process.cwd(), env: { DATABASE_URL: database.url } };
  const following = new Cli(args('--follow --kinds record.created'), at);
  following.child.stdout!.destroy();
  await eventually(async () => {
    await create('companies');
    return following.child.exitCode !== null;
  });
  expect(await following.run).toMatchObject({ code: 0, stderr: '' });
});

it('events begins with the oldest event that is kept, and refuses a position before it', async () => {
  const last = await domain.feed.position(workspace);
  await domain.feed.expire(new Date());
  await create('deals');
  expect((await crm()).map(({ position }) => position)).toEqual([last + 1]);
  const { code, stderr } = await run('--after 1');
  expect(code).toBe(1);
  expect(stderr).toContain('no longer kept');
});

it('events refuses what is not there', async () => {
  for (const line of ['--kinds nothing', '--object nothing', '--after 999999', '--limit 0', '--limit 501']) {
    const { code, stdout } = await run(line);
    expect([line, stdout, code]).toEqual([line, '', expect.any(Number)]);
    expect(code).not.toBe(0);
  }
});
