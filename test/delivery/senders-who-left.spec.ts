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

type TakenBack = 'revoke' | 'lower' | 'renew' | 'raise' | 'approval' | 'approvals';

const LIMITED = { action: 'answer', status: 429, headers: { 'retry-after': '600' } };
const NOT_ALLOWED = { status: 'failed', failure_code: 'sender_not_allowed', arrivals: 0 };
const REVOKED = { ...NOT_ALLOWED, failure_code: 'connection_revoked' };
const SENT = { status: 'sent', failure_code: null, arrivals: 1 };

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
    ['is not sent once its sender has to approve what that client sends', 'own', 'approval', REVOKED],
    ['is not sent once people have to approve what any client of the workspace sends', 'another', 'approvals', REVOKED],
    ['is sent though its sender has revoked another client', 'another', 'revoke', SENT],
    ['is sent though its sender has to approve what another client sends', 'another', 'approval', SENT],
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
    else if (how === 'approval') await connections.setApproval(workspace_id, client, 'required');
    else if (how === 'approvals') await desk.office.domain.workspaces.setDraftsNeedApproval(workspace_id, true);
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

describe('a draft that its person has sent by hand while the message waited', () => {
  const UNKNOWN = { ...NOT_ALLOWED, failure_code: 'outcome_unknown', arrivals: 1 };

  it.each([
    ['its client was revoked', 'revoke', SENT],
    ['its person has left', 'leave', UNKNOWN],
    ['its mailbox was disconnected', 'disconnect', UNKNOWN],
  ] as const)('is not said to be unsent after %s', async (_what, how, fate) => {
    const workspace_id = await desk.office.workspace();
    const account = { workspace_id, channel: 'gmail', external: `${newId()}@example.com` } as const;
    const ann = await newMember(workspace_id);
    const mailbox = await connect(account, ann);
    const { accounts, connections, db } = desk.office.domain;
    const client_id = newId();
    await db.autocommit(workspace_id, (stores) =>
      stores.connections.insert({
        user_id: ann,
        client_id,
        client_name: null,
        client_redirect: null,
        connection_id: client_id,
      }),
    );
    await connections.setTier(workspace_id, client_id, 'send');
    const id = await triedOnce(account, ann, LIMITED, client_id);
    const [row] = await desk.office.sql<{ draft: string }>(
      'select provider_draft_id as draft from message_delivery where message_id = $1',
      [id],
    );
    await desk.providers.control('drafts/send', { account: account.external, draft: row!.draft });
    if (how === 'revoke') await connections.revoke(workspace_id, client_id);
    else if (how === 'disconnect') await accounts.disconnect(workspace_id, mailbox);
    else await leave(account, ann);
    expect(await afterwards(id, ann)).toMatchObject(fate);
  });
});
