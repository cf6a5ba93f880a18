import { rmSync } from 'node:fs';
import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import { isBehind } from '#crm-domain/operations';
import { newId } from '#platform';
import { Cli, inProcess, jsonOf, workDir, type CliRun } from '../support/cli.js';
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
    await started('workspace create --name', 'Tarnwick Test', '--json'),
  ).workspace_id;
});

afterAll(async () => {
  await domain?.close();
  await database?.drop();
  rmSync(dir, { recursive: true });
});

/** Words, and after them texts that may hold spaces. */
function crm(line: string, ...texts: string[]): Promise<CliRun> {
  return inProcess([...line.split(' '), ...texts], { DATABASE_URL: database.url });
}

/** The same in a process of its own, which takes a second and has to end by itself. */
function started(line: string, ...texts: string[]): Promise<CliRun> {
  return new Cli([...line.split(' '), ...texts], { cwd: dir, env: { DATABASE_URL: database.url } }).run;
}

async function refused(line: string, ...texts: string[]): Promise<string> {
  const { code, stdout, stderr } = await crm(line, ...texts);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
}

it('migrate says what it applied, which is nothing the second time', async () => {
  expect(jsonOf(await started('migrate --json'))).toEqual({ applied: [] });
  expect((await crm('migrate')).stdout).toBe('The database is up to date.\n');
  expect(await isBehind(domain.source)).toBe(false);
});

it('workspace create makes a workspace as it is asked to', async () => {
  const id = newId();
  const { stdout } = await crm(
    `workspace create --id ${id.toUpperCase()} --external-org-id org_7 --no-api-access --name`,
    ' Velmoor ',
  );
  expect(stdout).toBe(`Created workspace ${id}.\n`);
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
  const off = { workspace_id: workspace, name: 'Tarnwick Test', api_access: false, drafts_need_approval: false };
  expect(jsonOf(await crm(`${set} off --json`))).toEqual(off);
  expect((await domain.workspaces.get(workspace)).api_access).toBe(false);
  expect((await crm(`${set} on`)).stdout).toContain('is on');
  expect((await domain.workspaces.get(workspace)).api_access).toBe(true);
  expect(await refused(`workspace set --workspace ${MISSING} --api-access on`)).toBe('Workspace not found.');
});

it('workspace set says whether drafts need a person, and connection set whether those of a client do', async () => {
  const { workspace_id } = await domain.workspaces.create({ name: 'Careful' });
  const issuer = 'https://idp.example.com';
  const person = { workspace_id, issuer, subject: 'tove', email: 'tove@example.com', name: 'Tove' };
  const { user_id } = await domain.workspaces.addMember(person);
  const identity = { issuer, subject: 'tove', client_id: 'approving', org_id: workspace_id };
  const caller = await domain.connections.identify(identity, { origin: 'mcp', request_id: newId() });
  const { connection_id } = await domain.connections.admit(caller, identity, null);
  const set = await crm(`workspace set --workspace ${workspace_id} --draft-approval on`);
  expect(set.stdout).toContain('Drafts of tools need a person.');
  expect(await domain.workspaces.get(workspace_id)).toMatchObject({ drafts_need_approval: true });
  const change = `connection set --workspace ${workspace_id} --connection ${connection_id}`;
  const changed = jsonOf(await crm(`${change} --approval own_program --json`));
  expect(changed).toEqual({ connection_id, approval: 'own_program' });
  const kept = { connection_id, approval: 'own_program', tier: 'read' };
  expect(await domain.connections.list(workspace_id, user_id)).toMatchObject([kept]);
});

it('workspace set renames a workspace, and leaves its API access as it is', async () => {
  const { workspace_id } = await domain.workspaces.create({ name: 'Before', api_access: false });
  const { stdout } = await crm(`workspace set --workspace ${workspace_id} --name`, 'After all');
  expect(stdout).toBe(`Workspace ${workspace_id} is called After all; its API access is off.\n`);
  expect(await domain.workspaces.get(workspace_id)).toMatchObject({ name: 'After all', api_access: false });
  expect(await refused(`workspace set --workspace ${MISSING} --name Nobody`)).toBe('Workspace not found.');
});

