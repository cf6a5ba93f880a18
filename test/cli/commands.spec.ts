import { rmSync } from 'node:fs';
import { isBehind, openDomain, trustedClaim, type Domain } from '#crm-domain';
import { newId } from '#platform';
import { Cli, jsonOf, workDir, type CliRun } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const MISSING = '0197f000-0000-7000-8000-000000000001';
const dir = workDir();
let database: FreshDatabase;
let domain: Domain;
let workspace: string;

beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  workspace = jsonOf<{ workspace_id: string }>(
    await crm('workspace create --name', 'Tarnwick Test', '--json'),
  ).workspace_id;
});

afterAll(async () => {
  await domain?.close();
  await database?.drop();
  rmSync(dir, { recursive: true });
});

/** Words, and after them texts that may hold spaces. */
function crm(line: string, ...texts: string[]): Promise<CliRun> {
  return new Cli([...line.split(' '), ...texts], { cwd: dir, env: { DATABASE_URL: database.url } }).run;
}

async function refused(line: string, ...texts: string[]): Promise<string> {
  const { code, stdout, stderr } = await crm(line, ...texts);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
}

it('migrate says what it applied, which is nothing the second time', async () => {
  expect(jsonOf(await crm('migrate --json'))).toEqual({ applied: [] });
  expect((await crm('migrate')).stdout).toBe('The database is up to date.\n');
  expect(await isBehind(domain.source)).toBe(false);
});

it('workspace create makes a workspace as it is asked to', async () => {
  const id = newId();
  const { stdout } = await crm(
    `workspace create --id ${id.toUpperCase()} --external-org-id org_7 --no-api-access --name`,
    ' Velmoor ',
  );
  expect(stdout).toBe(`Made workspace ${id}.\n`);
  expect(await domain.workspaces.get(id)).toMatchObject({
    name: 'Velmoor',
    external_org_id: 'org_7',
    api_access: false,
  });
  expect(await domain.workspaces.get(workspace)).toMatchObject({ external_org_id: workspace, api_access: true });
  expect(await refused(`workspace create --id ${id} --name Twice`)).toMatch(/exists already/);
});

it('workspace set switches the API access', async () => {
  const set = `workspace set --workspace ${workspace} --api-access`;
  expect(jsonOf(await crm(`${set} off --json`))).toEqual({ workspace_id: workspace, api_access: false });
  expect((await domain.workspaces.get(workspace)).api_access).toBe(false);
  expect((await crm(`${set} on`)).stdout).toContain('is on');
  expect((await domain.workspaces.get(workspace)).api_access).toBe(true);
  expect(await refused(`workspace set --workspace ${MISSING} --api-access on`)).toBe('Workspace not found.');
});

describe('members', () => {
  const add = () => `member add --workspace ${workspace} --subject ines --email Ines@example.com --json`;

  it('member add adds a person and, said again, changes them', async () => {
    const first = jsonOf<{ user_id: string }>(await crm(add(), '--name', 'Ines Falk'));
    const again = jsonOf<{ user_id: string }>(await crm(`${add()} --role admin`, '--name', 'Ines Falk'));
    expect(again).toEqual(first);
    const members = jsonOf<object[]>(await crm(`member list --workspace ${workspace} --json`));
    expect(members).toEqual([
      expect.objectContaining({ ...first, subject: 'ines', email: 'ines@example.com', role: 'admin' }),
    ]);
    expect((await crm(`member list --workspace ${workspace}`)).stdout).toMatch(
      /^Id +Role +Name +E-mail\n\S+ +admin +Ines Falk +ines@/,
    );
  });

  it('are told apart by the issuer: --issuer before MCP_AUTH_URL before local', async () => {
    const env = { DATABASE_URL: database.url, MCP_AUTH_URL: 'https://idp.example.com' };
    const runAdd = (...more: string[]) =>
      new Cli([...`${add()} --name Ines`.split(' '), ...more], { cwd: dir, env }).run.then(jsonOf);
    const local = jsonOf(await crm(`${add()} --name Ines`));
    const fromEnv = await runAdd();
    expect(fromEnv).not.toEqual(local);
    expect(await runAdd('--issuer', 'https://idp.example.com')).toEqual(fromEnv);
    expect(await runAdd('--issuer', 'local')).toEqual(local);
  });

  it('of a workspace that is not there are not found', async () => {
    expect(await refused(`member list --workspace ${MISSING}`)).toBe('Workspace not found.');
  });
});

