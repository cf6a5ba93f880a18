import { newId } from '#platform';
import { aMessage } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { aReceivedMail } from './support/mailboxes.js';
import { Mailroom, type Connected } from './support/mailroom.js';
import { bundled, freshId, page, whatsapp } from './support/meta-posts.js';

let room: Mailroom;
beforeAll(async () => {
  room = await Mailroom.start();
});
afterAll(() => room.stop());

const ours = { channel: 'whatsapp', direction: 'outbound', body: 'Hello' } as const;

async function deliver(...posts: object[]): Promise<void> {
  for (const post of posts) await room.meta(post).expect(200);
  await room.quiet();
  await expectNoSecondTry();
}

/** Everything went well the first time; nothing relied on being done again. */
async function expectNoSecondTry(): Promise<void> {
  const again = 'select dedup_key, attempt, last_error from provider_event where attempt > 1 or last_error is not null';
  expect(await room.sql(again)).toEqual([]);
}

/** Messages of one account, in their order. */
async function stored({ channel_account_id, workspace_id }: Connected) {
  const mine = await room.sql<{ conversation_id: string }>(
    'select conversation_id from conversation where workspace_id = $1 and channel_account_id = $2',
    [workspace_id, channel_account_id],
  );
  const ids = mine.map(({ conversation_id }) => conversation_id);
  return (await room.messages(workspace_id)).filter(({ conversation_id }) => ids.includes(conversation_id));
}

const conversation = async (id: string) =>
  (await room.sql<Record<string, unknown>>('select * from conversation where conversation_id = $1', [id]))[0]!;

