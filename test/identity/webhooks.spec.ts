import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';
import { KeyServer, rsaKey } from './support/key-server.js';
import { signToken } from './support/signed-token.js';
import { clerk, deliver, deliverAsWorkos, later, now, workos } from './support/webhooks.js';
import { NEXT_SECRET, SECRET, WORKOS_SECRET, type Sending } from './support/webhooks.js';

const BASE_URL = 'http://localhost:3999';
const ORG = 'org_harbour';
const key = rsaKey('k1');
let keys: KeyServer;
let rest: Rest;

beforeAll(async () => {
  keys = await KeyServer.start(key);
  rest = await Rest.start({
    MCP_AUTH_URL: keys.url,
    BASE_URL,
    CONSOLE_CLIENT_ID: 'crm-console',
    CONSOLE_CLIENT_SECRET: 'a-secret-for-the-tests',
    IDENTITY_WEBHOOK_SECRET: [NEXT_SECRET, SECRET, WORKOS_SECRET],
  });
  await rest.domain.workspaces.create({ name: 'Quiet Harbour', external_org_id: ORG });
});
afterAll(async () => {
  await rest.stop();
  await keys.stop();
});

const newPerson = () => `user_${randomUUID()}`;
const send = (event: object | string, sending?: Sending) => deliver(rest.url, event, sending);

async function outcome(answer: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  return (body as { data: { outcome: string } }).data.outcome;
}

interface Known {
  email: string;
  name: string;
  role: string | null;
  active: boolean;
}

async function known(subject: string): Promise<Known | undefined> {
  const [row] = await rest.sql<Known>(
    `select u.email, u.name, m.role, u.deactivated_at is null as active from app_user u left join membership m
      on m.user_id = u.user_id and m.workspace_id = (select workspace_id from workspace where external_org_id = $3)
      where u.issuer = $1 and u.subject = $2`,
    [keys.url, subject, ORG],
  );
  return row;
}

function tokenOf(sub: string, client_id = 'client-1'): string {
  const iat = now();
  const claims = { iss: keys.url, aud: BASE_URL, sub, client_id, org_id: ORG, scope: 'openid user:org:read' };
  const payload = { ...claims, jti: randomUUID(), iat, exp: iat + 300 };
  return signToken({ header: { alg: 'RS256', typ: 'at+jwt', kid: key.kid }, payload }, key.privateKey);
}

const self = (subject: string) => rest.callerWith(`Bearer ${tokenOf(subject)}`).get('/v1/self');

describe('people', () => {
  it('are made and changed as the provider says', async () => {
    const subject = newPerson();
    expect(await outcome(send(clerk.user(subject, 'Ines', { type: 'user.created' })))).toBe('applied');
    expect(await known(subject)).toEqual({ email: 'ines@example.com', name: 'Ines Falk', role: null, active: true });
    expect(await outcome(send(clerk.user(subject, 'Inga')))).toBe('applied');
    expect(await known(subject)).toMatchObject({ email: 'inga@example.com', name: 'Inga Falk' });
  });

  it('keep what is newer when an older change comes late', async () => {
    const subject = newPerson();
    const older = clerk.user(subject, 'Older');
    await send(clerk.user(subject, 'Newer')).expect(200);
    expect(await outcome(send(older))).toBe('outdated');
    expect(await known(subject)).toMatchObject({ name: 'Newer Falk' });
  });

  it('who are deleted lose token, connection and session at the next request, for good', async () => {
    const subject = newPerson();
    const late = clerk.user(subject, 'Late', { at: Date.now() + 60_000 });
    await send(clerk.membership(subject, ORG)).expect(200);
    await self(subject).expect(200);
    const auth_time = new Date();
    const session = await rest.domain.signIns.open({ issuer: keys.url, subject, auth_time });
    const screen = () => rest.callerWith().get('/console/connections').set('Cookie', `crm-session=${session}`);
    await screen().expect(200);
    expect(await outcome(send(clerk.userDeleted(subject)))).toBe('applied');
    expectError(await self(subject), 401);
    await screen().expect(303);
    expect(await outcome(send(late))).toBe('outdated');
    await send(clerk.membership(subject, ORG)).expect(200);
    expectError(await self(subject), 401);
  });

  it('who were deleted before anything else was told stay deleted', async () => {
    const subject = newPerson();
    await send(clerk.userDeleted(subject)).expect(200);
    expect(await outcome(send(clerk.user(subject, 'Ines', { type: 'user.created' })))).toBe('outdated');
    expect(await known(subject)).toMatchObject({ active: false });
  });
});

