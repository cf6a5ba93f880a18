import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { CredentialVault, credentialKeys } from '#channels';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import type { AccountView } from '#crm-domain/messaging';
import { Cli, inProcess, jsonOf, workDir, type CliRun } from '../support/cli.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { StandIns, environmentAt } from '../delivery/support/stand-ins.js';

const MISSING = '0197f000-0000-7000-8000-000000000001';
const KEYS = `k7:${randomBytes(32).toString('base64')}`;
const dir = workDir();
let database: FreshDatabase;
let domain: Domain;
let workspace_id: string;
let users: Record<'ines' | 'omar', string>;

beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  ({ workspace_id } = await domain.workspaces.create({ name: 'Tarnwick' }));
  users = { ines: await member('Ines'), omar: await member('Omar') };
});

afterAll(async () => {
  await domain?.close();
  await database?.drop();
  rmSync(dir, { recursive: true });
});

async function member(name: string, email = `${name.toLowerCase()}@example.com`): Promise<string> {
  return (await domain.workspaces.addMember({ workspace_id, subject: `${name}-${email}`, email, name })).user_id;
}

interface Given {
  credentials?: string;
  stdin?: string;
  keys?: string;
  env?: Record<string, string>;
}

function crm(line: string, { credentials = '', stdin, keys = KEYS, env: more = {} }: Given = {}): Promise<CliRun> {
  const env = { ...more, DATABASE_URL: database.url, CREDENTIALS_KEYS: keys, ACCOUNT_CREDENTIALS: credentials };
  const args = line.split(' ');
  return stdin === undefined ? inProcess(args, env) : new Cli(args, { cwd: dir, env, stdin }).run;
}

async function refused(line: string, given?: Given, exit = 1): Promise<string> {
  const { code, stdout, stderr } = await crm(line, given);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trim();
}

const add = (rest: string) => `account add --workspace ${workspace_id} ${rest}`;
const gmail = (address: string) => add(`--channel gmail --address ${address} --email ines@example.com --json`);
const listed = async (id: string): Promise<AccountView> =>
  (await domain.accounts.list(workspace_id)).find((each) => each.channel_account_id === id)!;
const idOf = (run: CliRun) => jsonOf<{ channel_account_id: string }>(run).channel_account_id;

async function opened(channel_account_id: string): Promise<object> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const text = 'select credentials from channel_account where channel_account_id = $1';
  const { rows } = await client.query<{ credentials: string }>(text, [channel_account_id]);
  await client.end();
  return new CredentialVault(credentialKeys.parse(KEYS)!).open(
    { workspace_id, channel_account_id },
    rows[0]!.credentials,
  );
}

