import { newId } from '#platform';
import { StandIns } from '../delivery/support/stand-ins.js';
import { eventually } from '../support/eventually.js';
import { Mailroom, META_SECRET, type Connected } from './support/mailroom.js';

let providers: StandIns;
let room: Mailroom;
beforeAll(async () => {
  providers = await StandIns.start({ metaAppSecret: META_SECRET });
  room = await Mailroom.start(providers.url);
});
afterAll(async () => {
  await room.stop();
  await providers.close();
});
afterEach(() => providers.control('behaviour', { meta_webhook_url: null, copies: 1, order: 'kept' }));

type Channel = 'whatsapp' | 'facebook' | 'instagram';
const tellUs = (behaviour: object = {}) =>
  providers.control('behaviour', { meta_webhook_url: `${room.url}/webhooks/meta`, ...behaviour });

async function newPage(channel: Channel): Promise<Connected> {
  const external = `${channel}-${newId()}`;
  const seal = await providers.account(channel, external);
  return room.account(channel, { owner: room.ada, external, seal, workspace_id: await room.newWorkspace() });
}

const people: Record<Channel, string> = { whatsapp: '15550001111', facebook: '7100001', instagram: '7200001' };
const writes = (channel: Channel, { external_account_id: account }: Connected, more: object = {}) =>
  providers.control<{ id: string }>('inbound', { channel, account, from: people[channel], text: 'Hello', ...more });
const bodies = async ({ workspace_id }: Connected) => (await room.messages(workspace_id)).map(({ body }) => body);
/** Until the stand-ins have posted so much, and what it led to is over. */
async function posted(posts: number, work: () => Promise<void>): Promise<void> {
  const log = async () =>
    (await (await fetch(`${providers.url}/__control/webhooks`)).json()) as { webhooks: unknown[] };
  const before = (await log()).webhooks.length;
  await work();
  await eventually(async () => (await log()).webhooks.length >= before + posts);
  await room.quiet();
}

/** Answers as somebody does in the provider's own app. */
async function answerElsewhere(
  channel: 'facebook' | 'instagram',
  { external_account_id: id }: Connected,
  text: string,
) {
  const { access_token } = await providers.control<{ access_token: string }>('accounts', {
    channel,
    external_account_id: id,
  });
  const base = channel === 'facebook' ? 'meta' : 'instagram';
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ recipient: { id: people[channel] }, messaging_type: 'RESPONSE', message: { text } });
  const { status } = await fetch(`${providers.url}/${base}/v25.0/${id}/messages`, { method: 'POST', headers, body });
  expect(status).toBe(200);
}

describe.each(['facebook', 'instagram'] as const)('an account of %s', (channel) => {
  it('of which no webhook arrives is looked into now and then', async () => {
    const page = await newPage(channel);
    await writes(channel, page, { text: 'first' });
    await answerElsewhere(channel, page, 'answer');
    expect(await room.fetch(page)).toMatchObject({ last_error_code: null });
    const messages = await room.messages(page.workspace_id);
    expect(messages.map(({ direction, body, author_user_id }) => [direction, body, author_user_id])).toEqual(
      expect.arrayContaining([
        ['inbound', 'first', null],
        ['outbound', 'answer', room.ada],
      ]),
    );
    await writes(channel, page, { text: 'second' });
    await room.fetch(page);
    expect((await bodies(page)).sort()).toEqual(['answer', 'first', 'second']);
    expect(new Set((await room.messages(page.workspace_id)).map(({ conversation_id }) => conversation_id)).size).toBe(
      1,
    );
  });

  it('has each message once, told by a webhook, by several and by looking', async () => {
    const page = await newPage(channel);
    await tellUs({ copies: 3, order: 'shuffled' });
    // Messenger tells of the delivery, too.
    await posted(channel === 'facebook' ? 15 : 12, async () => {
      for (const text of ['one', 'two', 'three']) await writes(channel, page, { text });
      await answerElsewhere(channel, page, 'answer');
    });
    await room.fetch(page);
    await room.fetch(page);
    expect((await bodies(page)).sort()).toEqual(['answer', 'one', 'three', 'two']);
  });

  it('with many conversations is looked into page by page', async () => {
    const page = await newPage(channel);
    for (const n of Array(25).keys()) await writes(channel, page, { from: `73000${n + 10}`, text: `${n}` });
    await room.fetch(page);
    expect(await bodies(page)).toHaveLength(25);
  });

  it('that refuses its token says so on the account and is looked into later', async () => {
    const page = await newPage(channel);
    await providers.control('tokens/expire', { channel, kind: 'access', account: page.external_account_id });
    const { last_error_code, status, sync_at } = await room.fetch(page);
    expect(last_error_code).not.toBeNull();
    expect(status === 'reauth_required' || sync_at.getTime() > Date.now()).toBe(true);
  });
});

describe('a WhatsApp number', () => {
  it('has what was posted several times, in any order, once', async () => {
    const number = await newPage('whatsapp');
    await tellUs({ copies: 3, order: 'shuffled' });
    await posted(9, async () => {
      for (const text of ['one', 'two', 'three']) await writes('whatsapp', number, { text, name: 'Mara' });
    });
    expect((await bodies(number)).sort()).toEqual(['one', 'three', 'two']);
  });
});
