import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { trustedClaim, type Actor } from '#crm-domain';
import { newId } from '#platform';
import type { ChannelName, ReceivedMessage, ReceivingAccount } from '#crm-domain/messaging';
import { aReceivedMail } from '../inbound/support/mailboxes.js';
import * as connecting from '../support/accounts.js';
import { aConversation, aMessage, anAccount } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { World } from '../support/world.js';
import { Toolbox, withoutRequest } from './support/toolbox.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

let world: World;
let tools: Toolbox;
let bobs: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'send' })).token);
  bobs = await Toolbox.open(world, (await world.connected(world.bob, { tier: 'send' })).token);
});
afterAll(() => world.stop());

const COMPLETE = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['you@example.com'] };
const draft = async (args: object = {}): Promise<string> =>
  (await tools.result('create_draft', { ...COMPLETE, ...args })).draft_id;

interface Stored {
  status: string;
  conversation_id: string;
  subject: string | null;
  from_handle: string | null;
  state: string | null;
  channel_account_id: string | null;
  sent_by_user_id: string | null;
  sent_via: { tool?: string; origin?: string } | null;
  deliveries: number;
}
async function stored(message_id: string): Promise<Stored | undefined> {
  const [row] = await world.sql<Stored>(
    `select m.status, m.conversation_id, m.subject, m.from_handle, d.state, d.channel_account_id, d.sent_by_user_id, d.sent_via,
      (select count(*)::int from message_delivery x where x.message_id = m.message_id) as deliveries
     from message m left join message_delivery d on d.workspace_id = m.workspace_id and d.message_id = m.message_id where m.message_id = $1`,
    [message_id],
  );
  return row;
}
const inboxesOf = async (conversation_id: string) =>
  (
    await world.sql<{ user_id: string }>(
      'select user_id from conversation_inbox where conversation_id = $1 order by 1',
      [conversation_id],
    )
  ).map(({ user_id }) => user_id);

async function waiting(): Promise<number> {
  return (await world.sql(LOCK_WAITS)).length;
}

