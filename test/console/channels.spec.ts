import type { Browser, Page } from 'playwright-core';
import { signIn } from '../identity/support/pages.js';
import { anAccount, type AnAccount } from '../support/accounts.js';
import { launchBrowser } from '../support/browser.js';
import { World, type Home, type Member } from '../support/world.js';
import { Visitor } from './support/visitor.js';

const PATH = '/console/channels';
const LONG_AGO = 16 * 60;

let world: World;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
  await world.sql('delete from channel_account');
});

async function open(member: Member): Promise<void> {
  await page.goto(world.places.baseUrl + PATH);
  await signIn(page, member.email);
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}

const account = (wish: Partial<AnAccount> = {}) =>
  anAccount(world.domain, { workspace_id: world.north.workspace_id, ...wish });
const shared = (...members: Member[]) => ({ owner_user_id: null, member_ids: members.map(({ user_id }) => user_id) });
const ownedBy = ({ user_id }: Member) => ({ owner_user_id: user_id });
const card = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
const disconnectPath = (id: string, home: Home = world.north) => `${PATH}/${home.workspace_id}/${id}/disconnect`;
const stored = async (id: string) => {
  const [row] = await world.sql<{ status: string; credentials: string | null }>(
    'select status, credentials from channel_account where channel_account_id = $1',
    [id],
  );
  return row!;
};
const ACTIVE = { status: 'active', credentials: expect.stringMatching(/^v1\./) };
const GONE = { status: 'disconnected', credentials: null };

describe('the page', () => {
  it('shows a person their accounts by workspace, with how they are', async () => {
    await account({ ...ownedBy(world.ada), address: 'ada@example.com' });
    const broken = await account({ ...ownedBy(world.ada), channel: 'outlook', address: 'ada@example.org' });
    await world.sql(
      `update channel_account set status = 'reauth_required', last_error_code = 'invalid_grant', last_synced_at = '2026-06-01T12:01Z'
       where channel_account_id = $1`,
      [broken],
    );
    const number = { ...shared(world.ada, world.cleo), channel: 'whatsapp', display_name: 'Front desk' } as const;
    await account({ ...number, workspace_id: world.south.workspace_id, address: '+15555550142' });
    await open(world.ada);
    await expect(page.title()).resolves.toBe('Channels · CRM Service');
    await expect(card('ada@example.com').innerText()).resolves.toMatch(
      /Gmail\s+Yours alone\s+Active[\s\S]+Last synced\s+not yet/,
    );
    await expect(card('ada@example.org').innerText()).resolves.toMatch(
      /Outlook\s+Yours alone\s+Needs to be connected again[\s\S]+Last synced\s+1 Jun 2026, 12:01\s+Last error\s+invalid_grant/,
    );
    const south = page.getByRole('region', { name: world.south.name });
    await expect(south.getByRole('article').innerText()).resolves.toMatch(
      /Front desk\s+WhatsApp \+15555550142\s+Shared by Ada Lovelace, Cleo Park\s+Active[\s\S]+Messages come in\s+as the provider brings them/,
    );
  });

  it("shows a member their own and the shared ones they use, an admin every shared one, and nobody somebody else's", async () => {
    await account({ ...ownedBy(world.ada), address: 'of-ada@example.com' });
    await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' });
    await account({ ...shared(world.bob), channel: 'whatsapp', address: 'desk' });
    await account({ ...shared(), channel: 'facebook', address: 'page' });
    const shown = async (member: Member) => {
      const text = await (await Visitor.signedIn(world, member)).read(PATH);
      return [...text.matchAll(/<h3[^>]*>([^<]+)</g)].map(([, name]) => name!.trim());
    };
    expect(await shown(world.bob)).toEqual(['of-bob@example.com', 'desk']);
    expect(await shown(world.ada)).toEqual(['of-ada@example.com', 'desk', 'page']);
    expect(await shown(world.cleo)).toEqual([]);
  });

  it('offers changes only to who may make them', async () => {
    await account({ ...shared(world.bob), channel: 'whatsapp', address: 'desk' });
    await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' });
    await open(world.bob);
    await expect(card('desk').locator('button, summary').count()).resolves.toBe(0);
    await expect(card('of-bob@example.com').getByText('Disconnect …').count()).resolves.toBe(1);
  });

  it('never shows credentials, nor does any list of accounts', async () => {
    const id = await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' });
    const text = await (await Visitor.signedIn(world, world.bob)).read(PATH);
    const list = JSON.stringify(await world.domain.accounts.list(world.north.workspace_id));
    expect(list).toContain(id);
    for (const each of [text, list]) expect(each).not.toMatch(/v1\.test|credentials/);
  });
});

