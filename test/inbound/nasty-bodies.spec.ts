import { randomUUID } from 'node:crypto';
import { KeyServer, rsaKey } from '../identity/support/key-server.js';
import { signToken } from '../identity/support/signed-token.js';
import { expectError } from '../support/answers.js';
import { Mailroom } from './support/mailroom.js';
import { page, whatsapp } from './support/meta-posts.js';
import { NASTY_BODIES, nastyVariants } from './support/nasty.js';

const SUBSCRIPTION = 'subscription-1';
const SECRET = 'secret of the subscription';
const key = rsaKey('google-1');

let keys: KeyServer;
let room: Mailroom;
let accounts: Record<string, string>;
beforeAll(async () => {
  keys = await KeyServer.start(key);
  room = await Mailroom.start(undefined, { GMAIL_PUSH_KEYS_URL: `${keys.url}/jwks` });
  accounts = {};
  for (const channel of ['whatsapp', 'facebook', 'instagram'] as const)
    accounts[channel] = (await room.account(channel)).external_account_id;
  const { channel_account_id } = await room.account('outlook');
  const text = `update channel_account set push_subscription_id = $2, push_secret_hash = sha256($3::bytea) where channel_account_id = $1`;
  await room.sql(text, [channel_account_id, SUBSCRIPTION, Buffer.from(SECRET)]);
});
afterAll(async () => {
  await room.stop();
  await keys.stop();
});
beforeEach(() => room.sql('delete from provider_event'));

/** Posts each, a few at a time, and gives what was answered with something else than was taken or refused. */
async function failuresOf(variants: [string, string][], post: (text: string) => PromiseLike<{ status: number }>) {
  const failures: [number, string][] = [];
  for (let at = 0; at < variants.length; at += 8) {
    const some = variants.slice(at, at + 8).map(async ([what, text]) => {
      const { status } = await post(text);
      if (![200, 202, 400, 401, 413].includes(status)) failures.push([status, what]);
    });
    await Promise.all(some);
  }
  return failures;
}

/** What was kept and cannot be worked on; what is of no message known here is looked for a few times. */
async function stuck() {
  await room.quiet();
  return room.sql(`select dedup_key, last_error from provider_event where last_error <> 'too_early'`);
}

const graph = (clientState: string, subscriptionId = SUBSCRIPTION) => ({
  value: [
    {
      subscriptionId,
      clientState,
      changeType: 'created',
      tenantId: 't',
      resource: 'Users/u/Messages/m-1',
      resourceData: { id: 'm-1', '@odata.etag': 'W/"1"' },
    },
    { subscriptionId, clientState, lifecycleEvent: 'missed' },
  ],
});

describe('bodies that no provider writes, at the webhook of Graph', () => {
  const post = (text: string) => room.http().post('/webhooks/graph').set('Content-Type', 'application/json').send(text);
  const kept = async () => (await room.sql<{ n: number }>('select count(*)::int as n from provider_event'))[0]!.n;

  it('are answered and leave nothing behind when nobody knows who sends them', async () => {
    const guessed = [
      ...nastyVariants(graph('guessed')),
      ...nastyVariants(graph('guessed', 'of-nobody')),
      ...NASTY_BODIES,
    ];
    expect(await failuresOf(guessed, post)).toEqual([]);
    expect(await kept()).toBe(0);
  });

  it('are answered and can be worked on when they bear the secret', async () => {
    expect(await failuresOf(nastyVariants(graph(SECRET)), post)).toEqual([]);
    expect(await kept()).toBeGreaterThan(0);
    expect(await stuck()).toEqual([]);
  });

  it('are kept once, though a thousand of them say the same', async () => {
    const [one] = graph(SECRET).value;
    await post(JSON.stringify({ value: Array(1000).fill(one) })).expect(202);
    expect(await kept()).toBe(1);
  });

  it('are refused when one object in them has more than 100 names', async () => {
    const [one] = graph('guessed').value;
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 1]));
    const withNames = (count: number) => JSON.stringify({ value: [one, { ...one, resourceData: named(count) }, one] });
    await post(withNames(100)).expect(202);
    expectError(await post(withNames(101)), 400);
  });

  it('are repeated as they are when they come as a validation token', async () => {
    for (const validationToken of ['a\0b', '\u{1f600}', 'x'.repeat(2048)]) {
      const { status, text } = await post('').query({ validationToken });
      expect({ status, text }).toEqual({ status: 200, text: validationToken });
    }
    expect((await post('').query({ validationToken: 'x'.repeat(2049) })).status).toBe(400);
  });
});