describe('send_message', () => {
  it('queues a draft for delivery, which get_conversation shows as pending', async () => {
    const draft_id = await draft();
    const sent = await tools.result('send_message', { draft_id });
    const message = (await stored(draft_id))!;
    expect(sent).toEqual({ id: draft_id, status: 'accepted', conversation_id: message.conversation_id });
    expect(message).toMatchObject({
      status: 'pending',
      state: 'queued',
      deliveries: 1,
      sent_by_user_id: world.ada.user_id,
      sent_via: { origin: 'mcp', tool: 'send_message' },
    });
    const { conversation_id } = message;
    const thread = await tools.result('get_conversation', { conversation_id });
    expect(thread.messages).toMatchObject([{ id: draft_id, status: 'pending', queued_at: expect.any(String) }]);
  });

  it.each([
    ['pending', 'it is being sent'],
    ['sent', 'it was sent'],
    ['failed', 'it failed, and get_conversation shows why; write a new draft'],
  ])('says what became of one that is %s', async (status, became) => {
    const draft_id = await draft();
    await tools.result('send_message', { draft_id });
    await world.sql('update message set status = $2, sent_at = now() where message_id = $1', [draft_id, status]);
    for (const tool of ['send_message', 'delete_draft']) {
      const { message } = await tools.failure(tool, { draft_id });
      expect(message).toBe(`This message is not a draft: ${became}.`);
    }
  });

  it('says the id as it is, in whatever letters it was asked for', async () => {
    const draft_id = await draft();
    const asked = { draft_id: draft_id.toUpperCase() };
    expect(await tools.result('update_draft', { ...asked, body: 'Again' })).toMatchObject({ draft_id });
    expect(await tools.result('send_message', asked)).toMatchObject({ id: draft_id });
  });

  it.each(['send_message', 'update_draft', 'delete_draft'])(
    'leaves %s on the same message a conflict',
    async (name) => {
      const draft_id = await draft();
      await tools.result('send_message', { draft_id });
      const before = await stored(draft_id);
      expect(await tools.failure(name, { draft_id })).toMatchObject({
        type: 'invalid_request_error',
        code: '',
        reason: 'not_a_draft',
      });
      expect(await stored(draft_id)).toEqual(before);
    },
  );

  it.each(['send_message', 'update_draft', 'delete_draft'])(
    'does not say after %s to write anew what may have been delivered',
    async (name) => {
      const draft_id = await draft();
      await tools.result('send_message', { draft_id });
      const failed = (code: string) =>
        world.sql(`update message set status = 'failed', failure_code = $2 where message_id = $1`, [draft_id, code]);
      await failed('ErrorInvalidRecipients');
      const { message } = await tools.failure(name, { draft_id });
      expect(message).toContain('write a new draft');
      await failed('outcome_unknown');
      const { reason, message: unknown } = await tools.failure(name, { draft_id });
      expect(reason).toBe('not_a_draft');
      expect(unknown).toContain('may have been delivered: do not send its text again');
      expect(unknown).not.toContain('new draft');
    },
  );

  it.each(['send_message', 'update_draft', 'delete_draft'])(
    'answers %s on a message of others with a conflict to who sees it, to others as if there was none',
    async (name) => {
      const { workspace_id } = world.north;
      const conversation_id = await aConversation(world, { workspace_id, inboxes: [world.ada.user_id] });
      const draft_id = (await tools.result('get_conversation', { conversation_id })).messages[0].id;
      expect(await tools.failure(name, { draft_id })).toMatchObject({ code: '', reason: 'not_a_draft' });
      expect(await bobs.failure(name, { draft_id })).toMatchObject({ code: 'not_found', reason: 'draft_not_found' });
    },
  );

  it('tells whoever listens, when it is committed', async () => {
    const heard: string[] = [];
    const listener = new pg.Client({ connectionString: world.places.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query('listen message_delivery');
    await tools.failure('send_message', { draft_id: await draft({ to: [] }) });
    await tools.result('send_message', { draft_id: await draft() });
    await eventually(async () => heard.length > 0);
    expect(heard).toEqual(['message_delivery']);
    await listener.end();
  });

  it('leaves an event beside the message, without its text or addresses', async () => {
    const draft_id = await draft({ body: 'A secret', to: ['secret@example.com'] });
    await tools.result('send_message', { draft_id });
    const events = await world.sql<{ kind: string; actor_id: string; actor_name: string }>(
      'select * from event where subject_id = $1',
      [draft_id],
    );
    expect(events).toMatchObject([
      { kind: 'message.queued', actor_id: world.ada.user_id, actor_name: 'Ada Lovelace', data: { channel: 'gmail' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('ecret');
  });

  it.each<[object, string[]]>([
    [{ to: [], cc: ['c@example.com'] }, ['to']],
    [{ body: ' \n' }, ['body']],
    [{ subject: null }, ['subject']],
    [{ to: [], body: '', subject: '' }, ['to', 'body', 'subject']],
    [{ channel: 'whatsapp', subject: null, to: [] }, ['to']],
  ])('refuses a draft with %j, which stays a draft', async (lack, paths) => {
    const draft_id = await draft(lack);
    const { code, issues } = await tools.failure('send_message', { draft_id });
    expect([code, issues.map(({ path }) => path)]).toEqual(['validation_type', paths]);
    expect(await stored(draft_id)).toMatchObject({ status: 'draft', deliveries: 0 });
    const complete = { to: ['+14155550100'], body: 'Now', ...(lack && 'channel' in lack ? {} : COMPLETE) };
    await tools.result('update_draft', { draft_id, ...complete });
    await tools.result('send_message', { draft_id });
  });

  it('does not find the draft of somebody else, here or in another workspace', async () => {
    const cleo = await world.connected(world.cleo, { tier: 'send', workspace: world.south });
    const theirs = await Toolbox.open(world, cleo.token);
    const draft_id = await draft();
    const missing = withoutRequest(await bobs.failure('send_message', { draft_id: randomUUID() }));
    expect(missing).toMatchObject({ code: 'not_found', message: 'Draft not found.' });
    for (const other of [bobs, theirs])
      expect(withoutRequest(await other.failure('send_message', { draft_id }))).toEqual(missing);
    expect(await stored(draft_id)).toMatchObject({ status: 'draft' });
  });
});

describe('the right to send', () => {
  it('is more than the right to write', async () => {
    const writer = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
    const draft_id = await draft();
    const { code, message } = await writer.failure('send_message', { draft_id });
    expect([code, message]).toEqual(['forbidden', expect.stringContaining('send:messages')]);
    expect(message).toContain(`${world.places.baseUrl}/console/connections`);
    expect(await stored(draft_id)).toMatchObject({ status: 'draft' });
  });

  it('is asked for again in the transaction that queues', async () => {
    const { workspace_id } = world.north;
    const { connection_id, client } = await world.connected(world.ada, { tier: 'send' });
    const via = { origin: 'mcp' as const, request_id: randomUUID() };
    const caller = {
      workspace_id,
      api_key_id: null,
      user_id: world.ada.user_id,
      client_id: client,
      trusted: false,
      via,
    };
    const actor: Actor = await world.domain.access.authorize(caller, 'send:messages');
    const draft_id = await draft();
    await world.domain.connections.setTier(workspace_id, connection_id, 'write');
    await expect(world.domain.outbound.send(actor, draft_id)).rejects.toMatchObject({ kind: 'forbidden' });
    await world.domain.connections.revoke(workspace_id, connection_id);
    await expect(world.domain.outbound.send(actor, draft_id)).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(world.domain.drafts.update(actor, draft_id, { body: 'x' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    expect(await stored(draft_id)).toMatchObject({ status: 'draft', deliveries: 0 });
  });
});

describe('the account a message leaves from', () => {
  const accountOf = async (draft_id: string) => {
    await tools.result('send_message', { draft_id });
    return (await stored(draft_id))!;
  };

  it('is none when there is none: that is for the delivery to say', async () => {
    const letter = { channel: 'instagram', body: 'Hello', to: ['17841400000000001'] };
    const { draft_id, note } = await tools.result('create_draft', letter);
    expect(note).toMatch(/^You have no instagram account/);
    const listed = (await world.mcp(tools.token)).json.result.tools as { name: string; outputSchema: object }[];
    const { outputSchema } = listed.find(({ name }) => name === 'create_draft')!;
    expect(outputSchema).toMatchObject({
      properties: { note: { description: expect.stringContaining('without an account, the message fails') } },
    });
    const sent = await accountOf(draft_id);
    expect(sent).toMatchObject({ channel_account_id: null, from_handle: null, state: 'queued' });
  });

  it("is the author's own, else one that the author shares, never one that is not theirs or is disconnected", async () => {
    const { workspace_id } = world.north;
    const wish = { workspace_id, channel: 'outlook' } as const;
    const outlook = () => draft({ channel: 'outlook' });
    await anAccount(world, { ...wish, owner: world.bob.user_id });
    await anAccount(world, { ...wish, members: [world.bob.user_id] });
    await anAccount(world, { ...wish, owner: world.ada.user_id, status: 'disconnected' });
    expect((await accountOf(await outlook())).channel_account_id).toBeNull();
    const shared = await anAccount(world, { ...wish, members: [world.ada.user_id, world.bob.user_id] });
    expect((await accountOf(await outlook())).channel_account_id).toBe(shared);
    const asleep = await anAccount(world, { ...wish, owner: world.ada.user_id, status: 'reauth_required' });
    expect((await accountOf(await outlook())).channel_account_id).toBe(shared);
    const own = await anAccount(world, {
      ...wish,
      owner: world.ada.user_id,
      address: `Ada.${randomUUID()}@Example.com`,
    });
    const sent = await accountOf(await outlook());
    expect([sent.channel_account_id === own, sent.from_handle]).toEqual([
      true,
      expect.stringMatching(/^ada\..+@example\.com$/),
    ]);
    expect(asleep).not.toBe(own);
  });

  it('is that of the conversation, whose users all get it into their inboxes', async () => {
    const { workspace_id } = world.north;
    const wish = { workspace_id, channel: 'whatsapp' } as const;
    const carl = await world.addMember('Carl Sagan', world.north);
    const busy = await anAccount(world, { ...wish, members: [world.ada.user_id, carl.user_id] });
    await anAccount(world, { ...wish, owner: world.ada.user_id });
    const inboxes = [world.ada.user_id];
    const conversation_id = await aConversation(world, { ...wish, people: ['14155550166'], inboxes });
    await world.sql('update conversation set channel_account_id = $1 where conversation_id = $2', [
      busy,
      conversation_id,
    ]);
    const [{ id }] = (await tools.result('get_conversation', { conversation_id })).messages;
    const reply = { channel: 'whatsapp', subject: null, to: ['+14155550166'], reply_to: id };
    const sent = await accountOf(await draft(reply));
    expect(sent).toMatchObject({ channel_account_id: busy, conversation_id });
    expect(await inboxesOf(conversation_id)).toEqual([world.ada.user_id, carl.user_id].toSorted());
  });
});

describe('a reply to a conversation whose users have changed', () => {
  const missing = { code: 'not_found', message: 'Draft not found.' };

  function connected(channel: ChannelName, wish: { owner?: string; members?: string[]; external?: string }) {
    const { owner: owner_user_id = null, members: member_ids = [], external = newId() } = wish;
    const { workspace_id } = world.north;
    const account = { workspace_id, channel, external_account_id: external, address: `${external}@example.com` };
    return connecting.anAccount(world.domain, { ...account, owner_user_id, member_ids });
  }

  /** Gives where the message is. */
  async function arrives(
    at: Omit<ReceivingAccount, 'workspace_id' | 'address'>,
    change: Partial<ReceivedMessage> = {},
  ) {
    const { workspace_id } = world.north;
    const provider_message_id = newId();
    const message = { ...aReceivedMail(provider_message_id), ...change };
    const of = { address: '15550100911', display_name: null };
    const chat = at.channel === 'whatsapp' && { subject: null, from: of, thread_id: of.address };
    await world.domain.receiving.take({ ...at, workspace_id, address: 'us@example.com' }, [{ ...message, ...chat }]);
    const text = 'select conversation_id, message_id from message where provider_message_id = $1';
    const [row] = await world.sql<{ conversation_id: string; message_id: string }>(text, [provider_message_id]);
    return row!;
  }

  /** Who has no account yet. */
  async function somebody() {
    const person = await world.addMember(`${newId()} Doe`, world.north);
    const { token } = await world.connected(person, { tier: 'send' });
    return { user_id: person.user_id, tools: await Toolbox.open(world, token) };
  }

  const answer = (channel: ChannelName, reply_to: string) => {
    const address = channel === 'whatsapp' ? '+15550100911' : 'mara@example.com';
    return { channel, reply_to, body: 'Yes', to: [address] };
  };

  it('is not found by who no longer uses the shared number, and does not show them the conversation again', async () => {
    const { workspace_id } = world.north;
    const [ada, bob] = [world.ada.user_id, world.bob.user_id];
    const channel_account_id = await connected('whatsapp', { members: [ada, bob] });
    const number = { channel_account_id, channel: 'whatsapp', owner_user_id: null } as const;
    const { conversation_id, message_id } = await arrives(number, { thread_id: '15550100911' });
    const { draft_id } = await bobs.result('create_draft', answer('whatsapp', message_id));
    await world.domain.accounts.setMembers(workspace_id, channel_account_id, [ada]);
    for (const name of ['send_message', 'update_draft', 'delete_draft'])
      expect(await bobs.failure(name, { draft_id })).toMatchObject(missing);
    expect(await inboxesOf(conversation_id)).toEqual([ada]);
    expect(await stored(draft_id)).toMatchObject({ status: 'draft', deliveries: 0 });
    await world.domain.accounts.setMembers(workspace_id, channel_account_id, [ada, bob]);
    await arrives(number, { thread_id: '15550100911' });
    await bobs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id });
  });

  it('leaves from another mailbox of its author where that of the conversation is gone, which the draft says', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const [first, second] = [await connected('outlook', { owner }), await connected('outlook', { owner })];
    const place = { channel_account_id: first, channel: 'outlook', owner_user_id: owner } as const;
    const { message_id } = await arrives(place);
    const drafted = () => theirs.result('create_draft', answer('outlook', message_id));
    expect((await drafted()).note).toBeUndefined();
    await world.domain.accounts.disconnect(world.north.workspace_id, first);
    const { draft_id, note } = await drafted();
    expect(note).toMatch(/^This message would leave from \S+@example\.com: you cannot send from the account that/);
    await theirs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id: second });
  });

  it('does not leave while its author has blocked the conversation, where nobody could read what became of it', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const place = {
      channel_account_id: await connected('gmail', { owner }),
      channel: 'gmail',
      owner_user_id: owner,
    } as const;
    const { message_id, conversation_id } = await arrives(place);
    const { draft_id } = await theirs.result('create_draft', answer('gmail', message_id));
    const inTheApp = trustedClaim(world.north.workspace_id, { origin: 'console', request_id: randomUUID() });
    const owned = { ...inTheApp, user_id: owner };
    await world.domain.inboxes.blockConversation(owned, conversation_id);
    const refused = await theirs.failure('send_message', { draft_id });
    expect(refused).toMatchObject({ code: 'not_found', reason: 'conversation_not_found' });
    expect(await stored(draft_id)).toMatchObject({ status: 'draft' });
    await world.domain.inboxes.unblockConversation(owned, conversation_id);
    await theirs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending' });
  });

  it('does not leave from another mailbox than when it was written, until its author has written it again', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const [first, second] = [await connected('outlook', { owner }), await connected('outlook', { owner })];
    const place = { channel_account_id: first, channel: 'outlook', owner_user_id: owner } as const;
    const { message_id } = await arrives(place);
    const { draft_id: reply } = await theirs.result('create_draft', answer('outlook', message_id));
    const mail = { channel: 'outlook', subject: 'Offer', body: 'Hello', to: ['mara@example.com'] };
    const { draft_id: fresh } = await theirs.result('create_draft', mail);
    await world.sql(`update channel_account set status = 'reauth_required' where channel_account_id = $1`, [first]);
    const changed = {
      code: '',
      reason: 'sender_changed',
      message: expect.stringMatching(/^This message would leave from/),
    };
    expect(await theirs.failure('send_message', { draft_id: fresh })).toMatchObject(changed);
    await world.domain.accounts.disconnect(world.north.workspace_id, first);
    expect(await theirs.failure('send_message', { draft_id: reply })).toMatchObject(changed);
    for (const [draft_id, reason] of [
      [fresh, /not from the same account as before/],
      [reply, /you cannot send from the account/],
    ] as const) {
      expect(await stored(draft_id)).toMatchObject({ status: 'draft', deliveries: 0 });
      expect((await theirs.result('update_draft', { draft_id })).note).toMatch(reason);
      await theirs.result('send_message', { draft_id });
      expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id: second });
    }
  });

  it('does not leave from a mailbox that there was not when it was written, until its author has written it again', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const mail = { channel: 'gmail', subject: 'Private', body: 'Hello', to: ['doctor@example.com'] };
    const { draft_id, note } = await theirs.result('create_draft', mail);
    expect(note).toMatch(/^You have no gmail account/);
    const shared = await connected('gmail', { members: [owner, world.bob.user_id] });
    expect(await theirs.failure('send_message', { draft_id })).toMatchObject({
      reason: 'sender_changed',
      message: expect.stringContaining(
        'by now, and there was no shared account when the draft was written. Nothing was sent.',
      ),
    });
    expect(await stored(draft_id)).toMatchObject({ status: 'draft', deliveries: 0 });
    expect((await theirs.result('update_draft', { draft_id })).note).toMatch(/: there was no shared account before\.$/);
    await theirs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id: shared });
  });

  it.each([
    ['', 0],
    [' that was a colleague’s in between', 1],
  ])(
    'does not leave from the mailbox of its author once that is a shared one%s, until they have written it again',
    async (_, owners) => {
      const { user_id: owner, tools: theirs } = await somebody();
      const id = await connected('gmail', { owner });
      const mail = { channel: 'gmail', subject: 'Private', body: 'Hello', to: ['doctor@example.com'] };
      const { draft_id } = await theirs.result('create_draft', mail);
      const { workspace_id } = world.north;
      await world.domain.accounts.disconnect(workspace_id, id);
      const [account] = await world.sql<{ address: string; external_account_id: string }>(
        'select address, external_account_id from channel_account where channel_account_id = $1',
        [id],
      );
      const connect = (of: { owner_user_id: string | null; member_ids?: string[] }) =>
        world.domain.accounts.connect(
          workspace_id,
          { channel: 'gmail', display_name: null, ...account!, ...of },
          { seal: () => 'sealed' },
        );
      for (let between = 0; between < owners; between += 1) {
        await connect({ owner_user_id: world.bob.user_id });
        await world.domain.accounts.disconnect(workspace_id, id);
      }
      const again = await connect({ owner_user_id: null, member_ids: [owner, world.bob.user_id] });
      expect(again.channel_account_id).toBe(id);
      const refused = { reason: 'sender_changed', message: expect.stringContaining('and there was no shared account') };
      expect(await theirs.failure('send_message', { draft_id })).toMatchObject(refused);
      expect(await stored(draft_id)).toMatchObject({ status: 'draft', deliveries: 0 });
      expect((await theirs.result('update_draft', { draft_id })).note).toMatch(
        /: there was no shared account before\.$/,
      );
      await theirs.result('send_message', { draft_id });
      expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id: id });
    },
  );

  it('gives its conversation its own subject, not that of another draft there', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    await connected('gmail', { members: [owner, world.bob.user_id] });
    const mail = { channel: 'gmail', body: 'Hello', to: ['customer@example.com'] };
    const secret = await theirs.result('create_draft', { ...mail, subject: 'Nobody else reads this' });
    const { draft_id } = await theirs.result('create_draft', { ...mail, subject: 'Order', reply_to: secret.draft_id });
    const { conversation_id } = await theirs.result('send_message', { draft_id });
    const titleFor = async (reader: Toolbox) => (await reader.result('get_conversation', { conversation_id })).subject;
    expect([await titleFor(bobs), await titleFor(theirs)]).toEqual(['Order', 'Order']);
    await theirs.result('update_draft', { draft_id: secret.draft_id, subject: 'Nobody reads this either' });
    expect(await titleFor(bobs)).toBe('Order');
  });

  it('leaves from the mailbox to which the answered mail was written, whichever its conversation began in', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const [first, second] = [await connected('outlook', { owner }), await connected('outlook', { owner })];
    const { message_id } = await arrives({ channel_account_id: first, channel: 'outlook', owner_user_id: owner });
    await world.sql('update message set received_through = $2 where message_id = $1', [message_id, second]);
    const { draft_id, note } = await theirs.result('create_draft', answer('outlook', message_id));
    expect(note).toBeUndefined();
    // So does what follows that answer, also before it was sent.
    const follows = async () => (await theirs.result('create_draft', answer('outlook', draft_id))).draft_id;
    const [before, , after] = [await follows(), await theirs.result('send_message', { draft_id }), await follows()];
    for (const each of [before, after]) await theirs.result('send_message', { draft_id: each });
    for (const each of [draft_id, before, after])
      expect(await stored(each)).toMatchObject({ status: 'pending', channel_account_id: second });
  });

  it('says of a new mail that it leaves from another mailbox than usual, which has to be connected again', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const [first, second] = [await connected('outlook', { owner }), await connected('outlook', { owner })];
    const mail = { channel: 'outlook', subject: 'Offer', body: 'Hello', to: ['mara@example.com'] };
    expect((await theirs.result('create_draft', mail)).note).toBeUndefined();
    const [away] = await world.sql<{ address: string }>(
      `update channel_account set status = 'reauth_required' where channel_account_id = $1 returning address`,
      [first],
    );
    const { draft_id, note } = await theirs.result('create_draft', mail);
    expect(note).toMatch(/^This message would leave from \S+@example\.com: \S+ has to be connected again\.$/);
    expect(note).toContain(away!.address);
    expect((await theirs.result('update_draft', { draft_id, body: 'Hi' })).note).toBe(note);
    await theirs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id: second });
  });

  it('leaves from the mailbox that its author connected after it was written', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const mail = { channel: 'outlook', subject: 'Offer', body: 'Hello', to: ['mara@example.com'] };
    const { draft_id, note } = await theirs.result('create_draft', mail);
    expect(note).toMatch(/You have no outlook account/);
    const channel_account_id = await connected('outlook', { owner });
    await theirs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id });
  });

  it.each(['now', 'later'])(
    'does not show the old mails of a mailbox to those with whom it is shared %s',
    async (when) => {
      const { workspace_id } = world.north;
      const { user_id: owner, tools: theirs } = await somebody();
      const external = newId();
      const internet_message_id = `<${external}@example.com>`;
      const channel_account_id = await connected('outlook', { owner, external });
      const own = { channel_account_id, channel: 'outlook', owner_user_id: owner } as const;
      const { conversation_id, message_id } = await arrives(own, { internet_message_id });
      await world.domain.accounts.disconnect(workspace_id, channel_account_id);
      const members = [owner, world.bob.user_id];
      const first = when === 'now' ? members : [owner];
      expect(await connected('outlook', { members: first, external })).toBe(channel_account_id);
      const { draft_id } = await theirs.result('create_draft', answer('outlook', message_id));
      await theirs.result('send_message', { draft_id });
      expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id, conversation_id });
      await world.domain.accounts.setMembers(workspace_id, channel_account_id, members);
      const later = await arrives({ ...own, owner_user_id: null }, { references: [internet_message_id] });
      expect(await inboxesOf(later.conversation_id)).toEqual(members.toSorted());
      expect(await inboxesOf(conversation_id)).toEqual([owner]);
    },
  );

  it('does not show a private mail to those who share the mailbox that it leaves through', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const channel_account_id = await connected('outlook', { owner });
    const own = { channel_account_id, channel: 'outlook', owner_user_id: owner } as const;
    const shared = await connected('outlook', { members: [owner, world.bob.user_id] });
    const { conversation_id, message_id } = await arrives(own);
    await world.domain.accounts.disconnect(world.north.workspace_id, channel_account_id);
    const { draft_id } = await theirs.result('create_draft', answer('outlook', message_id));
    await theirs.result('send_message', { draft_id });
    expect(await stored(draft_id)).toMatchObject({ channel_account_id: shared, conversation_id });
    expect(await inboxesOf(conversation_id)).toEqual([owner]);
  });

  it('through a shared number is not shown to who is removed from it while it leaves', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const { workspace_id } = world.north;
    const channel_account_id = await connected('whatsapp', { members: [owner] });
    const number = { channel_account_id, channel: 'whatsapp', owner_user_id: null } as const;
    const { conversation_id, message_id } = await arrives(number, { thread_id: '15550100911' });
    await world.domain.accounts.setMembers(workspace_id, channel_account_id, [owner, world.bob.user_id]);
    const { draft_id } = await theirs.result('create_draft', answer('whatsapp', message_id));
    // The event is the last that is written of a message that leaves.
    const free = await holdTables(world.pool, ['event'], 'exclusive');
    const sending = theirs.result('send_message', { draft_id });
    await eventually(async () => (await waiting()) === 1);
    let isOver = false;
    const removal = world.domain.accounts
      .setMembers(workspace_id, channel_account_id, [owner])
      .finally(() => (isOver = true));
    await eventually(async () => isOver || (await waiting()) === 2);
    await free();
    await Promise.all([sending, removal]);
    expect(await stored(draft_id)).toMatchObject({ status: 'pending', channel_account_id });
    expect(await inboxesOf(conversation_id)).toEqual([owner]);
  });

  it('has its answer in the same conversation when the first message was sent before there was a mailbox', async () => {
    const { user_id: owner, tools: theirs } = await somebody();
    const first = (await theirs.result('create_draft', COMPLETE)).draft_id;
    const { conversation_id } = await theirs.result('send_message', { draft_id: first });
    await world.sql(`update message set status = 'failed' where message_id = $1`, [first]);
    const channel_account_id = await connected('gmail', { owner });
    const { draft_id } = await theirs.result('create_draft', answer('gmail', first));
    await theirs.result('send_message', { draft_id });
    const [row] = await world.sql<{ channel_account_id: string }>(
      'select channel_account_id from conversation where conversation_id = $1',
      [conversation_id],
    );
    expect(row).toEqual({ channel_account_id });
    expect(await inboxesOf(conversation_id)).toEqual([owner]);
  });
});