describe('a message that comes in', () => {
  it('begins a conversation in the inboxes of everybody who uses the account', async () => {
    const number = await room.account('whatsapp', { members: [room.ada, room.bob] });
    const at = Date.now() - 60_000;
    await deliver(
      whatsapp.message(number.external_account_id, { id: 'wamid.begin', from: '15550003333', text: 'Hi', at }),
    );
    const [message] = await stored(number);
    expect(message).toMatchObject({
      direction: 'inbound',
      status: 'sent',
      from_handle: '15550003333',
      body: 'Hi',
      subject: null,
      provider_message_id: 'wamid.begin',
      author_user_id: null,
      sent_at: new Date(Math.floor(at / 1000) * 1000),
    });
    expect(await conversation(message!.conversation_id)).toMatchObject({
      channel: 'whatsapp',
      external_id: '15550003333',
      first_message_at: message!.sent_at,
      last_activity_at: message!.sent_at,
      last_inbound_at: message!.sent_at,
    });
    expect((await room.inboxes(message!.conversation_id)).map(({ user_id }) => user_id)).toEqual(
      [room.ada, room.bob].sort(),
    );
    const people = await room.sql(
      'select kind, handle, display_name, is_self from conversation_participant where conversation_id = $1',
      [message!.conversation_id],
    );
    expect(people).toEqual([{ kind: 'phone', handle: '15550003333', display_name: 'Mara', is_self: false }]);
    const to = await room.sql('select role, kind, handle from message_recipient where message_id = $1', [
      message!.message_id,
    ]);
    expect(to).toEqual([{ role: 'to', kind: 'phone', handle: '15550100200' }]);
  });

  it('joins the conversation with that person, and another person has another one', async () => {
    const { external_account_id: id, ...number } = await room.account('facebook', { owner: room.ada });
    const now = Date.now();
    await deliver(...['71', '72', '71'].map((from, n) => page.message(id, { from, at: now - 10 + n })));
    const messages = await stored({ external_account_id: id, ...number });
    const [first, second, third] = messages.map(({ conversation_id }) => conversation_id);
    expect(messages).toHaveLength(3);
    expect(third).toBe(first);
    expect(second).not.toBe(first);
  });

  it('of two people who show no number begins a conversation with each, under their own names', async () => {
    const number = await room.account('whatsapp');
    const said = [
      { user_id: 'US.1A2B3C4D5E', name: 'Mara' },
      { user_id: 'BR.12X345', name: 'Omar' },
    ];
    const told = { timestamp: '1780000000', type: 'text', text: { body: 'Hi' } };
    const value = {
      contacts: said.map(({ user_id, name }) => ({ profile: { name }, user_id })),
      messages: said.map(({ user_id: from_user_id }) => ({ id: freshId('wamid'), from_user_id, ...told })),
    };
    await deliver(whatsapp.post(number.external_account_id, value));
    const people = await room.sql(
      `select c.external_id, p.handle, p.display_name from conversation c
       join conversation_participant p using (workspace_id, conversation_id)
       where c.channel_account_id = $1 order by p.display_name`,
      [number.channel_account_id],
    );
    expect(people).toEqual(
      said.map(({ user_id, name }) => ({ external_id: user_id, handle: user_id, display_name: name })),
    );
  });

  it('is stored once, however often and in whatever company it is told', async () => {
    const number = await room.account('whatsapp');
    const [one, other] = ['a', 'b'].map((text) => whatsapp.message(number.external_account_id, { text }));
    await Promise.all(
      [one!, bundled(one!, other!), other!, bundled(other!, one!)].map((post) => room.meta(post).expect(200)),
    );
    await room.quiet();
    // As if the memory of what was told were lost.
    await room.sql('delete from provider_event');
    await deliver(bundled(other!, one!));
    expect((await stored(number)).map(({ body }) => body).sort()).toEqual(['a', 'b']);
  });

  it('is stored once when fifty of one person arrive at the same moment', async () => {
    const { external_account_id: id, ...number } = await room.account('instagram');
    const posts = Array.from({ length: 50 }, (_, n) =>
      page.message(id, { from: '99', id: `m.${n}`, object: 'instagram' }),
    );
    await Promise.all(posts.map((post) => room.meta(post).expect(200)));
    await room.quiet();
    await expectNoSecondTry();
    const messages = await stored({ external_account_id: id, ...number });
    expect(messages).toHaveLength(50);
    expect(new Set(messages.map(({ conversation_id }) => conversation_id)).size).toBe(1);
  });

  it('stands in its thread where it was said, whenever it arrives', async () => {
    const number = await room.account('whatsapp');
    const minute = (n: number) => Date.now() - n * 60_000;
    const said = [3, 1, 2].map((n) => whatsapp.message(number.external_account_id, { text: `${n}`, at: minute(n) }));
    await deliver(...said);
    const messages = await stored(number);
    expect(messages.map(({ body }) => body)).toEqual(['3', '2', '1']);
    expect(await conversation(messages[0]!.conversation_id)).toMatchObject({ last_activity_at: messages[2]!.sent_at });
  });

  it.each(['one after the other', 'in one request'])(
    'of one second stands where it came among the others, and what quotes one of them finds it (%s)',
    async (how) => {
      const texts = Array.from({ length: 12 }, (_, n) => String(n));
      for (let turn = 0; turn < 3; turn++) {
        const number = await room.account('whatsapp', { members: [room.ada] });
        const at = Date.now() - 60_000;
        const id = (n: number) => `wamid.${number.channel_account_id}.${n}`;
        const posts = texts.map((text, n) =>
          whatsapp.message(number.external_account_id, { id: id(n), text, at, ...(n > 0 && { reply_to: id(n - 1) }) }),
        );
        await deliver(...(how === 'in one request' ? [bundled(...posts)] : posts));
        const messages = await stored(number);
        expect(messages.map(({ body }) => body)).toEqual(texts);
        const quoted = [null, ...messages.slice(0, -1).map(({ message_id }) => message_id)];
        expect(messages.map(({ reply_to_message_id }) => reply_to_message_id)).toEqual(quoted);
      }
    },
  );

  it('answers the message it names, in whatever conversation that is', async () => {
    const number = await room.account('whatsapp');
    const { workspace_id, channel_account_id } = number;
    const [first, answered] = [newId(), newId()];
    await deliver(whatsapp.message(number.external_account_id, { id: 'wamid.one' }));
    await room.sql(
      `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, first_message_at) values ($1, $2, 'whatsapp', $3, now())`,
      [workspace_id, first, channel_account_id],
    );
    await room.sql(
      `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, sent_at, provider_message_id)
       values ($1, $2, $3, 'whatsapp', 'outbound', 'sent', now(), 'wamid.ours')`,
      [workspace_id, answered, first],
    );
    await deliver(whatsapp.message(number.external_account_id, { text: 'Yes', reply_to: 'wamid.ours' }));
    expect((await stored(number)).find(({ body }) => body === 'Yes')).toMatchObject({
      conversation_id: first,
      reply_to_message_id: answered,
    });
  });

  it('goes into the newest of two conversations with that person, unless it answers a message of the other', async () => {
    const number = await room.account('whatsapp', { owner: room.ada });
    const { workspace_id, channel_account_id, external_account_id } = number;
    const [from, said] = ['15550008888', freshId('wamid')];
    await deliver(whatsapp.message(external_account_id, { from, id: said, at: Date.now() - 60_000 }));
    const [older] = await stored(number);
    const conversation_id = newId();
    await room.sql(
      `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, first_message_at, last_activity_at)
       values ($1, $2, 'whatsapp', $3, now() - interval '10 s', now() - interval '10 s')`,
      [workspace_id, conversation_id, channel_account_id],
    );
    await room.sql(
      `insert into conversation_participant (workspace_id, conversation_id, kind, handle) values ($1, $2, 'phone', $3)`,
      [workspace_id, conversation_id, from],
    );
    await aMessage(room, { workspace_id, conversation_id, ...ours, sent_at: new Date(Date.now() - 10_000) });
    await deliver(whatsapp.message(external_account_id, { from, text: 'new', at: Date.now() }));
    await deliver(whatsapp.message(external_account_id, { from, text: 'old', reply_to: said, at: Date.now() }));
    const place = new Map((await stored(number)).map((each) => [each.body, each.conversation_id]));
    expect(place.get('new')).toBe(conversation_id);
    expect(place.get('old')).toBe(older!.conversation_id);
  });

  it('goes into the conversation in which something was said, and not beside a message that never left', async () => {
    const number = await room.account('whatsapp', { members: [room.ada] });
    const from = '15550007777';
    const say = (text: string) => deliver(whatsapp.message(number.external_account_id, { from, text }));
    await say('A question');
    await room.sending(number, { channel: 'whatsapp', to: from, state: 'rejected', code: '131026', body: 'News' });
    await say('Hello?');
    const [question, ...others] = await stored(number);
    const answer = others.find(({ body }) => body === 'Hello?');
    expect([question!.body, answer!.conversation_id]).toEqual(['A question', question!.conversation_id]);
  });

  it('goes into the conversation of a message that may have left, though its outcome is not known', async () => {
    const number = await room.account('whatsapp', { members: [room.ada] });
    const to = '15550007778';
    const id = await room.sending(number, { channel: 'whatsapp', to, state: 'rejected', code: 'outcome_unknown' });
    await deliver(whatsapp.message(number.external_account_id, { from: to, text: 'Yes' }));
    const answer = (await stored(number)).find(({ body }) => body === 'Yes');
    expect(answer!.conversation_id).toBe((await room.message(id)).conversation_id);
  });

  it('goes into the conversation of its own person, though it quotes what was said to another one', async () => {
    const number = await room.account('whatsapp');
    const [mara, kim] = ['15550001111', '15550002222'];
    const say = (from: string, text: string, more: object = {}) =>
      deliver(whatsapp.message(number.external_account_id, { from, text, ...more }));
    await say(mara, 'One', { id: 'wamid.of-mara' });
    await say(kim, 'Two', { reply_to: 'wamid.of-mara' });
    await say(kim, 'Three');
    await say(mara, 'Four', { reply_to: 'wamid.of-mara' });
    const all = await stored(number);
    const of = (text: string) => all.find(({ body }) => body === text)!;
    expect(of('Two')).toMatchObject({ conversation_id: of('Three').conversation_id, reply_to_message_id: null });
    expect(of('Four')).toMatchObject({
      conversation_id: of('One').conversation_id,
      reply_to_message_id: of('One').message_id,
    });
    expect(of('One').conversation_id).not.toBe(of('Two').conversation_id);
  });

  it('goes into the conversation that was begun here with that person', async () => {
    const number = await room.account('whatsapp', { owner: room.ada });
    const { workspace_id, channel_account_id } = number;
    const conversation_id = newId();
    await room.sql(
      `insert into conversation (workspace_id, conversation_id, channel, channel_account_id, first_message_at) values ($1, $2, 'whatsapp', $3, now())`,
      [workspace_id, conversation_id, channel_account_id],
    );
    await room.sql(
      `insert into conversation_participant (workspace_id, conversation_id, kind, handle) values ($1, $2, 'phone', '15550007777')`,
      [workspace_id, conversation_id],
    );
    await aMessage(room, { workspace_id, conversation_id, ...ours, status: 'pending', sent_at: null });
    await deliver(...[1, 2].map(() => whatsapp.message(number.external_account_id, { from: '15550007777' })));
    const messages = await stored(number);
    expect(messages.map((message) => message.conversation_id)).toEqual(Array(3).fill(conversation_id));
    expect(await conversation(conversation_id)).toMatchObject({ external_id: '15550007777' });
  });

  it('has what is attached to it as names, kinds and sizes alone', async () => {
    const number = await room.account('whatsapp');
    const document = { id: 'media-1', mime_type: 'application/pdf', filename: 'offer.pdf', sha256: 'x' };
    const value = {
      messages: [{ id: freshId('wamid'), from: '15550001111', timestamp: '1780000000', type: 'document', document }],
    };
    await deliver(whatsapp.post(number.external_account_id, value));
    const [message] = await stored(number);
    const attached = await room.sql(
      'select filename, content_type, size::int from message_attachment where message_id = $1',
      [message!.message_id],
    );
    expect(attached).toEqual([{ filename: 'offer.pdf', content_type: 'application/pdf', size: 0 }]);
  });

  it('from the future came now', async () => {
    const number = await room.account('whatsapp');
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() + 86_400_000 }));
    expect((await stored(number))[0]!.sent_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('comes behind those before it though the clock of its provider is ahead', async () => {
    const number = await room.account('whatsapp');
    const { workspace_id, channel_account_id, external_account_id: address } = number;
    const account = { workspace_id, channel_account_id, channel: 'whatsapp' as const, owner_user_id: null, address };
    const ahead = Date.now() + 600_000;
    const said = [3, 2, 1].map((n) => ({
      ...aReceivedMail(freshId('wamid')),
      thread_id: '15550001111',
      body: `${n}`,
      sent_at: new Date(ahead + n),
    }));
    await room.domain.receiving.take(account, said);
    expect((await stored(number)).map(({ body }) => body)).toEqual(['1', '2', '3']);
  });

  it('keeps its time though the clock of the process that stores it is behind', async () => {
    const number = await room.account('whatsapp');
    const { workspace_id, channel_account_id, external_account_id: address } = number;
    const account = { workspace_id, channel_account_id, channel: 'whatsapp' as const, owner_user_id: null, address };
    const sent_at = new Date();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(sent_at.getTime() - 600_000);
    await room.domain.receiving.take(account, [
      { ...aReceivedMail(freshId('wamid')), thread_id: '15550001111', sent_at },
    ]);
    clock.mockRestore();
    expect(await stored(number)).toMatchObject([{ sent_at }]);
  });

  it('of an account that nobody has changes nothing', async () => {
    const before = await room.sql('select count(*) from message');
    await deliver(whatsapp.message('nobody-has-it'));
    expect(await room.sql('select count(*) from message')).toEqual(before);
  });

  it('still comes in while an account has to be connected again, and no more once it is disconnected', async () => {
    const number = await room.account('whatsapp');
    const { workspace_id, channel_account_id } = number;
    const say = (text: string) => deliver(whatsapp.message(number.external_account_id, { text }));
    await room.sql(`update channel_account set status = 'reauth_required' where channel_account_id = $1`, [
      channel_account_id,
    ]);
    await say('heard');
    await room.domain.accounts.disconnect(workspace_id, channel_account_id);
    await say('unheard');
    expect((await stored(number)).map(({ body }) => body)).toEqual(['heard']);
  });
});

