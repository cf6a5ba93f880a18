import { trustedClaim } from '#crm-domain';
import { newId } from '#platform';
import { DeliveryService, type ChannelName } from '#crm-domain/messaging';
import { eventually } from '../support/eventually.js';
import { Desk } from './support/desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.close());
afterEach(async () => {
  await desk.rest();
  await desk.providers.calmDown();
});

const { fence } = DeliveryService.prototype;

/** Nothing that failed is tried again before somebody says so. */
const SLOW = { retryMs: 600_000, retryMostMs: 600_000, lookMs: 600_000 };
const TO = { gmail: 'mara@example.com', outlook: 'mara@example.com', whatsapp: '+14155550142' } as const;
type Sent = keyof typeof TO;

interface Account {
  workspace_id: string;
  channel: ChannelName;
  external: string;
}

async function newMember(workspace_id: string): Promise<string> {
  const subject = newId();
  const person = { issuer: 'https://id.example.com', subject, email: `${subject}@example.com`, name: 'Somebody' };
  return (await desk.office.domain.workspaces.addMember({ ...person, workspace_id, role: 'member' })).user_id;
}

/** Connects it, or connects it again: as somebody's own, or shared by some. */
async function connect({ workspace_id, channel, external }: Account, owner: string | null, users: string[] = []) {
  const seal = await desk.providers.account(channel, external);
  const account = { channel, external_account_id: external, address: TO[channel as Sent], display_name: null };
  const { channel_account_id } = await desk.office.domain.accounts.connect(
    workspace_id,
    { ...account, owner_user_id: owner, member_ids: users },
    { seal: (id) => seal({ workspace_id, channel_account_id: id }) },
  );
  return channel_account_id;
}

/** As when the identity provider tells of it. */
async function leave({ workspace_id }: Account, userId: string): Promise<void> {
  await desk.office.domain.db.transaction(workspace_id, async ({ accounts, identities }) => {
    await identities.removeMember(userId);
    await accounts.leave(userId);
  });
}

/** A message of somebody's, once tried: the first call for it had this fault. Nobody has it in hand any more. */
async function triedOnce(account: Account, author: string, fault: object, connection_id?: string): Promise<string> {
  const { office, providers } = desk;
  const { workspace_id, channel, external } = account;
  const caller = {
    ...trustedClaim(workspace_id, { origin: 'mcp', request_id: 'r-1', connection_id }),
    user_id: author,
  };
  const subject = channel === 'whatsapp' ? undefined : 'Hello';
  const draft = { channel, subject, body: `Of ${author}`, to: [TO[channel as Sent]] };
  const { draft_id } = await office.domain.drafts.create(caller, draft);
  await providers.fault({ channel, account: external, ...fault });
  await office.domain.outbound.send(caller, draft_id);
  desk.work(SLOW);
  await eventually(async () => {
    const { state, attempt } = await office.fate(draft_id);
    return attempt === 1 && (state === 'queued' || state === 'unknown');
  });
  await desk.rest();
  return draft_id;
}

/** What becomes of it now, and how often it arrived. */
async function afterwards(id: string, author: string) {
  const { office, providers } = desk;
  await office.sql('update channel_account set next_send_at = now()');
  await office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
  desk.work();
  const { status, failure_code, transmit_count } = await desk.settled(id);
  return {
    status,
    failure_code,
    transmit_count,
    arrivals: (await providers.arrivals({ text: `Of ${author}` })).length,
  };
}

type TakenBack = 'revoke' | 'lower' | 'renew' | 'raise' | Approving;
/** Who has to approve what the client sends, one after the other; `on` and `off` are the rule of the workspace. */
type Approving = ('required' | 'as_workspace' | 'own_program' | 'on' | 'off')[];

const LIMITED = { action: 'answer', status: 429, headers: { 'retry-after': '600' } };
const NOT_ALLOWED = { status: 'failed', failure_code: 'sender_not_allowed', arrivals: 0 };
const REVOKED = { ...NOT_ALLOWED, failure_code: 'connection_revoked' };
const SENT = { status: 'sent', failure_code: null, arrivals: 1 };

