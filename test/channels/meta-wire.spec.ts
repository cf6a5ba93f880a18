import { channelsFor, type OutboundMessage } from '#channels';
import type { ChannelName } from '#crm-domain/messaging';
import { StandIns } from '../delivery/support/stand-ins.js';
import { RawServer, http } from './support/raw-server.js';

const REPLY = {
  provider_message_id: 'parent-1',
  provider_thread_id: null,
  internet_message_id: null,
  references: [],
  subject: null,
};

type Sent = Partial<OutboundMessage> & { transmission?: number };

/** What went over the line to a provider that gives this answer, and what was made of the answer. */
async function transmit(channel: ChannelName, { transmission, ...change }: Sent, answer: string) {
  const server = await RawServer.start((socket) => socket.end(answer));
  const { settings } = StandIns.at(server.url);
  const message = { message_id: 'our-id', channel, subject: null, body: 'Hello', cc: [], reply: null };
  const signal = new AbortController().signal;
  const access = { external_account_id: '4711', address: '', display_name: null, token: 'secret', signal };
  const trace = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null, transmission };
  const whole = { ...message, to: ['1234567890'], ...change };
  const outcome = await channelsFor(settings)[channel].transmit(whole, access, trace);
  await server.stop();
  return { outcome, received: server.received };
}

async function requestOf(channel: ChannelName, change: Sent): Promise<[string, unknown]> {
  const { received } = await transmit(channel, change, http('200 OK', '{}'));
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head).toMatch(/\r\nauthorization: Bearer secret(\r\n|$)/i);
  return [head.split(' HTTP')[0]!, JSON.parse(body)];
}

describe('what goes over the line', () => {
  it('to WhatsApp: digits alone, the answered message, and our own id for its webhooks', async () => {
    expect(await requestOf('whatsapp', { to: ['+1 (555) 555-0188'], reply: REPLY })).toEqual([
      'POST /meta/v25.0/4711/messages',
      {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '15555550188',
        type: 'text',
        text: { preview_url: false, body: 'Hello' },
        context: { message_id: 'parent-1' },
        biz_opaque_callback_data: 'our-id',
      },
    ]);
  });

  it.each(['BR.14155550142', 'US.13491208655302741918'])('to WhatsApp: %s as an id, and no number', async (id) => {
    const [, body] = await requestOf('whatsapp', { to: [id] });
    expect(body).toMatchObject({ recipient_type: 'individual', recipient: id });
    expect(body).not.toHaveProperty('to');
  });

  it.each([
    [1, 'our-id'],
    [2, 'our-id/2'],
  ])('to WhatsApp, for transmission %d of a message: %s', async (transmission, biz_opaque_callback_data) => {
    const [, body] = await requestOf('whatsapp', { transmission });
    expect(body).toMatchObject({ biz_opaque_callback_data });
  });

  it('to Messenger: an answer within the window, never a tag, and our own id for its echoes', async () => {
    expect(await requestOf('facebook', { reply: REPLY })).toEqual([
      'POST /meta/v25.0/4711/messages',
      {
        recipient: { id: '1234567890' },
        messaging_type: 'RESPONSE',
        message: { text: 'Hello', metadata: 'our-id' },
        reply_to: { mid: 'parent-1' },
      },
    ]);
  });

  it('to Instagram: person and text, and nothing else', async () => {
    expect(await requestOf('instagram', { reply: REPLY })).toEqual([
      'POST /instagram/v25.0/4711/messages',
      { recipient: { id: '1234567890' }, message: { text: 'Hello' } },
    ]);
  });

  it('without what is not answered', async () => {
    const [, whatsapp] = await requestOf('whatsapp', {});
    expect(whatsapp).not.toHaveProperty('context');
    const [, messenger] = await requestOf('facebook', {});
    expect(messenger).not.toHaveProperty('reply_to');
    expect(messenger).toMatchObject({ messaging_type: 'UPDATE' });
  });
});

it.each([[[]], [null]])('a success of WhatsApp whose messages are %j proves nothing', async (messages) => {
  const answer = http('200 OK', JSON.stringify({ messaging_product: 'whatsapp', messages }));
  expect((await transmit('whatsapp', {}, answer)).outcome).toMatchObject({ kind: 'ambiguous' });
});

describe('an answer of WhatsApp that is more than is read of it', () => {
  const success = { messaging_product: 'whatsapp' };
  it.each<[string, object, string, string]>([
    ['is an acceptance where it begins as one', success, 'application/json; charset=UTF-8', 'accepted'],
    ['proves nothing where it begins with an error', { error: {} }, 'application/json; charset=UTF-8', 'ambiguous'],
    ['proves nothing where it is no JSON', success, 'text/html', 'ambiguous'],
  ])('%s', async (_what, beginning, type, kind) => {
    const text = JSON.stringify({ ...beginning, of: 'a'.repeat(3_000_000) });
    const answer = http('200 OK', text, { 'content-type': type });
    expect((await transmit('whatsapp', {}, answer)).outcome).toMatchObject({ kind });
  });
});
