import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AccountTokens, CredentialVault, Inbound, credentialKeys, type AccountCredentials } from '#channels';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import type { ChannelName } from '#crm-domain/messaging';
import { JobQueue, newId } from '#platform';
import { StandIns, vault } from '../delivery/support/stand-ins.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
const NEWER_KEY = `newer:${Buffer.alloc(32, 8).toString('base64')}`;

let database: FreshDatabase;
let domain: Domain;
let standIns: StandIns;
let workspace_id: string;

beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  standIns = await StandIns.start();
  ({ workspace_id } = await domain.workspaces.create({ name: 'Northwind Traders' }));
});

afterAll(async () => {
  await standIns.close();
  await domain.close();
  await database.drop();
});

interface Account {
  workspace_id: string;
  channel_account_id: string;
  external: string;
  given: AccountCredentials;
}

/**
 * An account here and at the stand-ins, with the tokens of there; its access token ends in a minute unless `change`
 * says otherwise.
 */
async function anAccount(channel: ChannelName, change: Partial<AccountCredentials> = {}): Promise<Account> {
  const external = `${newId()}@example.com`;
  const { access_token, refresh_token } = await standIns.control<{
    access_token: string;
    refresh_token: string | null;
  }>('accounts', { channel, external_account_id: external });
  const issued = { access_token, ...(refresh_token && { refresh_token }) };
  const given = { ...issued, expires_at: at(MINUTE), obtained_at: at(-59 * MINUTE), ...change };
  const account = {
    channel,
    external_account_id: external,
    address: external,
    display_name: null,
    owner_user_id: null,
  };
  const seal = (id: string) => vault.seal({ workspace_id, channel_account_id: id }, given);
  const { channel_account_id } = await domain.accounts.connect(workspace_id, account, { seal });
  return { workspace_id, channel_account_id, external, given };
}

function tokens(change: { vault?: CredentialVault; settings?: object } = {}): AccountTokens {
  return new AccountTokens(domain.db, change.vault ?? vault, { ...standIns.settings, ...change.settings });
}

/** What is stored, opened. */
async function stored(account: Account, by = vault) {
  const row = await domain.db.autocommit(workspace_id, (stores) =>
    stores.channelAccounts.find(account.channel_account_id),
  );
  return { status: row!.status, sealed: row!.credentials!, credentials: by.open(account, row!.credentials!) };
}

/** The token endpoint does not know the account before it answers, so calls are counted by channel. */
async function refreshes(channel: ChannelName, during: () => Promise<unknown>): Promise<number> {
  const before = (await standIns.calls({ channel, call: 'token' })).length;
  await during();
  return (await standIns.calls({ channel, call: 'token' })).length - before;
}

const BUSY = { action: 'answer', status: 503, headers: { 'retry-after': '120' } };
const opened = (token: string) => ({ kind: 'open', access: { token } });

describe('a token that has time left', () => {
  it('is given out as it is', async () => {
    const account = await anAccount('gmail', { expires_at: at(30 * MINUTE) });
    const count = await refreshes('gmail', async () => {
      expect(await tokens().accessTo(account)).toEqual({
        kind: 'open',
        channel: 'gmail',
        access: {
          external_account_id: account.external,
          address: account.external,
          display_name: null,
          token: account.given.access_token,
        },
      });
    });
    expect(count).toBe(0);
  });

  it.each(['whatsapp', 'facebook'] as const)('of %s has no end', async (channel) => {
    const account = await anAccount(channel, { expires_at: at(-DAY) });
    expect(await tokens().accessTo(account)).toMatchObject(opened(account.given.access_token));
  });
});