describe('account add', () => {
  const number = () => add(`--channel whatsapp --external-id ${Date.now()} --address +15555550142`);

  it('says of a number of WhatsApp that it needs its webhooks, where they come in, and what is not set for them', async () => {
    const { stdout } = await crm(number(), { credentials: 'token-1' });
    expect(stdout).toContain('Set META_APP_SECRET and META_VERIFY_TOKEN for the services');
    expect(stdout).toMatch(/subscribe to the field "messages" .*\/webhooks\/meta\..*outcome_unknown/s);
    const { note } = jsonOf<{ note: string }>(await crm(`${number()} --json`, { credentials: 'token-1' }));
    expect(stdout).toContain(note);
  });

  it('says nothing of webhooks where an account does not need them', async () => {
    const run = await crm(add('--channel facebook --external-id 77 --address Engines'), { credentials: 'token-1' });
    expect(run.stdout).toMatch(/^Connected Engines on facebook as \S+\.\n$/);
  });

  it('connects a mailbox of a person with a refresh token from the environment', async () => {
    const run = await crm(gmail('Ines.Falk@example.com'), { credentials: 'refresh-1' });
    const id = idOf(run);
    expect(await listed(id)).toMatchObject({
      channel: 'gmail',
      status: 'active',
      address: 'Ines.Falk@example.com',
      external_account_id: 'ines.falk@example.com',
      owner: { user_id: users.ines },
      members: [],
    });
    expect(await opened(id)).toEqual({
      access_token: 'none',
      refresh_token: 'refresh-1',
      expires_at: new Date(0).toISOString(),
    });
  });

  it('connects a number that several share, with credentials from stdin', async () => {
    const line = add(
      '--channel whatsapp --external-id 1070 --address +15555550142 --members ines@example.com,omar@example.com',
    );
    const run = await crm(`${line} --json`, { stdin: '{"access_token": "EAA-7"}\n' });
    const account = await listed(idOf(run));
    expect(account).toMatchObject({ owner: null, external_account_id: '1070' });
    expect(account.members.map(({ user_id }) => user_id).sort()).toEqual([users.ines, users.omar].sort());
    expect(await opened(account.channel_account_id)).toMatchObject({ access_token: 'EAA-7' });
  });

  it.each([
    ['one token', 'IGAA-1', 60 * 86_400],
    ['an object without an end', '{"access_token": "IGAA-2"}', 60 * 86_400],
    ['the seconds that it lives', '{"access_token": "IGAA-3", "expires_in": 86400}', 86_400],
  ])(
    'keeps of a token of Instagram, given as %s, when it came and when it ends',
    async (what, credentials, seconds) => {
      const line = add(`--channel instagram --external-id ig-${what.length} --address engines --json`);
      const kept = await opened(idOf(await crm(line, { credentials })));
      const { expires_at, obtained_at } = kept as { expires_at: string; obtained_at: string };
      expect(Date.parse(expires_at) - Date.parse(obtained_at)).toBe(seconds * 1000);
    },
  );

  it('keeps the end of a token of Instagram that is given with it', async () => {
    const expires_at = '2030-01-02T03:04:05.000Z';
    const credentials = JSON.stringify({ access_token: 'IGAA-4', expires_at });
    const line = add('--channel instagram --external-id ig-4 --address engines --json');
    expect(await opened(idOf(await crm(line, { credentials })))).toMatchObject({ expires_at });
  });

  it('connects the same one again when it is said again', async () => {
    const first = idOf(await crm(gmail('twice@example.com'), { credentials: 'old' }));
    await domain.accounts.disconnect(workspace_id, first);
    expect(idOf(await crm(gmail('twice@example.com'), { credentials: 'new' }))).toBe(first);
    expect(await listed(first)).toMatchObject({ status: 'active' });
    expect(await opened(first)).toMatchObject({ refresh_token: 'new' });
  });

  describe('with a provider that can be asked', () => {
    let standIns: StandIns;
    beforeAll(async () => {
      standIns = await StandIns.start();
    });
    afterAll(() => standIns.close());

    it.each(['gmail', 'outlook'])('connects a mailbox of %s under its own address alone', async (channel) => {
      const own = `${channel}-own@example.com`;
      const wish = { channel, external_account_id: own };
      const { refresh_token } = await standIns.control<{ refresh_token: string }>('accounts', wish);
      const given = { credentials: refresh_token, env: environmentAt(standIns.url) };
      const line = (address: string) =>
        add(`--channel ${channel} --address ${address} --email ines@example.com --json`);
      const sentence = `These credentials are those of ${own}, not of other@example.com. Nothing was connected.`;
      expect(await refused(line('other@example.com'), given)).toBe(sentence);
      const again = await standIns.control<{ refresh_token: string }>('accounts', wish);
      const run = await crm(line(`${channel}-Own@example.com`), { ...given, credentials: again.refresh_token });
      expect(jsonOf(run)).not.toHaveProperty('note');
      const kept = (await opened(idOf(run))) as Record<string, string>;
      expect(kept.access_token).not.toBe('none');
      // Microsoft's are good for one use.
      expect(kept.refresh_token === again.refresh_token).toBe(channel === 'gmail');
    });

    it('connects one that the provider does not know, and says that it was not checked', async () => {
      const given = { credentials: 'stale', env: environmentAt(standIns.url) };
      const { note } = jsonOf<{ note: string }>(await crm(gmail('unchecked@example.com'), given));
      expect(note).toBe('It was not checked whose mailbox this is (invalid_grant).');
    });
  });

  it('says for people what it connected, and never shows the credentials', async () => {
    const line = gmail('shown@example.com').replace(' --json', '');
    const { stdout, stderr } = await crm(line, { credentials: 'refresh-secret' });
    expect(stdout).toMatch(
      /^Connected shown@example.com on gmail as [0-9a-f-]{36}\.\nIt was not checked whose mailbox/,
    );
    expect(stdout + stderr).not.toContain('refresh-secret');
  });

  it.each([
    ['nothing at all', '', /credentials are missing/],
    ['JSON that is broken', '{"refresh_token": ', /must be a JSON object/],
    ['JSON with strange fields', '{"refresh_token": "secret-r", "password": "secret-p"}', /must be a JSON object/],
    ['several words', 'secret-r secret-p', /one token, or a JSON object/],
    ['no refresh token', '{"access_token": "secret-a"}', /need a refresh_token/],
  ])('refuses %s for credentials, without showing it', async (_what, credentials, sentence) => {
    const given = credentials ? { credentials } : { stdin: '' };
    const message = await refused(gmail('bad@example.com'), given);
    expect(message).toMatch(sentence);
    expect(message).not.toContain('secret');
  });

  it('refuses without a key to seal with, and with one that is none', async () => {
    expect(await refused(gmail('bad@example.com'), { credentials: 'r', keys: '' })).toMatch(
      /CREDENTIALS_KEYS is missing/,
    );
    const { code, stderr } = await crm(gmail('bad@example.com'), { credentials: 'r', keys: 'secret' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/CREDENTIALS_KEYS must be/);
  });

  it('refuses people who are not there or not told apart', async () => {
    await member('Twin', 'twin@example.com');
    await domain.workspaces.addMember({
      workspace_id,
      subject: 'x',
      email: 'twin@example.com',
      name: 'Twin',
      issuer: 'y',
    });
    const of = (email: string) => add(`--channel gmail --address a@example.com --email ${email}`);
    expect(await refused(of('nobody@example.com'), { credentials: 'r' })).toMatch(/Nobody in this workspace/);
    expect(await refused(of('twin@example.com'), { credentials: 'r' })).toMatch(/Several people/);
  });

  it('refuses what does not fit together', async () => {
    const lines: [string, RegExp][] = [
      ['--channel whatsapp --address +15555550142', /--external-id is missing/],
      ['--channel gmail --address ada@example.com --external-id bob@example.com', /--external-id is not for mailboxes/],
      ['--channel fax --address 1', /--channel must be gmail or/],
      [
        '--channel gmail --address a@example.com --email ines@example.com --members omar@example.com',
        /exclude each other/,
      ],
      ['--channel gmail --address a@example.com --members omar', /must be an e-mail address/],
    ];
    for (const [line, sentence] of lines) expect(await refused(add(line), { credentials: 'r' }, 2)).toMatch(sentence);
  });

  it('refuses a mailbox that somebody else has connected', async () => {
    await crm(gmail('hers@example.com'), { credentials: 'r' });
    const his = add('--channel gmail --address hers@example.com --email omar@example.com');
    expect(await refused(his, { credentials: 'r' })).toMatch(/already connected to the workspace/);
  });
});

it('account list shows whose they are and how, and no credentials', async () => {
  const id = idOf(await crm(gmail('list@example.com'), { credentials: 'refresh-hidden' }));
  const json = await crm(`account list --workspace ${workspace_id} --json`);
  expect(jsonOf<AccountView[]>(json)).toContainEqual(await listed(id));
  const { stdout } = await crm(`account list --workspace ${workspace_id}`);
  expect(stdout).toMatch(/^Id +Channel +Status +Whose +Address +Last error\n/);
  expect(stdout).toMatch(new RegExp(`${id} +gmail +active +ines@example.com +list@example.com`));
  expect(json.stdout + stdout).not.toMatch(/refresh-hidden|credentials|v1\./);
  expect(await refused(`account list --workspace ${MISSING}`)).toBe('Workspace not found.');
});

it('account set says who shares one that is shared, and no other', async () => {
  const shared = add('--channel facebook --external-id page-1 --address Tarnwick --json');
  const id = idOf(await crm(shared, { credentials: 'EAA' }));
  const set = (account: string) =>
    `account set --workspace ${workspace_id} --account ${account} --members omar@example.com`;
  expect(jsonOf(await crm(`${set(id)} --json`))).toEqual({ channel_account_id: id, members: ['omar@example.com'] });
  expect((await listed(id)).members).toMatchObject([{ user_id: users.omar }]);
  expect(await refused(set(MISSING))).toBe('Account not found.');
  const owned = idOf(await crm(gmail('owned@example.com'), { credentials: 'r' }));
  expect(await refused(set(owned))).toMatch(/has an owner/);
});

it('account disconnect forgets the credentials', async () => {
  const id = idOf(await crm(gmail('gone@example.com'), { credentials: 'r' }));
  const disconnect = `account disconnect --workspace ${workspace_id} --account`;
  expect(jsonOf(await crm(`${disconnect} ${id} --json`))).toEqual({ channel_account_id: id, disconnected: true });
  expect(await listed(id)).toMatchObject({ status: 'disconnected' });
  await expect(opened(id)).rejects.toThrow();
  expect(await refused(`${disconnect} ${MISSING}`)).toBe('Account not found.');
});