/** As where its provider takes the access away. */
const close = ({ workspace_id, channel_account_id }: Connected) =>
  room.sql(
    `update channel_account set status = 'reauth_required', updated_at = now()
      where workspace_id = $1 and channel_account_id = $2`,
    [workspace_id, channel_account_id],
  );

describe('an account of two workspaces', () => {
  it('has its messages in both, each apart', async () => {
    const other = await room.newWorkspace();
    const external = freshId('shared-number');
    const cleo = await room.newMember(other);
    const [here, there] = [
      await room.account('whatsapp', { external, owner: room.ada }),
      await room.account('whatsapp', { external, workspace_id: other, owner: cleo }),
    ];
    await deliver(whatsapp.message(external, { text: 'Both' }));
    const [mine, theirs] = [await stored(here), await stored(there)];
    expect([mine, theirs].map((messages) => messages.map(({ body }) => body))).toEqual([['Both'], ['Both']]);
    expect(mine[0]!.conversation_id).not.toBe(theirs[0]!.conversation_id);
    expect((await room.inboxes(mine[0]!.conversation_id)).map(({ user_id }) => user_id)).toEqual([room.ada]);
    expect((await room.inboxes(theirs[0]!.conversation_id)).map(({ user_id }) => user_id)).toEqual([cleo]);
  });

  it('shows nothing new where the provider refuses it access while the other has it', async () => {
    const other = await room.newWorkspace();
    const external = freshId('moved-page');
    const here = await room.account('facebook', { external });
    const there = await room.account('facebook', { external, workspace_id: other });
    await close(here);
    await deliver(page.message(external, { text: 'For the new owner' }));
    expect([(await stored(here)).length, (await stored(there)).length]).toEqual([0, 1]);
    // To whom had it last it may only have to be connected again.
    await close(there);
    await deliver(page.message(external, { text: 'For the new owner, too' }));
    expect([(await stored(here)).length, (await stored(there)).length]).toEqual([0, 2]);
  });

  it('shows nothing new where the provider had taken its access before the other got it, also when that has lost it too', async () => {
    const other = await room.newWorkspace();
    const external = freshId('page');
    const earlier = await room.account('facebook', { external, members: [room.ada] });
    await close(earlier);
    await deliver(page.message(external, { text: 'To the first' }));
    const later = await room.account('facebook', {
      external,
      workspace_id: other,
      members: [await room.newMember(other)],
    });
    await close(later);
    await deliver(page.message(external, { text: 'To the second' }));
    await room.domain.accounts.disconnect(other, later.channel_account_id);
    await deliver(page.message(external, { text: 'To nobody here' }));
    const texts = async (account: Connected) => (await stored(account)).map(({ body }) => body);
    expect([await texts(earlier), await texts(later)]).toEqual([['To the first'], ['To the second']]);
  });

  it('keeps what one of them sent and its status out of the other', async () => {
    const other = await room.newWorkspace();
    const external = freshId('shared-page');
    const here = await room.account('facebook', { external });
    await room.account('facebook', { external, workspace_id: other });
    const stranger = newId();
    await deliver(page.echo(external, { id: 'm.foreign-mark', metadata: stranger, text: 'Sent elsewhere' }));
    expect(await stored(here)).toMatchObject([{ direction: 'outbound', body: 'Sent elsewhere', author_user_id: null }]);
  });

  it('has what was written elsewhere in one although a message of the same words is under way in the other', async () => {
    const external = freshId('shared-account');
    const [busy, other] = [await room.newWorkspace(), await room.newWorkspace()];
    const here = await room.account('instagram', { external, workspace_id: busy });
    const there = await room.account('instagram', { external, workspace_id: other });
    const said = { channel: 'instagram', to: '71', body: 'Twice', state: 'unknown' } as const;
    const ours = [await room.sending(here, said), await room.sending(here, said)];
    await room.meta(page.echo(external, { from: '71', text: 'Twice', object: 'instagram' })).expect(200);
    await eventually(async () => (await stored(there)).length === 1);
    expect(await stored(here)).toHaveLength(2);
    // Nobody looks for them any more, so that what was told is a message of its own.
    await room.sql(
      `update message_delivery set state = 'rejected', last_error_code = 'outcome_unknown', finished_at = now() where message_id = any ($1)`,
      [ours],
    );
    await room.quiet();
    expect([(await stored(here)).length, (await stored(there)).length]).toEqual([3, 1]);
    await room.sql('delete from provider_event');
  });
});