describe('member remove', () => {
  const ISSUER = 'https://idp.example.com';
  const member = (workspace_id: string, subject: string) =>
    domain.workspaces.addMember({
      workspace_id,
      issuer: ISSUER,
      subject,
      email: `${subject}@example.com`,
      name: 'Omar',
    });
  const remove = (workspace_id: string, email: string, ...more: string[]) =>
    crm(`member remove --workspace ${workspace_id} --email ${email} --json`, ...more);

  it('puts a person out of one workspace at the next request, with their account and what their client could do', async () => {
    const home = await domain.workspaces.create({ name: 'Home' });
    const away = await domain.workspaces.create({ name: 'Away' });
    const { user_id } = await member(home.workspace_id, 'omar');
    await member(away.workspace_id, 'omar');
    const account = {
      channel: 'gmail' as const,
      external_account_id: 'o',
      address: 'o@example.com',
      display_name: null,
    };
    const seal = () => 'v1.test';
    await domain.accounts.connect(home.workspace_id, { ...account, owner_user_id: user_id }, { seal });
    const identity = { issuer: ISSUER, subject: 'omar', client_id: 'c', org_id: home.workspace_id };
    const claim = () => domain.connections.identify(identity, { origin: 'mcp', request_id: newId() });
    const { connection_id } = await domain.connections.admit(await claim(), identity, null);
    await domain.connections.setTier(home.workspace_id, connection_id!, 'send');
    expect(jsonOf(await remove(home.workspace_id, 'Omar@example.com'))).toEqual({ user_id, removed: true });
    expect(await domain.workspaces.members(home.workspace_id)).toEqual([]);
    expect(await domain.workspaces.members(away.workspace_id)).toHaveLength(1);
    expect(await domain.accounts.list(home.workspace_id)).toMatchObject([{ status: 'disconnected' }]);
    await expect(claim().then((each) => domain.access.authorize(each, 'read:data'))).rejects.toThrow();
    await member(home.workspace_id, 'omar');
    expect(await domain.connections.list(home.workspace_id, user_id)).toMatchObject([{ tier: 'read' }]);
    expect(await refused(`member remove --workspace ${home.workspace_id} --email nobody@example.com`)).toBe(
      'Member not found.',
    );
  });

  it('holds against what the identity provider told before, until it tells of the membership again', async () => {
    const { workspace_id } = await domain.workspaces.create({ name: 'Told', external_org_id: 'org_told' });
    const data = { email: 'pia@example.com', name: 'Pia' };
    const told = { kind: 'membership', subject: 'pia', org_id: 'org_told', role: 'member', data } as const;
    const apply = (change: Parameters<typeof domain.identities.apply>[2]) =>
      domain.identities.apply(ISSUER, newId(), change);
    await apply({ ...told, at: new Date(Date.now() - 1000) });
    expect(await domain.workspaces.members(workspace_id)).toHaveLength(1);
    expect((await remove(workspace_id, 'pia@example.com')).code).toBe(0);
    await apply({ kind: 'user_saved', subject: 'pia', at: new Date(), data });
    await apply({ ...told, at: new Date(Date.now() - 1000) });
    expect(await domain.workspaces.members(workspace_id)).toEqual([]);
    await apply({ ...told, at: new Date(Date.now() + 1000) });
    expect(await domain.workspaces.members(workspace_id)).toHaveLength(1);
  });

  it('asks which when two have the address', async () => {
    const { workspace_id } = await domain.workspaces.create({ name: 'Twins' });
    for (const subject of ['a', 'b'])
      await domain.workspaces.addMember({ workspace_id, subject, email: 't@example.com', name: subject });
    const line = `member remove --workspace ${workspace_id} --email t@example.com`;
    expect(await refused(line)).toMatch(/^Several members have this address/);
    expect((await remove(workspace_id, 't@example.com', '--subject', 'b')).code).toBe(0);
    expect(await domain.workspaces.members(workspace_id)).toMatchObject([{ name: 'a' }]);
  });
});