async function approving(workspaceId: string, client: string, who: Approving[number]): Promise<void> {
  const { connections, workspaces } = desk.office.domain;
  if (who === 'on' || who === 'off') await workspaces.setDraftsNeedApproval(workspaceId, who === 'on');
  else await connections.setApproval(workspaceId, client, who);
}

describe.each(['gmail', 'outlook'] as const)('a message that waits to leave through a mailbox of %s', (channel) => {
  async function aMailbox() {
    const account = { workspace_id: await desk.office.workspace(), channel, external: `${newId()}@example.com` };
    const [ann, bob] = [await newMember(account.workspace_id), await newMember(account.workspace_id)];
    return { account, ann, bob, mailbox: await connect(account, ann) };
  }

  it('is not sent once its sender has left the workspace and somebody else connected the mailbox', async () => {
    const { account, ann, bob } = await aMailbox();
    const id = await triedOnce(account, ann, LIMITED);
    await leave(account, ann);
    await connect(account, bob);
    expect(await afterwards(id, ann)).toMatchObject(NOT_ALLOWED);
  });

  it('is not sent once its sender has disconnected the mailbox and somebody else connected it', async () => {
    const { account, ann, bob, mailbox } = await aMailbox();
    const id = await triedOnce(account, ann, LIMITED);
    await desk.office.domain.accounts.disconnect(account.workspace_id, mailbox);
    await connect(account, bob);
    expect(await afterwards(id, ann)).toMatchObject(NOT_ALLOWED);
  });

  it.each<[string, 'own' | 'another', TakenBack, object]>([
    ['is not sent once its sender has revoked the client that sent it', 'own', 'revoke', REVOKED],
    ['is not sent either when that client was allowed again since, to read', 'own', 'renew', REVOKED],
    ['is not sent either when that client may send again since', 'own', 'raise', REVOKED],
    ['is not sent once its sender has taken the right to send from that client', 'own', 'lower', REVOKED],
    ['is not sent once its sender has to approve what that client sends', 'own', ['required'], REVOKED],
    ['is not sent either when nobody has to approve it by now', 'own', ['required', 'as_workspace'], REVOKED],
    ['is not sent either when the client sends by itself by now', 'own', ['on', 'own_program', 'off'], REVOKED],
    ['is not sent once people have to approve what any client of the workspace sends', 'another', ['on'], REVOKED],
    ['is not sent either when the workspace wants that no more', 'another', ['on', 'off'], REVOKED],
    ['is sent though the workspace says once more that nobody has to approve it', 'another', ['off'], SENT],
    ['is sent though its client is its own program by now', 'own', ['own_program'], SENT],
    ['is sent though its sender has revoked another client', 'another', 'revoke', SENT],
    [
      'is sent though its sender has to approve what another client sends',
      'another',
      ['required', 'as_workspace'],
      SENT,
    ],
  ])('%s', async (_what, which, how, ending) => {
    const { account, ann } = await aMailbox();
    const { workspace_id } = account;
    const { connections, db } = desk.office.domain;
    const clients = { own: newId(), another: newId() };
    for (const connection_id of Object.values(clients)) {
      const connection = { user_id: ann, client_id: connection_id, client_name: null, client_redirect: null };
      await db.autocommit(workspace_id, (stores) => stores.connections.insert({ ...connection, connection_id }));
      await connections.setTier(workspace_id, connection_id, 'send');
    }
    const id = await triedOnce(account, ann, LIMITED, clients.own);
    const client = clients[which];
    if (how === 'lower') await connections.setTier(workspace_id, client, 'write');
    else if (Array.isArray(how)) for (const who of how) await approving(workspace_id, client, who);
    else await connections.revoke(workspace_id, client);
    if (how === 'renew' || how === 'raise') await connections.restore(workspace_id, client);
    if (how === 'raise') await connections.setTier(workspace_id, client, 'send');
    expect(await afterwards(id, ann)).toMatchObject({ ...NOT_ALLOWED, ...ending });
  });

  it('waits while the workspace has no API access, and is sent once it has it again', async () => {
    const { account, ann } = await aMailbox();
    const { workspace_id } = account;
    const { workspaces } = desk.office.domain;
    const id = await triedOnce(account, ann, LIMITED);
    await workspaces.setApiAccess(workspace_id, false);
    await desk.office.sql('update channel_account set next_send_at = now()');
    await desk.office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
    desk.work(SLOW);
    await eventually(async () => {
      const { state, attempt } = await desk.office.fate(id);
      return attempt === 2 && state !== 'leased' && state !== 'transmitting';
    });
    await desk.rest();
    expect(await desk.office.fate(id)).toMatchObject({ status: 'pending', state: 'queued', transmit_count: 1 });
    await workspaces.setApiAccess(workspace_id, true);
    expect(await afterwards(id, ann)).toMatchObject(SENT);
  });

  describe('and whose sending was taken back between the last look and the fence', () => {
    /** What becomes of a message, if this happens right before it is fenced. */
    const takenBack = (id: string, author: string, takeBack: () => Promise<unknown>) => {
      jest.spyOn(DeliveryService.prototype, 'fence').mockImplementation(async function (
        this: DeliveryService,
        lease,
        ms,
      ) {
        if (lease.message_id === id) await takeBack();
        return fence.call(this, lease, ms);
      });
      return afterwards(id, author);
    };

    it('is not sent from a mailbox that was disconnected', async () => {
      const { account, ann, mailbox } = await aMailbox();
      const id = await triedOnce(account, ann, LIMITED);
      const { accounts } = desk.office.domain;
      const ending = await takenBack(id, ann, () => accounts.disconnect(account.workspace_id, mailbox));
      expect(ending).toMatchObject({ status: 'failed', transmit_count: 1, arrivals: 0 });
    });

    it('is not sent by a person who left', async () => {
      const { account, ann, bob } = await aMailbox();
      const id = await triedOnce(account, ann, LIMITED);
      const ending = await takenBack(id, ann, () => leave(account, ann).then(() => connect(account, bob)));
      expect(ending).toMatchObject({ ...NOT_ALLOWED, transmit_count: 1 });
    });

    it('is not sent by a client that was revoked', async () => {
      const { account, ann } = await aMailbox();
      const { workspace_id } = account;
      const { connections, db } = desk.office.domain;
      const connection_id = newId();
      const connection = { user_id: ann, client_id: connection_id, client_name: null, client_redirect: null };
      await db.autocommit(workspace_id, (stores) => stores.connections.insert({ ...connection, connection_id }));
      await connections.setTier(workspace_id, connection_id, 'send');
      const id = await triedOnce(account, ann, LIMITED, connection_id);
      const ending = await takenBack(id, ann, () => connections.revoke(workspace_id, connection_id));
      expect(ending).toMatchObject({ ...REVOKED, transmit_count: 1 });
    });

    it('waits where the workspace lost its API access', async () => {
      const { account, ann } = await aMailbox();
      const { workspaces } = desk.office.domain;
      const id = await triedOnce(account, ann, LIMITED);
      await desk.office.sql('update channel_account set next_send_at = now()');
      await desk.office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
      jest.spyOn(DeliveryService.prototype, 'fence').mockImplementation(async function (
        this: DeliveryService,
        lease,
        ms,
      ) {
        if (lease.message_id === id) await workspaces.setApiAccess(account.workspace_id, false);
        return fence.call(this, lease, ms);
      });
      desk.work(SLOW);
      await eventually(async () => {
        const { state, attempt } = await desk.office.fate(id);
        return attempt === 2 && state !== 'leased' && state !== 'transmitting';
      });
      expect(await desk.office.fate(id)).toMatchObject({ status: 'pending', state: 'queued', transmit_count: 1 });
    });
  });

  it('is sent when its sender has connected the mailbox again', async () => {
    const { account, ann } = await aMailbox();
    const id = await triedOnce(account, ann, LIMITED);
    await connect(account, ann);
    expect(await afterwards(id, ann)).toMatchObject(SENT);
  });

  it('is still looked for after its sender has left, when it may have been sent', async () => {
    const { account, ann, bob } = await aMailbox();
    const id = await triedOnce(account, ann, { call: 'send', action: 'reset_after' });
    expect(await desk.office.fate(id)).toMatchObject({ state: 'unknown' });
    await leave(account, ann);
    await connect(account, bob);
    expect(await afterwards(id, ann)).toMatchObject({ ...SENT, transmit_count: 1 });
  });
});

