import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expectError } from '../support/answers.js';
import { Mailroom, META_SECRET, type Connected } from './support/mailroom.js';
import { bundled, whatsapp } from './support/meta-posts.js';

let room: Mailroom;
let number: Connected;
beforeAll(async () => {
  room = await Mailroom.start();
  number = await room.account('whatsapp', { owner: null });
});
afterAll(() => room.stop());
beforeEach(() => room.sql('delete from provider_event'));

const kept = () =>
  room.sql<{ channel: string; dedup_key: string }>('select channel, dedup_key from provider_event order by 2');

describe('the handshake of Meta', () => {
  const ask = (query: object) => room.http().get('/webhooks/meta').query(query);
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'typed-at-meta', 'hub.challenge': '1158201444' };

  it('is answered with the challenge alone, as plain text', async () => {
    const { status, text, headers } = await ask(right);
    expect({ status, text }).toEqual({ status: 200, text: '1158201444' });
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['another token', { ...right, 'hub.verify_token': 'guessed' }],
    ['no token', { ...right, 'hub.verify_token': undefined }],
    ['the token twice', { ...right, 'hub.verify_token': ['typed-at-meta', 'typed-at-meta'] }],
    ['another mode', { ...right, 'hub.mode': 'unsubscribe' }],
    ['markup as its challenge', { ...right, 'hub.challenge': '<script>alert(1)</script>' }],
    ['nothing', {}],
  ])('with %s is refused with 403', async (_what, query) => {
    expectError(await ask(query), 403);
  });
});

// Fifteen bytes can stand for three million, and whoever sends them has shown no signature yet.
describe.each(['meta', 'graph', 'gmail', 'identity', 'nowhere'])('a compressed body sent to /webhooks/%s', (name) => {
  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('is not unpacked: %s', async (encoding, compress) => {
    const sent = room.http().post(`/webhooks/${name}`).set('Content-Type', 'application/json');
    const body = compress(Buffer.alloc(2_900_000, ' '));
    const { message } = expectError(await sent.set('Content-Encoding', encoding).send(body), 400);
    expect(message).toBe('Send the request body uncompressed.');
  });
});