describe.each(['gmail', 'outlook'] as const)('a token of %s that ends', (channel) => {
  it('is replaced once, however many ask for it in however many processes', async () => {
    const account = await anAccount(channel);
    const processes = [tokens(), tokens(), tokens()];
    const answers: { kind: string; access?: { token: string } }[] = [];
    const count = await refreshes(channel, async () => {
      const asked = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => processes[n % 3]!.accessTo(account));
      answers.push(...(await Promise.all(asked)));
    });
    expect(count).toBe(1);
    const { credentials } = await stored(account);
    expect(credentials.access_token).not.toBe(account.given.access_token);
    for (const answer of answers) expect(answer).toMatchObject(opened(credentials.access_token));
    expect(Date.parse(credentials.expires_at!)).toBeGreaterThan(Date.now() + 30 * MINUTE);
  });

  it('is replaced again and again, by whichever refresh token holds then', async () => {
    const account = await anAccount(channel);
    const seen = new Set([account.given.refresh_token]);
    for (let time = 1; time <= 3; time++) {
      await tokens().accessTo(account);
      const { credentials } = await stored(account);
      seen.add(credentials.refresh_token);
      const sealed = vault.seal(account, { ...credentials, expires_at: at(MINUTE) });
      await domain.db.transaction(workspace_id, (stores) =>
        stores.channelAccounts.saveCredentials(account.channel_account_id, sealed),
      );
    }
    expect(seen.size).toBe(channel === 'outlook' ? 4 : 1);
    expect(await stored(account)).toMatchObject({ status: 'active' });
  });

  it('closes the account when the provider takes the consent back, and is not asked for again', async () => {
    const account = await anAccount(channel, { refresh_token: 'revoked' });
    const closed = { kind: 'rejected', account: 'reauth_required', code: 'reauth_required' };
    expect(await tokens().accessTo(account)).toMatchObject(closed);
    expect(await stored(account)).toMatchObject({ status: 'reauth_required' });
    const count = await refreshes(channel, async () => expect(await tokens().accessTo(account)).toMatchObject(closed));
    expect(count).toBe(0);
  });

  it('closes the account when there is nothing to replace it with', async () => {
    const account = await anAccount(channel, { refresh_token: undefined });
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'rejected', account: 'reauth_required' });
  });

  it('is used until its end while the token endpoint fails', async () => {
    const account = await anAccount(channel);
    await standIns.fault({ channel, call: 'token', action: 'answer', status: 503 });
    expect(await tokens().accessTo(account)).toMatchObject(opened(account.given.access_token));
    expect(await stored(account)).toMatchObject({ status: 'active', credentials: account.given });
  });

  it.each([200, 403, 500, 502, 503])(
    'is kept when the token endpoint fails with %i, whatever it says of it',
    async (status) => {
      for (const error of ['invalid_grant', 'login_required', { code: 190, message: 'Expired.' }]) {
        const account = await anAccount(channel);
        await standIns.fault({ channel, call: 'token', action: 'answer', status, body: { error } });
        expect(await tokens().accessTo(account)).toMatchObject(opened(account.given.access_token));
        expect(await stored(account)).toMatchObject({ status: 'active', credentials: account.given });
      }
    },
  );

  it.each([1e14, -1, 'soon', null])(
    'is replaced by one whose end makes no sense (%s), which counts as not given',
    async (expires_in) => {
      const account = await anAccount(channel);
      const body = { access_token: newId(), refresh_token: newId(), token_type: 'Bearer', expires_in };
      await standIns.fault({ channel, call: 'token', action: 'answer', status: 200, body });
      expect(await tokens().accessTo(account)).toMatchObject(opened(body.access_token));
      const { credentials } = await stored(account);
      expect(credentials).toMatchObject({ access_token: body.access_token, refresh_token: body.refresh_token });
      expect(credentials.expires_at).toBeUndefined();
    },
  );

  it('has the message wait when it has ended and the token endpoint fails', async () => {
    const account = await anAccount(channel, { expires_at: at(-MINUTE) });
    await standIns.fault({ channel, call: 'token', action: 'reset_before' });
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'transient', code: 'token_not_reached' });
    expect(await stored(account)).toMatchObject({ status: 'active' });
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'open' });
  });

  const LOOP = { error: 'invalid_grant', error_description: 'AADSTS50196: A loop.', error_codes: [50196] };

  it.each<[string, object, number]>([
    ['wants to be left alone for two minutes', BUSY, 120],
    ['wants that at its limit', { ...BUSY, status: 429 }, 120],
    ['has seen a loop of requests', { action: 'answer', status: 400, body: LOOP }, 300],
  ])('has the whole account wait when it has ended and the token endpoint %s', async (_what, answer, seconds) => {
    const account = await anAccount(channel, { expires_at: at(-MINUTE) });
    await standIns.fault({ channel, call: 'token', ...answer });
    const waits = { kind: 'transient', throttles: 'account', retry_after_seconds: seconds };
    expect(await tokens().accessTo(account)).toMatchObject(waits);
    const count = await refreshes(channel, async () =>
      expect(await tokens().accessTo(account)).toMatchObject({ kind: 'transient', code: 'token_awaited' }),
    );
    expect(count).toBe(0);
    expect(await stored(account)).toMatchObject({ status: 'active' });
  });

  it('is used until its end while the token endpoint wants to be left alone, which is asked no second time', async () => {
    const account = await anAccount(channel);
    await standIns.fault({ channel, call: 'token', ...BUSY });
    const count = await refreshes(channel, async () => {
      for (let n = 0; n < 2; n++)
        expect(await tokens().accessTo(account)).toMatchObject(opened(account.given.access_token));
    });
    expect(count).toBe(1);
  });

  it('has the message wait when this server is not registered at the provider', async () => {
    const account = await anAccount(channel, { expires_at: at(-MINUTE) });
    const settings = { GOOGLE_CLIENT_SECRET: undefined, MICROSOFT_CLIENT_SECRET: undefined };
    expect(await tokens({ settings }).accessTo(account)).toMatchObject({ code: 'provider_not_configured' });
    expect(await stored(account)).toMatchObject({ status: 'active' });
  });
});