describe('a message that waits to leave through a shared number', () => {
  const pairLimit = { action: 'answer', status: 400, body: { error: { code: 131056, message: 'Slower.' } } };

  async function aNumber() {
    const account = { workspace_id: await desk.office.workspace(), channel: 'whatsapp' as const, external: newId() };
    const [ann, bob] = [await newMember(account.workspace_id), await newMember(account.workspace_id)];
    return { account, ann, bob, number: await connect(account, null, [ann, bob]) };
  }

  it('is sent while its sender uses the number', async () => {
    const { account, ann } = await aNumber();
    const id = await triedOnce(account, ann, pairLimit);
    expect(await afterwards(id, ann)).toMatchObject({ ...SENT, transmit_count: 2 });
  });

  it('is not sent once its sender has left the workspace', async () => {
    const { account, ann } = await aNumber();
    const id = await triedOnce(account, ann, pairLimit);
    await leave(account, ann);
    expect(await afterwards(id, ann)).toMatchObject({ ...NOT_ALLOWED, transmit_count: 1 });
  });

  it('is not sent once its sender was taken from the users of the number', async () => {
    const { account, ann, bob, number } = await aNumber();
    const id = await triedOnce(account, ann, pairLimit);
    await desk.office.domain.accounts.setMembers(account.workspace_id, number, [bob]);
    expect(await afterwards(id, ann)).toMatchObject(NOT_ALLOWED);
  });

  it('is not sent once its sender was deactivated', async () => {
    const { account, ann } = await aNumber();
    const id = await triedOnce(account, ann, pairLimit);
    await desk.office.sql('update app_user set deactivated_at = now() where user_id = $1', [ann]);
    expect(await afterwards(id, ann)).toMatchObject(NOT_ALLOWED);
  });
});