describe('API keys', () => {
  type Made = { api_key: string; api_key_id: string };
  const create = () => `api-key create --workspace ${workspace} --name Import`;

  it('api-key create gives a key that opens the door, for reading if nothing else is said', async () => {
    const { api_key, api_key_id } = jsonOf<Made>(await crm(`${create()} --json`));
    const claim = await domain.apiKeys.identify(api_key, { origin: 'cli', request_id: newId() });
    const actor = await domain.access.prove(claim, 'read:data');
    expect({ ...actor, capabilities: [...actor.capabilities] }).toMatchObject({
      api_key_id,
      workspace_id: workspace,
      capabilities: ['read:data'],
    });
  });

  it('api-key list shows keys without their secrets, and api-key revoke ends one', async () => {
    const made = jsonOf<Made>(
      await crm(`${create()} --capabilities write:data,read:data --expires-at 2099-12-31 --json`),
    );
    const list = `api-key list --workspace ${workspace}`;
    const listed = await crm(`${list} --json`);
    expect(listed.stdout).not.toContain(made.api_key);
    const [view] = jsonOf<{ api_key_id: string }[]>(listed).filter(({ api_key_id }) => api_key_id === made.api_key_id);
    expect(view).toMatchObject({
      name: 'Import',
      capabilities: ['read:data', 'write:data'],
      expires_at: '2099-12-31T00:00:00.000Z',
    });
    const revoke = `api-key revoke --workspace ${workspace} --api-key ${made.api_key_id}`;
    expect(jsonOf(await crm(`${revoke} --json`))).toEqual({ api_key_id: made.api_key_id, revoked: true });
    expect((await crm(list)).stdout).toMatch(new RegExp(`${made.api_key_id}  revoked`));
    expect(await refused(`api-key revoke --workspace ${workspace} --api-key ${MISSING}`)).toBe('API key not found.');
  });

  it('without --json the key stands alone on the first line', async () => {
    expect((await crm(create())).stdout).toMatch(/^crm_live_\w+\nKeep it safe/);
  });

  it.each(['create --name K', 'list'])('of a workspace that is not there are refused: api-key %s', async (line) => {
    const [verb = '', ...rest] = line.split(' ');
    expect(await refused(['api-key', verb, '--workspace', MISSING, ...rest].join(' '))).toBe('Workspace not found.');
  });
});

it('demo fills a workspace once, and again only when it is forced to', async () => {
  const { workspace_id } = await domain.workspaces.create({ name: 'Demo' });
  const { user_id } = await domain.workspaces.addMember({
    workspace_id,
    subject: 'd',
    email: 'd@example.com',
    name: 'Dana',
  });
  const counts = { people: 120, companies: 50, deals: 40, conversations: 0 };
  expect(jsonOf(await crm(`demo --workspace ${workspace_id} --json`))).toEqual(counts);
  expect(await refused(`demo --workspace ${workspace_id}`)).toMatch(/has records already; --force/);
  const claim = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
  const { records, total } = await domain.records.list(claim, 'deals', { limit: 50, offset: 0 });
  expect(total).toBe(40);
  expect(records[0]!.created_via).toMatchObject({ origin_name: 'cli', actor_name: 'Demo data' });
  for (const { values } of records) {
    expect(values.owner).toEqual([expect.objectContaining({ actor_reference_id: user_id })]);
    expect(values.company).toEqual([
      expect.objectContaining({ display_name: expect.any(String), target_deleted: false }),
    ]);
    expect(values.people!.length).toBeGreaterThan(0);
  }
  expect((await crm(`demo --workspace ${workspace_id} --force`)).stdout).toBe(
    'Loaded 120 people, 50 companies, 40 deals and 0 conversations.\n',
  );
  expect((await domain.records.list(claim, 'people', { limit: 1, offset: 0 })).total).toBe(240);
  expect(await refused(`demo --workspace ${MISSING}`)).toBe('Workspace not found.');
});