describe('a token that the provider refuses before its end', () => {
  const unauthorized = {
    kind: 'rejected' as const,
    account: 'reauth_required' as const,
    code: 'unauthorized',
    detail: 'It was refused.',
    http_status: 401,
  };

  it('is replaced, and the message waits for its next attempt', async () => {
    const account = await anAccount('outlook', { expires_at: at(30 * MINUTE) });
    const token = account.given.access_token;
    const count = await refreshes('outlook', async () => {
      const [one, other] = await Promise.all(
        [tokens(), tokens()].map((each) => each.reconsider(account, unauthorized, token)),
      );
      expect(one).toMatchObject({ kind: 'transient', code: 'token_renewed' });
      expect(other).toMatchObject({ kind: 'transient', code: 'token_renewed' });
    });
    expect(count).toBe(1);
    expect((await stored(account)).credentials.access_token).not.toBe(token);
  });

  describe.each(['gmail', 'outlook'] as const)('at once, at %s', (channel) => {
    const justNow = () => anAccount(channel, { expires_at: at(30 * MINUTE), obtained_at: at(-1000) });

    it('is replaced, for its refresh token may be good', async () => {
      const account = await justNow();
      const outcome = await tokens().reconsider(account, unauthorized, account.given.access_token);
      expect(outcome).toMatchObject({ kind: 'transient', code: 'token_renewed' });
      const { status, credentials } = await stored(account);
      expect(status).toBe('active');
      expect(await tokens().accessTo(account)).toMatchObject(opened(credentials.access_token));
    });

    it('is replaced once when several processes meet it, each with a refresh token of one use', async () => {
      const account = await justNow();
      const count = await refreshes(channel, async () => {
        const workers = Array.from({ length: 6 }, () => tokens());
        const asked = workers.map((each) => each.reconsider(account, unauthorized, account.given.access_token));
        for (const outcome of await Promise.all(asked)) expect(outcome).toMatchObject({ code: 'token_renewed' });
      });
      expect(count).toBe(1);
      expect(await stored(account)).toMatchObject({ status: 'active' });
    });

    it('is replaced once more when the one in its place is refused as well, and then the account waits', async () => {
      const account = await justNow();
      const refuse = async () => {
        const { credentials } = await stored(account);
        return tokens().reconsider(account, unauthorized, credentials.access_token);
      };
      const count = await refreshes(channel, async () => {
        expect(await refuse()).toMatchObject({ kind: 'transient', code: 'token_renewed' });
        expect(await refuse()).toMatchObject({ kind: 'transient', code: 'token_renewed' });
        const wait = { kind: 'transient', code: 'token_refused', throttles: 'account', retry_after_seconds: 5 };
        expect(await refuse()).toMatchObject(wait);
      });
      expect(count).toBe(2);
      expect(await stored(account)).toMatchObject({ status: 'active', credentials: { refusals: { count: 2 } } });
    });

    const oftenRefused = (change: Partial<AccountCredentials> = {}) => {
      const refusals = { since: at(-20 * MINUTE), count: 4 };
      return anAccount(channel, { expires_at: at(30 * MINUTE), obtained_at: at(-3 * MINUTE), refusals, ...change });
    };

    it('is replaced however many were refused one after the other', async () => {
      const account = await oftenRefused();
      const count = await refreshes(channel, async () => {
        const outcome = await tokens().reconsider(account, unauthorized, account.given.access_token);
        expect(outcome).toMatchObject({ kind: 'transient', code: 'token_renewed' });
      });
      expect(count).toBe(1);
      expect(await stored(account)).toMatchObject({ status: 'active', credentials: { refusals: { count: 5 } } });
    });

    it('closes the account after many others when the refresh token is refused as well', async () => {
      const account = await oftenRefused({ refresh_token: 'revoked' });
      expect(await tokens().reconsider(account, unauthorized, account.given.access_token)).toEqual(unauthorized);
      expect(await stored(account)).toMatchObject({ status: 'reauth_required' });
    });

    it('is the first of others when a message had left with it', async () => {
      const account = await oftenRefused({ obtained_at: at(-MINUTE) });
      const token = account.given.access_token;
      const worker = tokens();
      const ids = { provider_message_id: '1', provider_thread_id: null, internet_message_id: null };
      await worker.reconsider(account, { kind: 'accepted', ...ids }, token);
      expect(await worker.reconsider(account, unauthorized, token)).toMatchObject({ code: 'token_renewed' });
      expect(await stored(account)).toMatchObject({ status: 'active', credentials: { refusals: { count: 1 } } });
    });

    it('leaves the account open to a worker that met the older token only after it was replaced', async () => {
      const account = await justNow();
      await tokens().reconsider(account, unauthorized, account.given.access_token);
      const late = await tokens().reconsider(account, unauthorized, account.given.access_token);
      expect(late).toMatchObject({ kind: 'transient', code: 'token_renewed' });
      expect(await stored(account)).toMatchObject({ status: 'active' });
    });

    it('closes the account when its refresh token is refused', async () => {
      const account = await anAccount(channel, {
        expires_at: at(DAY),
        obtained_at: at(-1000),
        refresh_token: 'revoked',
      });
      expect(await tokens().reconsider(account, unauthorized, account.given.access_token)).toEqual(unauthorized);
      expect(await stored(account)).toMatchObject({ status: 'reauth_required' });
    });
  });

  it('has the message wait when it cannot be replaced at the moment', async () => {
    const account = await anAccount('gmail', { expires_at: at(30 * MINUTE) });
    await standIns.fault({ channel: 'gmail', call: 'token', action: 'answer', status: 500 });
    const outcome = await tokens().reconsider(account, unauthorized, account.given.access_token);
    expect(outcome).toMatchObject({ kind: 'transient' });
    expect(await stored(account)).toMatchObject({ status: 'active' });
  });

  it('is left alone when something else was refused', async () => {
    const account = await anAccount('gmail', { expires_at: at(30 * MINUTE) });
    const outcome = { ...unauthorized, account: undefined, http_status: 403 };
    expect(await tokens().reconsider(account, outcome, account.given.access_token)).toBe(outcome);
    expect(await stored(account)).toMatchObject({ status: 'active', credentials: account.given });
  });

  it('closes the account when a new one would be refused as well, and leaves it open when it has a new one', async () => {
    const account = await anAccount('gmail', { expires_at: at(30 * MINUTE) });
    const outcome = { ...unauthorized, code: 'insufficientPermissions', http_status: 403 };
    expect(await tokens().reconsider(account, outcome, 'an older one')).toMatchObject({ code: 'token_renewed' });
    expect(await stored(account)).toMatchObject({ status: 'active', credentials: account.given });
    expect(await tokens().reconsider(account, outcome, account.given.access_token)).toBe(outcome);
    expect(await stored(account)).toMatchObject({ status: 'reauth_required' });
  });
});