describe('what is sent', () => {
  it('moves its conversation up, with those it goes to in it, for everybody who has it, and is read by who sent it', async () => {
    const { workspace_id } = world.north;
    const inboxes = [world.ada.user_id, world.bob.user_id];
    const old = { at: new Date('2026-01-01T00:00:00Z'), people: ['first@example.com'] };
    const conversation_id = await aConversation(world, { workspace_id, inboxes, ...old });
    const [{ id }] = (await bobs.result('get_conversation', { conversation_id })).messages;
    const draft_id = await draft({ reply_to: id, to: ['second@example.com'] });
    expect((await bobs.result('list_conversations')).conversations[0]?.id).not.toBe(conversation_id);
    await tools.result('send_message', { draft_id });
    const [first] = (await bobs.result('list_conversations')).conversations;
    expect(first).toMatchObject({ id: conversation_id, unread: true });
    const [own] = (await tools.result('list_conversations')).conversations;
    expect(own).toMatchObject({ id: conversation_id, unread: false, last_read_at: expect.any(String) });
    expect(first.people.map(({ address }: { address: string }) => address)).toEqual([
      'first@example.com',
      'second@example.com',
    ]);
  });

  it('begins a conversation with those it goes to and nobody else, and makes it seen in the workspace', async () => {
    const address = `fresh-${randomUUID()}@example.com`;
    const { id } = await tools.result('create_record', { object: 'people', values: { email_addresses: address } });
    const first = await draft({ to: [address] });
    await tools.result('create_draft', { ...COMPLETE, reply_to: first, to: ['unsent@example.com'] });
    const theirs = () => bobs.result('list_record_conversations', { object: 'people', record_id: id.record_id });
    expect((await theirs()).total).toBe(0);
    await tools.result('send_message', { draft_id: first });
    expect((await theirs()).conversations).toMatchObject([{ in_my_inbox: false, subject: null, people: [] }]);
    const { conversation_id } = (await stored(first))!;
    const { people, messages } = await tools.result('get_conversation', { conversation_id });
    expect(people).toEqual([{ address, display_name: null }]);
    expect(messages.map(({ status }: { status: string }) => status).toSorted()).toEqual(['draft', 'pending']);
  });

  it.each([
    ['Plans', 'Re: Plans'],
    ['RE: Plans', 'RE: Plans'],
    ['', null],
  ])('as a reply to %j without a subject of its own has the subject %j', async (subject, expected) => {
    const { workspace_id } = world.north;
    const conversation_id = await aConversation(world, { workspace_id, inboxes: [world.ada.user_id], bodies: [] });
    const reply_to = await aMessage(world, { workspace_id, conversation_id, from: 'eve@example.com', subject });
    const draft_id = await draft({ subject: null, reply_to });
    await tools.result('send_message', { draft_id });
    expect((await stored(draft_id))!.subject).toBe(expected);
  });
});

