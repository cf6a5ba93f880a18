import { randomUUID } from 'node:crypto';
import { logger } from '#platform';
import { expectError } from '../support/answers.js';
import { KeyServer, rsaKey } from '../identity/support/key-server.js';
import { signToken } from '../identity/support/signed-token.js';
import { Mailroom } from './support/mailroom.js';

const EMAIL = 'gmail-push@example.com';
const key = rsaKey('google-1');
const stranger = rsaKey('google-1');

let keys: KeyServer;
let room: Mailroom;
beforeAll(async () => {
  keys = await KeyServer.start(key);
  room = await Mailroom.start(undefined, { GMAIL_PUSH_KEYS_URL: `${keys.url}/jwks` });
});
afterAll(async () => {
  await room.stop();
  await keys.stop();
});
beforeEach(() => room.sql('delete from provider_event'));

const now = () => Math.floor(Date.now() / 1000);
const kept = () => room.sql<{ channel: string; payload: object }>('select channel, payload from provider_event');

function token(claims: object = {}, header: object = {}, signer = key): string {
  const payload = {
    iss: 'https://accounts.google.com',
    aud: `${room.url}/webhooks/gmail`,
    sub: '1',
    azp: '1',
    email: EMAIL,
    email_verified: true,
    iat: now(),
    exp: now() + 3600,
    ...claims,
  };
  return signToken({ header: { alg: 'RS256', typ: 'JWT', kid: signer.kid, ...header }, payload }, signer.privateKey);
}

function push(authorization?: string, emailAddress = 'ada@example.com', messageId: string = randomUUID()) {
  const data = Buffer.from(JSON.stringify({ emailAddress, historyId: 9876 })).toString('base64');
  const sent = room.http().post('/webhooks/gmail').set('Content-Type', 'application/json');
  if (authorization !== undefined) void sent.set('Authorization', authorization);
  return sent.send({ message: { data, messageId, publishTime: new Date().toISOString() }, subscription: 's' });
}

describe('a push of Gmail', () => {
  it('is kept when the service account that is set here has signed it', async () => {
    await push(`Bearer ${token()}`).expect(200);
    await push(`Bearer ${token({ iss: 'accounts.google.com' })}`).expect(200);
    expect(await kept()).toHaveLength(2);
  });

  it('that comes again is kept once', async () => {
    const id = randomUUID();
    for (const _time of [1, 2]) await push(`Bearer ${token()}`, undefined, id).expect(200);
    expect(await kept()).toHaveLength(1);
  });

  const wrong: [string, () => string | undefined][] = [
    ['no token', () => undefined],
    ['something that is no token', () => 'Bearer a.b.c'],
    ['a token that is not a bearer', () => `Basic ${token()}`],
    ['a token for somebody else', () => `Bearer ${token({ aud: 'https://other.example.com/webhooks/gmail' })}`],
    ['a token of another issuer', () => `Bearer ${token({ iss: 'https://accounts.example.com' })}`],
    ['a token of another account', () => `Bearer ${token({ email: 'somebody@example.com' })}`],
    ['a token whose address is not verified', () => `Bearer ${token({ email_verified: false })}`],
    ['a token without an address', () => `Bearer ${token({ email: undefined })}`],
    ['a token that has ended', () => `Bearer ${token({ exp: now() - 60 })}`],
    ['a token that never ends', () => `Bearer ${token({ exp: undefined })}`],
    ['a token of the future', () => `Bearer ${token({ nbf: now() + 600 })}`],
    ['a token signed by somebody else', () => `Bearer ${token({}, {}, stranger)}`],
    ['a token with a key that is not known', () => `Bearer ${token({}, { kid: 'google-9' })}`],
    ['a token that says it is not signed', () => `Bearer ${token({}, { alg: 'none' })}`],
  ];
  it.each(wrong)('with %s is refused with 401 and changes nothing', async (_what, authorization) => {
    expectError(await push(authorization()), 401);
    expect(await kept()).toEqual([]);
  });

  it('that says nothing of a mailbox is refused with 400', async () => {
    expectError(await push(`Bearer ${token()}`, 'nobody'), 400);
    expect(await kept()).toEqual([]);
  });

  it('about a mailbox that nobody has is worked on without any effect', async () => {
    await push(`Bearer ${token()}`, 'nobody@example.com').expect(200);
    await room.quiet();
    expect(await kept()).toEqual([{ channel: 'gmail', payload: {} }]);
  });

  it('is put off, and not refused, while the keys cannot be had, which is no error of ours', async () => {
    const [error, warn] = [jest.spyOn(logger, 'error').mockReturnValue(), jest.spyOn(logger, 'warn').mockReturnValue()];
    const away = await Mailroom.start(undefined, { GMAIL_PUSH_KEYS_URL: 'http://127.0.0.1:9/certs' });
    try {
      const answer = await away.http().post('/webhooks/gmail').set('Authorization', `Bearer ${token()}`).send({});
      expectError(answer, 503);
      expect(error.mock.calls).toEqual([]);
      expect(warn.mock.calls).toEqual([[{ count: 1 }, 'The keys of Google cannot be fetched at the moment.']]);
    } finally {
      await away.stop();
    }
  });
});