/** Somebody's mailbox, and a client of theirs that may send. */
async function aClientOf(channel: 'gmail' | 'outlook') {
  const account = { workspace_id: await desk.office.workspace(), channel, external: `${newId()}@example.com` };
  const ann = await newMember(account.workspace_id);
  const mailbox = await connect(account, ann);
  const { connections, db } = desk.office.domain;
  const client = newId();
  const connection = { user_id: ann, client_id: client, client_name: null, client_redirect: null };
  await db.autocommit(account.workspace_id, (stores) =>
    stores.connections.insert({ ...connection, connection_id: client }),
  );
  await connections.setTier(account.workspace_id, client, 'send');
  return { account, ann, mailbox, client };
}

const UNKNOWN = { ...NOT_ALLOWED, failure_code: 'outcome_unknown', arrivals: 1 };

describe('a draft that its person has sent by hand while the message waited', () => {
  it.each([
    ['its client was revoked', 'revoke', SENT],
    ['its person has left', 'leave', UNKNOWN],
    ['its mailbox was disconnected', 'disconnect', UNKNOWN],
  ] as const)('is not said to be unsent after %s', async (_what, how, fate) => {
    const { account, ann, mailbox, client } = await aClientOf('gmail');
    const { accounts, connections } = desk.office.domain;
    const id = await triedOnce(account, ann, LIMITED, client);
    const [row] = await desk.office.sql<{ draft: string }>(
      'select provider_draft_id as draft from message_delivery where message_id = $1',
      [id],
    );
    await desk.providers.control('drafts/send', { account: account.external, draft: row!.draft });
    if (how === 'revoke') await connections.revoke(account.workspace_id, client);
    else if (how === 'disconnect') await accounts.disconnect(account.workspace_id, mailbox);
    else await leave(account, ann);
    expect(await afterwards(id, ann)).toMatchObject(fate);
  });
});