describe('memberships', () => {
  it('are added with the person, changed and removed', async () => {
    const subject = newPerson();
    expect(await outcome(send(clerk.membership(subject, ORG)))).toBe('applied');
    expect(await known(subject)).toEqual({ email: 'ines@example.com', name: 'Ines Falk', role: 'member', active: true });
    await self(subject).expect(200);
    await send(clerk.membership(subject, ORG, { type: 'updated', role: 'org:admin' })).expect(200);
    expect(await known(subject)).toMatchObject({ role: 'admin' });
    await send(clerk.membership(subject, ORG, { type: 'deleted', role: 'org:admin' })).expect(200);
    expect(await known(subject)).toMatchObject({ role: null });
    expectError(await self(subject), 401);
  });

  it('do not come back by a delivery from before their removal', async () => {
    const subject = newPerson();
    const added = clerk.membership(subject, ORG);
    // Removals carry the membership as it was: only the event says when.
    await send(clerk.membership(subject, ORG, { type: 'deleted', at: later() - 5000, told: later() })).expect(200);
    expect(await outcome(send(added))).toBe('outdated');
    expect(await known(subject)).toBeUndefined();
    expect(await outcome(send(clerk.membership(subject, ORG)))).toBe('applied');
    await self(subject).expect(200);
  });

  it('that are renewed find their connections able to read, and revoked ones revoked', async () => {
    const subject = newPerson();
    await send(clerk.membership(subject, ORG)).expect(200);
    await self(subject).expect(200);
    await rest.sql('update connection set access = 3 where user_id = (select user_id from app_user where subject = $1)', [subject]);
    expect((await self(subject).expect(200)).body.data.capabilities).toEqual(['read:data', 'write:data']);
    await send(clerk.membership(subject, ORG, { type: 'deleted' })).expect(200);
    await send(clerk.membership(subject, ORG)).expect(200);
    expect((await self(subject).expect(200)).body.data.capabilities).toEqual(['read:data']);
  });

  it('of organisations without a workspace are ignored', async () => {
    await expectNothingChanged(rest, async () => {
      expect(await outcome(send(clerk.membership(newPerson(), 'org_elsewhere')))).toBe('ignored');
    });
  });

  it('wait for a person whom the provider names by id alone, in whatever order', async () => {
    const subject = newPerson();
    expect(await outcome(send(workos.membership(subject, ORG, { role: 'admin' })))).toBe('applied');
    expect(await known(subject)).toBeUndefined();
    expect(await outcome(send(workos.user(subject)))).toBe('applied');
    expect(await known(subject)).toEqual({ email: 'bo@example.com', name: 'Bo', role: 'admin', active: true });
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const other = newPerson();
        await Promise.all([send(workos.user(other)).expect(200), send(workos.membership(other, ORG)).expect(200)]);
        expect(await known(other)).toMatchObject({ role: 'member' });
      }),
    );
  });

  it('that are pending or inactive are none', async () => {
    const subject = newPerson();
    await send(workos.user(subject)).expect(200);
    await send(workos.membership(subject, ORG, { status: 'pending' })).expect(200);
    expect(await known(subject)).toMatchObject({ role: null });
    await send(workos.membership(subject, ORG, { event: 'updated' })).expect(200);
    expect(await known(subject)).toMatchObject({ role: 'member' });
    await send(workos.membership(subject, ORG, { event: 'updated', status: 'inactive' })).expect(200);
    expect(await known(subject)).toMatchObject({ role: null });
    await send(workos.user(subject, 'user.deleted')).expect(200);
    expect(await known(subject)).toMatchObject({ active: false });
  });
});