describe('a token that was given while the connection to the database broke', () => {
  const given = async (meanwhile: (account: Account) => Promise<unknown> = async () => undefined) => {
    const account = await anAccount('outlook');
    const lossy = await openDomain({ url: database.url, poolSize: 2, applicationName: 'crm-test-lossy' });
    const asked = () => standIns.calls({ channel: 'outlook', call: 'token' });
    const before = (await asked()).length;
    const slow = await standIns.fault({ channel: 'outlook', call: 'token', action: 'slow', ms: 1500 });
    const pending = new AccountTokens(lossy.db, vault, standIns.settings).accessTo(account);
    await eventually(() => standIns.hasMet(slow));
    await domain.source.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crm-test-lossy'`,
    );
    await meanwhile(account);
    const access = await pending.finally(() => lossy.close());
    expect((await asked()).length).toBe(before + 1);
    return { account, access };
  };

  it('is stored all the same, and its refresh token is good', async () => {
    const { account, access } = await given();
    const { credentials, status } = await stored(account);
    expect(status).toBe('active');
    expect(credentials.access_token).not.toBe(account.given.access_token);
    expect(access).toMatchObject(opened(credentials.access_token));
    const sealed = vault.seal(account, { ...credentials, expires_at: at(MINUTE) });
    await domain.db.transaction(workspace_id, (stores) =>
      stores.channelAccounts.saveCredentials(account.channel_account_id, sealed),
    );
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'open' });
  });

  it('is stored all the same when its transaction ends with any other error', async () => {
    const account = await anAccount('outlook');
    let isFirst = true;
    const transaction: Domain['db']['transaction'] = (workspaceId, work) =>
      domain.db.transaction(workspaceId, async (stores) => {
        const done = await work(stores);
        if (!isFirst) return done;
        isFirst = false;
        throw new Error('The server has changed its password.');
      });
    const failing = new AccountTokens(
      { autocommit: domain.db.autocommit.bind(domain.db), transaction },
      vault,
      standIns.settings,
    );
    const access = await failing.accessTo(account);
    const { credentials } = await stored(account);
    expect(credentials.access_token).not.toBe(account.given.access_token);
    expect(access).toMatchObject(opened(credentials.access_token));
  });

  it('is not told to have come when the provider gave none: the error is thrown at once, and nothing is stored again', async () => {
    const account = await anAccount('outlook');
    await standIns.fault({ channel: 'outlook', call: 'token', ...BUSY });
    let count = 0;
    const transaction: Domain['db']['transaction'] = (workspaceId, work) =>
      domain.db.transaction(workspaceId, async (stores) => {
        count++;
        const done = await work(stores);
        if (count > 1) return done;
        throw new Error('The server has changed its password.');
      });
    const failing = { autocommit: domain.db.autocommit.bind(domain.db), transaction };
    const asked = new AccountTokens(failing, vault, standIns.settings).accessTo(account);
    await expect(asked).rejects.toThrow('The server has changed its password.');
    expect(count).toBe(1);
    expect((await stored(account)).credentials).toEqual(account.given);
  });

  it('opens an account that was closed meanwhile because the one before was used up', async () => {
    const { account, access } = await given(({ channel_account_id }) =>
      domain.db.transaction(workspace_id, (stores) =>
        stores.channelAccounts.close(channel_account_id, 'reauth_required', 'invalid_grant'),
      ),
    );
    expect(access).toMatchObject({ kind: 'open' });
    expect(await stored(account)).toMatchObject({ status: 'active' });
  });

  it('replaces none with which the account was connected anew meanwhile', async () => {
    const { account, access } = await given(async (owner) => {
      const sealed = vault.seal(owner, { access_token: 'of the new connection' });
      await domain.db.transaction(workspace_id, (stores) =>
        stores.channelAccounts.saveCredentials(owner.channel_account_id, sealed),
      );
    });
    expect(access).toMatchObject(opened('of the new connection'));
    expect((await stored(account)).credentials.access_token).toBe('of the new connection');
  });
});