describe('a conversation that somebody archived', () => {
  const archive = (conversation_id: string, user_id: string) =>
    room.sql('update conversation_inbox set archived_at = now() where conversation_id = $1 and user_id = $2', [
      ...[conversation_id, user_id],
    ]);

  it('comes back with a new message, for everybody who had archived it', async () => {
    const number = await room.account('whatsapp', { members: [room.ada, room.bob] });
    await deliver(whatsapp.message(number.external_account_id));
    const { conversation_id } = (await stored(number))[0]!;
    await archive(conversation_id, room.ada);
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() + 5000 }));
    expect((await room.inboxes(conversation_id)).map(({ archived_at }) => archived_at)).toEqual([null, null]);
  });

  it('comes back, unread, with what was said before and nobody can have seen', async () => {
    const number = await room.account('whatsapp', { owner: room.ada });
    const connected = `update channel_account set created_at = now() - interval '2 days' where channel_account_id = $1`;
    await room.sql(connected, [number.channel_account_id]);
    await deliver(whatsapp.message(number.external_account_id));
    const { conversation_id } = (await stored(number))[0]!;
    await room.sql(
      'update conversation_inbox set archived_at = now(), last_read_at = now() where conversation_id = $1',
      [conversation_id],
    );
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() - 3_600_000 }));
    expect(await stored(number)).toHaveLength(2);
    const state = 'select archived_at, last_inbound_at > last_read_at as unread from conversation_inbox';
    expect(await room.sql(`${state} where conversation_id = $1`, [conversation_id])).toEqual([
      { archived_at: null, unread: true },
    ]);
  });

  it('stays archived when what arrives was said before the account was connected', async () => {
    const number = await room.account('whatsapp', { owner: room.ada });
    await deliver(whatsapp.message(number.external_account_id));
    const { conversation_id } = (await stored(number))[0]!;
    await archive(conversation_id, room.ada);
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() - 25 * 3_600_000 }));
    expect(await stored(number)).toHaveLength(2);
    expect((await room.inboxes(conversation_id))[0]!.archived_at).not.toBeNull();
  });

  it('stays read when what arrives was said before the account was connected, and not when it was said after', async () => {
    const number = await room.account('whatsapp', { owner: room.ada });
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() - 26 * 3_600_000 }));
    const { conversation_id } = (await stored(number))[0]!;
    const readAt = `update conversation_inbox set last_read_at = now() where conversation_id = $1`;
    await room.sql(readAt, [conversation_id]);
    const unread = `select last_inbound_at > last_read_at as unread from conversation_inbox where conversation_id = $1`;
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() - 25 * 3_600_000 }));
    expect(await stored(number)).toHaveLength(2);
    expect(await room.sql(unread, [conversation_id])).toEqual([{ unread: false }]);
    await deliver(whatsapp.message(number.external_account_id, { at: Date.now() + 60_000 }));
    expect(await room.sql(unread, [conversation_id])).toEqual([{ unread: true }]);
  });

  it('stays archived when its owner writes from elsewhere', async () => {
    const { external_account_id: id, ...rest } = await room.account('facebook', { owner: room.ada });
    await deliver(page.message(id));
    const { conversation_id } = (await stored({ external_account_id: id, ...rest }))[0]!;
    await archive(conversation_id, room.ada);
    await deliver(page.echo(id, { at: Date.now() + 5000 }));
    expect((await room.inboxes(conversation_id))[0]!.archived_at).not.toBeNull();
  });
});