describe('disconnecting', () => {
  it('forgets the credentials at once and keeps the account on the page', async () => {
    const id = await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' });
    await open(world.bob);
    const button = page.getByRole('button', { name: 'Disconnect Gmail of-bob@example.com', exact: true });
    await expect(button.isVisible()).resolves.toBe(false);
    await page.getByLabel('Disconnect Gmail of-bob@example.com …').click();
    await button.click();
    await expect(page.getByRole('status').innerText()).resolves.toContain('Disconnected');
    await expect(card('of-bob@example.com').locator('.badge').innerText()).resolves.toBe('Disconnected');
    await expect(card('of-bob@example.com').locator('button, summary').count()).resolves.toBe(0);
    expect(await stored(id)).toEqual(GONE);
  });

  it('is for admins when the account is shared', async () => {
    const id = await account({ ...shared(world.bob), channel: 'whatsapp', address: 'desk' });
    const bob = await Visitor.signedIn(world, world.bob);
    expect((await bob.post(disconnectPath(id))).status).toBe(403);
    expect(await stored(id)).toEqual(ACTIVE);
    const ada = await Visitor.signedIn(world, world.ada);
    expect((await ada.post(disconnectPath(id))).status).toBe(303);
    expect(await stored(id)).toEqual(GONE);
  });

  it("finds no account of somebody else's, in the words for what never was, whatever the role", async () => {
    const id = await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' });
    const others: [Member, Home][] = [
      [world.ada, world.north],
      [world.ada, world.south],
      [world.cleo, world.south],
      [world.cleo, world.north],
    ];
    for (const [member, home] of others) {
      const visitor = await Visitor.signedIn(world, member);
      const theirs = await visitor.post(disconnectPath(id, home));
      const missing = await visitor.post(disconnectPath(crypto.randomUUID(), home));
      expect([theirs.status, missing.status]).toEqual([404, 404]);
      expect(await theirs.text()).toBe(await missing.text());
    }
    expect(await stored(id)).toEqual(ACTIVE);
  });

  it.each([
    ['without its token', { csrf: undefined }, {}],
    ['with a token made up', { csrf: 'A'.repeat(43) }, {}],
    ['from another origin', {}, { origin: 'https://evil.example' }],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['that does not say where it is from', {}, { origin: undefined, 'sec-fetch-site': undefined }],
  ])('is refused to a form %s', async (_what, form, headers) => {
    const id = await account(ownedBy(world.bob));
    const bob = await Visitor.signedIn(world, world.bob);
    expect((await bob.post(disconnectPath(id), form, headers)).status).toBe(403);
    expect(await stored(id)).toEqual(ACTIVE);
  });

  it('asks for the password when the sign-in is a while ago', async () => {
    const id = await account(ownedBy(world.bob));
    const bob = await Visitor.signedIn(world, world.bob, LONG_AGO);
    const response = await bob.post(disconnectPath(id));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(
      `return_to=%2Fconsole%2Fchannels%3Fdone%3Dsigned-in%26at%3D${id}&amp;fresh=1`,
    );
    expect(await stored(id)).toEqual(ACTIVE);
  });
});