describe('a new token that the provider gives only after the transaction had to end', () => {
  /** The token endpoint, which hands out the new tokens at once, and its answer, which arrives when it is released. */
  const slowEndpoint = async () => {
    let release = (): void => undefined;
    let count = 0;
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = createServer(async (request, response) => {
      count++;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(standIns.settings.MICROSOFT_TOKEN_URL, {
        method: 'POST',
        headers,
        body: await text(request),
      });
      const body = await answer.text();
      await released;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise((resolve) => server.close(resolve));
    return { settings: { MICROSOFT_TOKEN_URL: `http://127.0.0.1:${port}/` }, release, close, asked: () => count };
  };

  it.each([
    ['waits when the one before has ended', -MINUTE, { kind: 'transient', code: 'token_awaited' }],
    ['goes on with the one before while that is good', MINUTE, { kind: 'open' }],
  ] as const)('is stored when it comes; the account stays open and %s', async (_what, ends, meanwhile) => {
    const account = await anAccount('outlook', { expires_at: at(ends) });
    const { settings, release, close } = await slowEndpoint();
    const count = await refreshes('outlook', async () => {
      expect(await tokens({ settings }).accessTo(account)).toMatchObject(meanwhile);
      expect(await tokens().accessTo(account)).toMatchObject(meanwhile);
    });
    expect(count).toBe(1);
    expect(await stored(account)).toMatchObject({ status: 'active' });
    release();
    await eventually(async () => (await stored(account)).credentials.access_token !== account.given.access_token);
    await close();
    const { credentials } = await stored(account);
    expect(credentials.awaited_until).toBeUndefined();
    expect(await tokens().accessTo(account)).toMatchObject(opened(credentials.access_token));
    const sealed = vault.seal(account, { ...credentials, expires_at: at(-MINUTE) });
    await domain.db.transaction(workspace_id, (stores) =>
      stores.channelAccounts.saveCredentials(account.channel_account_id, sealed),
    );
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'open' });
  });

  it('is waited for in few transactions at once, since others want connections, too; what is good is used meanwhile', async () => {
    const accounts = await Promise.all([1, 2, 3, 4, 5, 6].map(() => anAccount('outlook')));
    const { settings, release, close, asked } = await slowEndpoint();
    const renewing = tokens({ settings });
    const answers = accounts.map((account) => renewing.accessTo(account));
    await Promise.race(answers);
    expect(asked()).toBeLessThan(4);
    for (const [n, answer] of (await Promise.all(answers)).entries())
      expect(answer).toMatchObject(opened(accounts[n]!.given.access_token));
    release();
    await renewing.late.ended();
    await close();
  });

  it('is stored before the work on what comes in has ended', async () => {
    const account = await anAccount('outlook', { expires_at: at(-MINUTE) });
    const { settings, release, close } = await slowEndpoint();
    const renewing = tokens({ settings });
    const jobs = new JobQueue(database.url);
    const inbound = new Inbound({ domain, tokens: renewing, jobs, settings: standIns.settings });
    expect(await renewing.accessTo(account)).toMatchObject({ code: 'token_awaited' });
    setTimeout(release, 200);
    await inbound.stop();
    expect((await stored(account)).credentials.access_token).not.toBe(account.given.access_token);
    await close();
  });

  it('is asked for again when the time to wait for it is over', async () => {
    const account = await anAccount('outlook', { expires_at: at(-MINUTE), awaited_until: at(-1000) });
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'open' });
    expect((await stored(account)).credentials.access_token).not.toBe(account.given.access_token);
  });
});