describe('a service member', () => {
  it('is added with its client alone, listed as a service, and removed by its subject', async () => {
    const { workspace_id } = await domain.workspaces.create({ name: 'Served' });
    const line = `member add --workspace ${workspace_id} --service --client night-shift --json`;
    const { user_id } = jsonOf<{ user_id: string }>(await crm(line, '--name', 'Night shift'));
    const members = jsonOf<object[]>(await crm(`member list --workspace ${workspace_id} --json`));
    expect(members).toMatchObject([{ user_id, subject: 'night-shift', email: '', role: 'service' }]);
    expect((await crm(`connection list --workspace ${workspace_id}`)).stdout).toMatch(/read:data +Night shift +Night/);
    const removed = await crm(`member remove --workspace ${workspace_id} --subject night-shift --json`);
    expect(jsonOf(removed)).toEqual({ user_id, removed: true });
    expect(await domain.workspaces.members(workspace_id)).toEqual([]);
  });
});

describe('members', () => {
  const add = () => `member add --workspace ${workspace} --subject ines --email Ines@example.com --json`;

  it('member add adds a person and, said again, changes them', async () => {
    const first = jsonOf<{ user_id: string }>(await crm(add(), '--name', 'Ines Falk'));
    const again = jsonOf<{ user_id: string }>(await crm(`${add()} --role admin`, '--name', 'Ines Falk'));
    expect(again).toEqual(first);
    const members = jsonOf<object[]>(await started(`member list --workspace ${workspace} --json`));
    expect(members).toEqual([
      expect.objectContaining({ ...first, subject: 'ines', email: 'ines@example.com', role: 'admin' }),
    ]);
    expect((await crm(`member list --workspace ${workspace}`)).stdout).toMatch(
      /^Id +Role +Name +E-mail\n\S+ +admin +Ines Falk +ines@/,
    );
  });

  it('are told apart by the issuer: --issuer before MCP_AUTH_URL before local', async () => {
    const env = { DATABASE_URL: database.url, MCP_AUTH_URL: 'https://idp.example.com' };
    const runAdd = (...more: string[]) => inProcess([...`${add()} --name Ines`.split(' '), ...more], env).then(jsonOf);
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
    const { api_key, api_key_id } = jsonOf<Made>(await started(`${create()} --json`));
    const caller = await domain.apiKeys.identify(api_key, { origin: 'cli', request_id: newId() });
    const actor = await domain.access.authorize(caller, 'read:data');
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
    const { stdout } = await crm(list);
    expect(stdout).toMatch(/^Id +State +Created +Last used +Expires +Capabilities +Name\n/);
    const today = new Date().toISOString().slice(0, 10);
    expect(stdout).toMatch(
      new RegExp(`${made.api_key_id}  revoked  ${today}  never +2099-12-31  read:data,write:data`),
    );
    expect(await refused(`api-key revoke --workspace ${workspace} --api-key ${MISSING}`)).toBe('API key not found.');
  });

  it('without --json the key stands alone on the first line', async () => {
    expect((await crm(create())).stdout).toMatch(/^crm_live_\w+\nStore it now/);
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
  expect(jsonOf(await started(`demo --workspace ${workspace_id} --json`))).toEqual(counts);
  expect(await refused(`demo --workspace ${workspace_id}`)).toMatch(/already has records; --force/);
  const caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
  const { records, total } = await domain.records.list(caller, 'deals', { limit: 50, offset: 0 });
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
  expect((await domain.records.list(caller, 'people', { limit: 1, offset: 0 })).total).toBe(240);
  expect(await refused(`demo --workspace ${MISSING}`)).toBe('Workspace not found.');
});