describe('a POST of Meta', () => {
  it('is kept before it is answered', async () => {
    await room.meta(whatsapp.message(number.external_account_id, { id: 'wamid.kept' })).expect(200);
    expect(await kept()).toEqual([
      { channel: 'whatsapp', dedup_key: `message-${number.external_account_id}:wamid.kept` },
    ]);
  });

  it('is signed over its very bytes, escapes and blanks included', async () => {
    const text = JSON.stringify(whatsapp.message(number.external_account_id, { id: 'wamid.bytes' }), null, 1);
    const escaped = text.replace('Hello', 'Gr\\u00fc\\u00dfe').replaceAll('/', '\\/');
    await room.meta(escaped).expect(200);
    await room.quiet();
    expect((await room.messages()).map(({ body }) => body)).toContain('Grüße');
  });

  it('may be as large as Meta makes them, 3 MiB', async () => {
    const text = JSON.stringify(whatsapp.message(number.external_account_id, { id: 'wamid.large' }));
    await room.meta(text + ' '.repeat(3 * 1024 * 1024 - text.length)).expect(200);
    expect(await kept()).toHaveLength(1);
  });

  it('may be signed with any of the secrets', async () => {
    await room.meta(whatsapp.message(number.external_account_id), { secret: 'of-instagram' }).expect(200);
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    ['of somebody else', { secret: 'guessed' }],
    ['that is none', { signature: 'sha256=0' }],
    ['that is empty', { signature: '' }],
    ['of the older kind', { signature: `sha1=${'0'.repeat(40)}` }],
  ])('with a signature %s is refused with 401 and changes nothing', async (_what, signing) => {
    expectError(await room.meta(whatsapp.message(number.external_account_id), signing), 401);
    expect(await kept()).toEqual([]);
  });

  it('without a signature is refused with 401 and changes nothing', async () => {
    const body = whatsapp.message(number.external_account_id);
    expectError(await room.http().post('/webhooks/meta').send(body), 401);
    expect(await kept()).toEqual([]);
  });

  it.each([{}, { 'X-Hub-Signature-256': 'sha1=0' }])(
    'that is large is not read where nothing signs it: %j',
    async (signed) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': 2_000_000, ...signed };
      const sent = request(`${room.url}/webhooks/meta`, { method: 'POST', headers }).on('error', () => undefined);
      sent.flushHeaders();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(401);
      sent.destroy();
    },
  );

  it.each([['no JSON'], ['[]'], ['{"object":"page"}'], ['']])(
    'of %j, though signed, is refused with 400',
    async (text) => {
      expectError(await room.meta(text), 400);
      expect(await kept()).toEqual([]);
    },
  );

  it('may be larger than other requests, and is refused above three megabytes', async () => {
    const long = (length: number) => whatsapp.message(number.external_account_id, { text: 'x'.repeat(length) });
    await room.meta(long(2_500_000)).expect(200);
    expectError(await room.meta(long(3_200_000)), 413);
    expect(await kept()).toHaveLength(1);
  });

  it('that comes again, alone or among others, is kept once', async () => {
    const [first, second] = [{ id: 'wamid.a' }, { id: 'wamid.b' }].map((said) =>
      whatsapp.message(number.external_account_id, said),
    );
    await Promise.all([first!, first!, bundled(first!, second!, first!)].map((body) => room.meta(body).expect(200)));
    const ids = (await kept()).map(({ dedup_key }) => dedup_key.split(':')[1]);
    expect(ids).toEqual(['wamid.a', 'wamid.b']);
  });

  // The app of the sender chooses what makes a wamid its own.
  it('with one id at two numbers is kept for each', async () => {
    const id = 'wamid.same';
    const other = await room.account('whatsapp', { workspace_id: await room.newWorkspace() });
    for (const { external_account_id } of [number, other])
      await room.meta(whatsapp.message(external_account_id, { id, text: 'To both' })).expect(200);
    await room.quiet();
    for (const { workspace_id } of [number, other]) {
      const said = (await room.messages(workspace_id)).filter((message) => message.provider_message_id === id);
      expect(said).toMatchObject([{ body: 'To both' }]);
    }
  });

  it.each([
    ['status', 'wamid.same', (account: string, id: string) => whatsapp.status(account, id, 'delivered')],
    ['id too long for a key', 'l'.repeat(1000), (account: string, id: string) => whatsapp.message(account, { id })],
  ])('with one %s at two numbers is kept for each', async (_what, id, post) => {
    for (const account of [number.external_account_id, '15550100299']) await room.meta(post(account, id)).expect(200);
    expect(await kept()).toHaveLength(2);
  });

  it('with something that the database cannot hold is kept all the same', async () => {
    const text = JSON.stringify(whatsapp.message(number.external_account_id, { id: 'wamid.odd', text: 'odd' }));
    await room.meta(text.replace('"odd"', '"o\\u0000d\\ud800d"')).expect(200);
    await room.quiet();
    expect((await room.messages()).filter(({ provider_message_id: id }) => id === 'wamid.odd')).toMatchObject([
      { body: 'od\uFFFDd' },
    ]);
  });

  it('is forgotten but for its name once it was worked on', async () => {
    await room
      .meta(whatsapp.message(number.external_account_id, { id: 'wamid.gone', text: 'private words' }))
      .expect(200);
    await room.quiet();
    const rows = await room.sql('select dedup_key, payload, last_error from provider_event');
    expect(rows).toEqual([
      { dedup_key: `message-${number.external_account_id}:wamid.gone`, payload: {}, last_error: null },
    ]);
  });
});

describe('a POST of Meta of which a part is broken', () => {
  it('has its message read all the same', async () => {
    const post = whatsapp.message(number.external_account_id, { id: 'wamid.null', text: 'Beside null' });
    const text = JSON.stringify({ ...post, entry: [null, ...post.entry] });
    await room.meta(text.replace('"type":"text"', '"type":"text","context":null')).expect(200);
    await room.quiet();
    expect((await room.messages()).filter(({ provider_message_id: id }) => id === 'wamid.null')).toMatchObject([
      { body: 'Beside null' },
    ]);
  });

  it('keeps what nothing was understood of, for as long as its name', async () => {
    const post = whatsapp.message(number.external_account_id, { id: 'wamid.kept', text: 'not understood' });
    await room.meta(JSON.stringify(post).replace(/"timestamp":"\d+"/, '"timestamp":"soon"')).expect(200);
    await room.quiet();
    const rows = await room.sql('select payload, last_error, processed_at from provider_event');
    const messages = [expect.objectContaining({ text: { body: 'not understood' } })];
    expect(rows).toEqual([
      { payload: expect.objectContaining({ messages }), last_error: null, processed_at: expect.any(Date) },
    ]);
  });
});

describe('without its secrets', () => {
  it('there is no door for Meta', async () => {
    const closed = await Mailroom.start(undefined, { META_APP_SECRET: '', META_VERIFY_TOKEN: '' });
    try {
      expectError(await closed.meta(whatsapp.message('1'), { secret: META_SECRET }), 404);
      expectError(await closed.http().get('/webhooks/meta'), 404);
    } finally {
      await closed.stop();
    }
  });
});