describe('a token of Instagram', () => {
  it('renews itself days before its end', async () => {
    const account = await anAccount('instagram', { expires_at: at(5 * DAY), obtained_at: at(-55 * DAY) });
    const count = await refreshes('instagram', async () => {
      expect(await tokens().accessTo(account)).toMatchObject({ kind: 'open' });
    });
    expect(count).toBe(1);
    const { credentials } = await stored(account);
    expect(credentials.access_token).not.toBe(account.given.access_token);
    expect(Date.parse(credentials.expires_at!)).toBeGreaterThan(Date.now() + 50 * DAY);
  });

  it('whose end nobody knows renews itself once, and its end is known from then on', async () => {
    const account = await anAccount('instagram', { expires_at: undefined, obtained_at: undefined });
    const count = await refreshes('instagram', async () => {
      for (let use = 0; use < 3; use++) expect(await tokens().accessTo(account)).toMatchObject({ kind: 'open' });
    });
    expect(count).toBe(1);
    const { credentials } = await stored(account);
    expect(credentials.access_token).not.toBe(account.given.access_token);
    expect(Date.parse(credentials.expires_at!)).toBeGreaterThan(Date.now() + 50 * DAY);
    expect(credentials.obtained_at).toBeDefined();
  });

  it('whose end nobody knows is used as it is when it cannot renew itself, which not every use tries', async () => {
    const account = await anAccount('instagram', { expires_at: undefined, obtained_at: at(-2 * DAY) });
    await standIns.fault({ channel: 'instagram', call: 'token', action: 'answer', status: 400, body: {} });
    const count = await refreshes('instagram', async () => {
      for (let use = 0; use < 3; use++)
        expect(await tokens().accessTo(account)).toMatchObject(opened(account.given.access_token));
    });
    expect(count).toBe(1);
    const { credentials, ...rest } = await stored(account);
    expect(rest).toMatchObject({ status: 'active' });
    const again = Date.parse(credentials.awaited_until!) - Date.now();
    expect(again).toBeGreaterThan(50 * MINUTE);
    expect(again).toBeLessThanOrEqual(60 * MINUTE);
  });

  it('that comes without an end ends after 60 days', async () => {
    const account = await anAccount('instagram', { expires_at: at(5 * DAY), obtained_at: at(-55 * DAY) });
    const body = { access_token: newId(), token_type: 'bearer' };
    await standIns.fault({ channel: 'instagram', call: 'token', action: 'answer', status: 200, body });
    expect(await tokens().accessTo(account)).toMatchObject(opened(body.access_token));
    const { expires_at, obtained_at } = (await stored(account)).credentials;
    expect(Date.parse(expires_at!) - Date.parse(obtained_at!)).toBe(60 * DAY);
  });

  it('closes the account when it cannot any more', async () => {
    const account = await anAccount('instagram', {
      expires_at: at(-DAY),
      obtained_at: at(-61 * DAY),
      access_token: 'old',
    });
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'rejected', account: 'reauth_required' });
  });
});