describe('bodies that no provider writes, at the webhook of Meta', () => {
  const posts: [string, (of: Record<string, string>) => object][] = [
    ['a message of WhatsApp', (of) => whatsapp.message(of.whatsapp!, { reply_to: 'wamid.0' })],
    ['a status of WhatsApp', (of) => whatsapp.status(of.whatsapp!, 'wamid.1', 'delivered', { errors: [{ code: 1 }] })],
    ['a message of Messenger', (of) => page.message(of.facebook!)],
    ['an echo of Instagram', (of) => page.echo(of.instagram!, { object: 'instagram', metadata: 'mark' })],
    ['a receipt of Messenger', (of) => page.delivered(of.facebook!, '71', ['m.1'])],
    ['a reading on Messenger', (of) => page.read(of.facebook!, '71', Date.now())],
  ];

  it.each(posts)('are answered and can be worked on though signed, as %s', async (_what, valid) => {
    expect(await failuresOf(nastyVariants(valid(accounts)), (text) => room.meta(text))).toEqual([]);
    expect(await stuck()).toEqual([]);
  });

  it('are answered as a whole, too, and those without a signature change nothing', async () => {
    expect(await failuresOf(NASTY_BODIES, (text) => room.meta(text))).toEqual([]);
    const unsigned = nastyVariants(whatsapp.message(accounts.whatsapp!));
    expect(await failuresOf(unsigned, (text) => room.meta(text, { signature: 'sha256=0' }))).toEqual([]);
    expect(await room.sql('select 1 from provider_event')).toEqual([]);
  });
});

describe('bodies that no provider writes, at the webhook of Gmail', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const authorization = () => {
    const payload = {
      iss: 'https://accounts.google.com',
      aud: `${room.url}/webhooks/gmail`,
      sub: '1',
      azp: '1',
      email: 'gmail-push@example.com',
      email_verified: true,
      iat: now(),
      exp: now() + 3600,
    };
    return `Bearer ${signToken({ header: { alg: 'RS256', typ: 'JWT', kid: key.kid }, payload }, key.privateKey)}`;
  };
  const post = (text: string, by = authorization()) =>
    room.http().post('/webhooks/gmail').set('Content-Type', 'application/json').set('Authorization', by).send(text);
  const push = (data: string) => {
    const message = { data: Buffer.from(data).toString('base64'), messageId: randomUUID(), publishTime: '2026' };
    return { message, subscription: 's' };
  };
  const change = { emailAddress: 'ada@example.com', historyId: 9876 };

  it('are answered and can be worked on though signed', async () => {
    const outer = nastyVariants(push(JSON.stringify(change)));
    const inner = [...nastyVariants(change), ...NASTY_BODIES.filter(([, text]) => text.length < 500_000)];
    const all = [...outer, ...inner.map(([what, text]): [string, string] => [what, JSON.stringify(push(text))])];
    expect(await failuresOf([...all, ...NASTY_BODIES], post)).toEqual([]);
    expect(await stuck()).toEqual([]);
  });

  it('change nothing without a token', async () => {
    expect(await failuresOf(nastyVariants(push(JSON.stringify(change))), (text) => post(text, 'Bearer a.b.c'))).toEqual(
      [],
    );
    expect(await room.sql('select 1 from provider_event')).toEqual([]);
  });
});