describe('deliveries', () => {
  it.each<[string, Sending]>([
    ['Standard Webhooks', {}],
    ['Svix', { prefix: 'svix' }],
    ['a secret that is being replaced', { secret: NEXT_SECRET }],
    ['a clock four minutes behind', { time: now() - 240 }],
  ])('are taken from %s', async (_sender, sending) => {
    expect(await outcome(send(clerk.user(newPerson(), 'Ines'), sending))).toBe('applied');
  });

  it('may be signed by several secrets', async () => {
    expectError(await send('{}', { signature: `v2,AAAA v1,${'A'.repeat(43)}= v1a,BBBB` }), 401);
    const body = JSON.stringify(clerk.user(newPerson(), 'Ines'));
    const [id, time] = ['msg_several', now()];
    const right = deliver(rest.url, body, { id, time }).get('webhook-signature');
    expect(await outcome(send(body, { id, time, signature: `v1,${'A'.repeat(43)}= ${right}` }))).toBe('applied');
  });

  it.each<[string, Sending]>([
    ['a wrong secret', { secret: `whsec_${Buffer.from('somebody else has this..').toString('base64')}` }],
    ['an unknown version', { signature: `v2,${'A'.repeat(43)}=` }],
    ['an empty signature', { signature: 'v1,' }],
    ['another body', { arrives: JSON.stringify(clerk.user('user_other', 'Mallory')) }],
    ['a body of other bytes with the same meaning', { arrives: ` ${JSON.stringify(clerk.user('user_other', 'M'))}` }],
    ['a time six minutes ago', { time: now() - 360 }],
    ['a time in six minutes', { time: now() + 360 }],
    ['a time that is none', { time: NaN }],
    ['no known header', { prefix: 'x' }],
    ['the secret of another scheme', { secret: Buffer.from(WORKOS_SECRET).toString('base64') }],
  ])('are refused with %s', async (_what, sending) => {
    await expectNothingChanged(rest, async () => {
      expectError(await send(clerk.user(newPerson(), 'Mallory'), sending), 401);
    });
  });

  it('are taken from WorkOS with its own signature, in milliseconds or microseconds', async () => {
    const event = workos.user(newPerson());
    expect(await outcome(deliverAsWorkos(rest.url, event))).toBe('applied');
    expect(await outcome(deliverAsWorkos(rest.url, event))).toBe('repeated');
    expect(await outcome(deliverAsWorkos(rest.url, workos.user(newPerson()), `${Date.now()}000`))).toBe('applied');
  });

  it('are refused with a signature of WorkOS that is wrong or old', async () => {
    await expectNothingChanged(rest, async () => {
      const event = workos.user(newPerson());
      expectError(await deliverAsWorkos(rest.url, event, undefined, 'another secret of WorkOS'), 401);
      expectError(await deliverAsWorkos(rest.url, event, undefined, SECRET), 401);
      expectError(await deliverAsWorkos(rest.url, event, String(Date.now() - 360_000)), 401);
    });
  });

  it('change nothing when repeated', async () => {
    const subject = newPerson();
    const id = `msg_${randomUUID()}`;
    expect(await outcome(send(clerk.user(subject, 'First'), { id }))).toBe('applied');
    await expectNothingChanged(rest, async () => {
      expect(await outcome(send(clerk.user(subject, 'Second'), { id }))).toBe('repeated');
    });
  });

  it('of one id at the same moment are taken once', async () => {
    for (let round = 0; round < 10; round++) {
      const event = clerk.membership(newPerson(), ORG);
      const id = `msg_${randomUUID()}`;
      const outcomes = await Promise.all([1, 2, 3].map(() => outcome(send(event, { id }))));
      expect(outcomes.sort()).toEqual(['applied', 'repeated', 'repeated']);
    }
  });

  it('are remembered for a day', async () => {
    const ids = ['msg_recent', 'msg_old'];
    await rest.sql(`insert into identity_event values ($1, now() - interval '23 hours'), ($2, now() - interval '25 hours')`, ids);
    await send(clerk.user(newPerson(), 'Ines')).expect(200);
    const left = await rest.sql('select event_id from identity_event where event_id = any($1)', [ids]);
    expect(left).toEqual([{ event_id: 'msg_recent' }]);
  });

  it('of a kind that does not concern us are taken and left', async () => {
    await expectNothingChanged(rest, async () => {
      expect(await outcome(send({ object: 'event', type: 'session.created', data: {} }))).toBe('ignored');
      expect(await outcome(send({ id: 'event_1', event: 'session.created', data: {} }))).toBe('ignored');
    });
  });

  it.each([
    ['no JSON', 'user=ines'],
    ['no object', '[]'],
    ['no kind', '{"data":{}}'],
    ['no person', '{"type":"user.updated","data":{}}'],
    ['an id that is none', '{"type":"user.updated","data":{"id":"a\\u0000b"}}'],
    ['a time beyond all calendars', '{"type":"user.updated","data":{"id":"a","updated_at":8640000000000000}}'],
  ])('are refused as malformed with %s', async (_what, body) => {
    await expectNothingChanged(rest, async () => {
      expectError(await send(body), 400);
    });
  });

  it('take names of any length and kind', async () => {
    const subject = newPerson();
    expect(await outcome(send(clerk.user(subject, `a\0b${'😀'.repeat(300)}`)))).toBe('applied');
    expect((await known(subject))!.name).toMatch(/^a b😀/);
  });
});

it('is no route without a secret', async () => {
  const other = await Rest.start({ MCP_AUTH_URL: keys.url, BASE_URL });
  try {
    expectError(await deliver(other.url, clerk.user(newPerson(), 'Ines')), 404);
  } finally {
    await other.stop();
  }
});