describe('credentials', () => {
  it('of an older key are sealed anew when they are used, so that the old key can go', async () => {
    const account = await anAccount('whatsapp');
    const old = `test:${Buffer.alloc(32, 7).toString('base64')}`;
    const both = new CredentialVault(credentialKeys.parse(`${NEWER_KEY},${old}`)!);
    await tokens({ vault: both }).accessTo(account);
    const newer = new CredentialVault(credentialKeys.parse(NEWER_KEY)!);
    expect((await stored(account, newer)).credentials).toEqual(account.given);
    expect(await tokens({ vault: newer }).accessTo(account)).toMatchObject({ kind: 'open' });
  });

  it('that were copied from another account do not open it, and the account is not blamed', async () => {
    const [mine, theirs] = [await anAccount('gmail', { expires_at: at(DAY) }), await anAccount('gmail')];
    const { sealed } = await stored(mine);
    await domain.db.transaction(workspace_id, (stores) =>
      stores.channelAccounts.saveCredentials(theirs.channel_account_id, sealed),
    );
    const answer = await tokens().accessTo(theirs);
    expect(answer).toMatchObject({ kind: 'transient', code: 'credentials_sealed' });
    expect(JSON.stringify(answer)).not.toContain(mine.given.access_token);
  });

  it('of an account that was disconnected are not used', async () => {
    const account = await anAccount('gmail', { expires_at: at(DAY) });
    await domain.accounts.disconnect(workspace_id, account.channel_account_id);
    expect(await tokens().accessTo(account)).toMatchObject({ kind: 'rejected', account: 'disconnected' });
  });

  it('are nobody else’s: another workspace finds no such account', async () => {
    const account = await anAccount('gmail', { expires_at: at(DAY) });
    const elsewhere = { ...account, workspace_id: newId() };
    expect(await tokens().accessTo(elsewhere)).toMatchObject({ kind: 'rejected', account: 'disconnected' });
  });
});