describe('an account', () => {
  const accounts = () => world.domain.accounts;
  const north = () => world.north.workspace_id;
  const listed = async (id: string) => (await accounts().list(north())).find((each) => each.channel_account_id === id)!;

  it('that is connected again is the same one, active and with nothing against it', async () => {
    const id = await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' });
    await world.sql(`update channel_account set status = 'reauth_required', last_error_code = 'invalid_grant'`);
    expect(await account({ ...ownedBy(world.bob), address: 'of-bob@example.com' })).toBe(id);
    expect(await listed(id)).toMatchObject({ status: 'active', last_error_code: null });
  });

  it("becomes nobody else's as long as it is connected, and may once it is not", async () => {
    const mailbox = { address: 'of-both@example.com' };
    const id = await account({ ...mailbox, ...ownedBy(world.bob) });
    await expect(account({ ...mailbox, ...ownedBy(world.ada) })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(account({ ...mailbox, ...shared() })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await listed(id)).toMatchObject({ owner: { user_id: world.bob.user_id } });
    await accounts().disconnect(north(), id);
    expect(await account({ ...mailbox, ...ownedBy(world.ada) })).toBe(id);
    expect(await listed(id)).toMatchObject({ owner: { user_id: world.ada.user_id }, status: 'active' });
  });

  it('that is shared stays so when an admin connects it again, and is refused to a member', async () => {
    const id = await account({ ...shared(world.bob), address: 'team@example.com' });
    const again = (member: Member, role: 'admin' | 'member') => {
      const mailbox = {
        channel: 'gmail',
        external_account_id: 'team@example.com',
        address: 'team@example.com',
      } as const;
      const by = { user_id: member.user_id, role };
      return accounts().connect(
        north(),
        { ...mailbox, display_name: null, ...ownedBy(member) },
        { seal: () => 's', by },
      );
    };
    await expect(again(world.bob, 'member')).rejects.toMatchObject({ kind: 'conflict' });
    await again(world.ada, 'admin');
    expect(await listed(id)).toMatchObject({ owner: null, members: [{ user_id: world.bob.user_id }] });
  });

  it('is one when several connect it at once', async () => {
    const tries = Array.from({ length: 6 }, () => account({ ...ownedBy(world.bob), address: 'rush@example.com' }));
    const results = await Promise.allSettled(tries);
    const ids = new Set(results.map((result) => (result.status === 'fulfilled' ? result.value : 'refused')));
    ids.delete('refused');
    expect(ids.size).toBe(1);
    const all = await accounts().list(north());
    expect(all.filter(({ address }) => address === 'rush@example.com')).toHaveLength(1);
  });

  it('has no owner and no members from elsewhere', async () => {
    await expect(account(ownedBy(world.cleo))).rejects.toMatchObject({ kind: 'validation' });
    await expect(account(shared(world.bob, world.cleo))).rejects.toMatchObject({ kind: 'validation' });
    expect(await accounts().list(north())).toEqual([]);
  });

  it('of one workspace is not touched from another', async () => {
    const id = await account(ownedBy(world.bob));
    await expect(accounts().disconnect(world.south.workspace_id, id)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(accounts().setMembers(world.south.workspace_id, id, [])).rejects.toMatchObject({ kind: 'not_found' });
    expect(await stored(id)).toEqual(ACTIVE);
  });

  it('of somebody who leaves the workspace ends, and a shared one goes on without them', async () => {
    const dora = await world.addMember('Dora Quick', world.north);
    const own = await account(ownedBy(dora));
    const desk = await account({ ...shared(dora, world.bob), channel: 'whatsapp', address: 'desk' });
    const other = await account(ownedBy(world.bob));
    const removed = { kind: 'membership', org_id: north(), subject: dora.subject, role: null, data: null } as const;
    await world.domain.identities.apply(world.places.issuer, 'event-1', { ...removed, at: new Date() });
    expect(await stored(own)).toEqual(GONE);
    expect(await stored(other)).toEqual(ACTIVE);
    expect(await stored(desk)).toEqual(ACTIVE);
    expect((await listed(desk)).members.map(({ user_id }) => user_id)).toEqual([world.bob.user_id]);
  });

  it('of somebody who is deleted ends in every workspace', async () => {
    const dora = await world.addMember('Dora Gone', world.north);
    await world.addMember('Dora Gone', world.south);
    const homes = [world.north, world.south].map(({ workspace_id }) => ({ workspace_id, ...ownedBy(dora) }));
    const ids = await Promise.all(homes.map((home) => account(home)));
    const deleted = { kind: 'user_deleted', subject: dora.subject, at: new Date() } as const;
    await world.domain.identities.apply(world.places.issuer, 'event-2', deleted);
    for (const id of ids) expect(await stored(id)).toEqual(GONE);
  });
});