describe('many at once', () => {
  it('send a draft exactly once', async () => {
    for (let round = 0; round < 15; round++) {
      const draft_id = await draft();
      const answers = await Promise.all(Array.from({ length: 8 }, () => outcome('send_message', { draft_id })));
      expect(answers.toSorted()).toEqual(['accepted', ...Array(7).fill('conflict')]);
      expect(await stored(draft_id)).toMatchObject({ status: 'pending', deliveries: 1 });
    }
  });

  it.each([
    ['send_message', 'delete_draft', 'update_draft'],
    ['delete_draft', 'update_draft', 'send_message'],
    ['update_draft', 'send_message', 'delete_draft'],
    ['update_draft', 'update_draft', 'update_draft'],
  ])('of %s, %s and %s the first wins, and the others are told of the conflict', async (...names) => {
    const draft_id = await draft();
    const holder = new pg.Client({ connectionString: world.places.databaseUrl });
    await holder.connect();
    const { conversation_id } = (await stored(draft_id))!;
    await holder.query('begin');
    await holder.query('select 1 from conversation where workspace_id = $1 and conversation_id = $2 for update', [
      world.north.workspace_id,
      conversation_id,
    ]);
    const answers: Promise<string>[] = [];
    for (const [at, name] of names.entries()) {
      answers.push(outcome(name, { draft_id, ...(name === 'update_draft' && { body: `Number ${at}` }) }));
      await eventually(async () => (await waiting()) === at + 1);
    }
    await holder.query('commit');
    await holder.end();
    expect(await Promise.all(answers)).toEqual(['accepted', 'conflict', 'conflict']);
    const left = (await stored(draft_id))?.status;
    expect(left).toBe({ send_message: 'pending', update_draft: 'draft' }[names[0]!]);
  });

  async function outcome(name: string, args: object): Promise<string> {
    const { result } = (await world.call(tools.token, name, args)).json;
    if (!result.isError) return 'accepted';
    const { code, type } = JSON.parse(result.content[0].text).error;
    return code === '' && type === 'invalid_request_error' ? 'conflict' : `${type} ${code}`;
  }
});