describe('a draft whose id was lost with the answer to its creation', () => {
  const LOST = { call: 'draft', action: 'reset_after' };
  const ROOTS = { gmail: '/gmail/v1/users/me', outlook: '/graph/v1.0/me' };

  /** A call of the person's own, in their mailbox. `keeps_headers`: our mark survives at Gmail. */
  async function personAt({ channel, external }: Account, keeps_headers = false) {
    const wish = { channel, external_account_id: external, keeps_headers };
    const { access_token } = await desk.providers.control<{ access_token: string }>('accounts', wish);
    const headers = { authorization: `Bearer ${access_token}`, prefer: 'IdType="ImmutableId"' };
    return async <T>(method: string, path: string): Promise<T> => {
      const answer = await fetch(`${desk.providers.url}${ROOTS[channel as 'gmail']}${path}`, { method, headers });
      expect(answer.ok).toBe(true);
      return (await answer.json().catch(() => null)) as T;
    };
  }

  /** The one draft there is; undefined where there is none. */
  async function draftIn(account: Account, call: Awaited<ReturnType<typeof personAt>>): Promise<string | undefined> {
    if (account.channel === 'gmail')
      return (await call<{ drafts?: { id: string }[] }>('GET', '/drafts')).drafts?.[0]?.id;
    const { value } = await call<{ value: { id: string }[] }>('GET', '/mailFolders/drafts/messages');
    return value[0]?.id;
  }

  async function lost(channel: 'gmail' | 'outlook') {
    const made = await aClientOf(channel);
    const id = await triedOnce(made.account, made.ann, LOST, made.client);
    const [row] = await desk.office.sql('select provider_draft_id from message_delivery where message_id = $1', [id]);
    expect(row).toEqual({ provider_draft_id: null });
    return { ...made, id };
  }

  async function refuseLooks({ channel, external: account }: Account): Promise<void> {
    for (const kind of ['access', 'refresh']) await desk.providers.control('tokens/expire', { channel, account, kind });
  }

  it.each([
    ['gmail', true, 'approval', SENT],
    ['gmail', false, 'approval', UNKNOWN],
    ['gmail', true, 'lower', SENT],
    ['gmail', true, 'disconnect', UNKNOWN],
    ['gmail', true, 'reauth', UNKNOWN],
    ['gmail', true, 'refused look', UNKNOWN],
    ['outlook', true, 'revoke', SENT],
    ['outlook', true, 'disconnect', UNKNOWN],
  ] as const)(
    'is not said to be unsent after its person has sent it by hand (%s, mark is kept: %s, then: %s)',
    async (channel, keepsHeaders, how, fate) => {
      const { account, ann, mailbox, client, id } = await lost(channel);
      const { workspace_id } = account;
      const call = await personAt(account, keepsHeaders);
      const draft = await draftIn(account, call);
      if (channel === 'gmail') await desk.providers.control('drafts/send', { account: account.external, draft });
      else await call('POST', `/messages/${draft}/send`);
      // Outlook shows it as a draft until it has moved it.
      if (channel === 'outlook') await eventually(async () => (await draftIn(account, call)) === undefined);
      const { accounts, connections } = desk.office.domain;
      if (how === 'approval') await connections.setApproval(workspace_id, client, 'required');
      else if (how === 'lower') await connections.setTier(workspace_id, client, 'write');
      else if (how === 'revoke') await connections.revoke(workspace_id, client);
      else if (how === 'disconnect') await accounts.disconnect(workspace_id, mailbox);
      else if (how === 'reauth')
        await desk.office.sql(`update channel_account set status = 'reauth_required' where channel_account_id = $1`, [
          mailbox,
        ]);
      else await refuseLooks(account);
      expect(await afterwards(id, ann)).toMatchObject(fate);
    },
  );

  it.each(['gmail', 'outlook'] as const)('is not sent by us once its client was revoked (%s)', async (channel) => {
    const { account, ann, client, id } = await lost(channel);
    await desk.office.domain.connections.revoke(account.workspace_id, client);
    expect(await afterwards(id, ann)).toMatchObject(REVOKED);
  });

  it.each(['gmail', 'outlook'] as const)(
    'is not made again once its client was revoked, where there is none (%s)',
    async (channel) => {
      const made = await aClientOf(channel);
      const { account, ann, client } = made;
      const id = await triedOnce(account, ann, { ...LIMITED, call: 'draft' }, client);
      await desk.office.domain.connections.revoke(account.workspace_id, client);
      expect(await afterwards(id, ann)).toMatchObject(REVOKED);
      expect(await draftIn(account, await personAt(account))).toBeUndefined();
    },
  );
});
