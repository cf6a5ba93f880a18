import { readLogin, writeLogin } from '../../apps/rest-api/src/console/sign-in/login.js';
import { PASSWORD, freePort } from '../identity/support/dev-idp.js';
import { HttpPerson } from '../identity/support/http-person.js';
import { World, startRest } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(async () => {
  await world.stop();
  expect(world.idpErrors).toEqual([]);
});

const cookiesOf = (response: Response) => response.headers.getSetCookie();

describe('signing in', () => {
  it('goes to the identity provider with PKCE, state and nonce, and comes back to a session', async () => {
    const visitor = new Visitor(world);
    const { callback, asked } = await visitor.throughProvider(world.ada);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: 'crm-console',
      redirect_uri: world.callback,
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
      scope: 'openid profile email',
    });
    const back = await visitor.get(callback);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/console']);
    expect(cookiesOf(back).find((each) => each.startsWith('crm-session='))).toMatch(
      /^crm-session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    await expect(visitor.read('/console/connections')).resolves.toContain(world.ada.email);
  });

  it('keeps nothing in the database that opens a session', async () => {
    const visitor = await Visitor.signedIn(world, world.ada);
    const rows = await world.sql<{ row: string }>('select s::text as row from console_session s');
    expect(rows.length).toBeGreaterThan(0);
    const session = visitor.cookies.get('crm-session')!;
    for (const form of [
      session,
      Buffer.from(session).toString('hex'),
      Buffer.from(session, 'base64url').toString('hex'),
    ])
      expect(JSON.stringify(rows)).not.toContain(form);
  });

  it('gives a new session id at each sign-in and ends the one before', async () => {
    const visitor = await Visitor.signedIn(world, world.bob);
    const planted = visitor.cookies.get('crm-session')!;
    await visitor.signIn(world.ada, '/console/sign-in?fresh=1');
    expect(visitor.cookies.get('crm-session')).not.toBe(planted);
    await expect(visitor.read('/console/connections')).resolves.toContain(world.ada.email);
    visitor.cookies.set('crm-session', planted);
    expect((await visitor.get('/console/connections')).status).toBe(303);
  });

  it('does not take over a session id that somebody made up', async () => {
    const visitor = new Visitor(world);
    visitor.cookies.set('crm-session', 'A'.repeat(43));
    await visitor.signIn(world.ada);
    expect(visitor.cookies.get('crm-session')).not.toBe('A'.repeat(43));
  });

  it('is finished only by the browser that began it', async () => {
    const attacker = new Visitor(world);
    const { callback } = await attacker.throughProvider(world.bob);
    const victim = new Visitor(world);
    const without = await victim.get(callback);
    expect([without.status, victim.cookies.has('crm-session')]).toEqual([403, false]);
    await victim.get('/console/sign-in');
    expect((await victim.get(callback)).status).toBe(403);
    expect(victim.cookies.has('crm-session')).toBe(false);
  });

  it('is finished once, within ten minutes', async () => {
    const visitor = new Visitor(world);
    const { callback } = await visitor.throughProvider(world.ada);
    const login = visitor.cookies.get('crm-login')!;
    expect((await visitor.get(callback)).status).toBe(303);
    visitor.cookies.set('crm-login', login);
    expect((await visitor.get(callback)).status).toBe(403);
    for (const [minutes, status] of [
      [11, 403],
      [9, 303],
    ] as const) {
      const slow = await visitor.throughProvider(world.ada);
      const begun = readLogin(visitor.cookies.get('crm-login'))!;
      visitor.cookies.set('crm-login', writeLogin(begun, Date.now() - minutes * 60_000));
      expect((await visitor.get(slow.callback)).status).toBe(status);
    }
  });

  it.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['another list', Buffer.from('[1]').toString('base64url')],
    ['a time that is none', Buffer.from('["x","a","b","c","/console"]').toString('base64url')],
    ['a state that is no text', Buffer.from(`[${Date.now()},1,"b","c","/console"]`).toString('base64url')],
    ['far too much', 'A'.repeat(5000)],
  ])('is not finished with a cookie that holds %s', async (_what, cookie) => {
    const visitor = new Visitor(world);
    const { callback } = await visitor.throughProvider(world.ada);
    visitor.cookies.set('crm-login', cookie);
    expect((await visitor.get(callback)).status).toBe(403);
    expect(visitor.cookies.has('crm-session')).toBe(false);
  });

  it('leads only to our own pages, whatever the cookie says', async () => {
    const visitor = new Visitor(world);
    const { callback } = await visitor.throughProvider(world.ada);
    const begun = readLogin(visitor.cookies.get('crm-login'))!;
    visitor.cookies.set('crm-login', writeLogin({ ...begun, return_to: 'https://evil.example/' }));
    expect((await visitor.get(callback)).headers.get('location')).toBe('/console');
  });

  it.each([
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['no issuer', (url: URL) => url.searchParams.delete('iss')],
    ['another code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43))],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
  ])('is refused when the answer carries %s', async (_what, change) => {
    const visitor = new Visitor(world);
    const { callback } = await visitor.throughProvider(world.ada);
    const url = new URL(callback);
    change(url);
    expect((await visitor.get(url.href)).status).toBe(403);
    expect(visitor.cookies.has('crm-session')).toBe(false);
  });

  it('counts from when the password was given, also when the provider asks for none', async () => {
    const person = new HttpPerson(world.places.issuer);
    const times: Date[] = [];
    for (const wait of [1100, 0]) {
      const visitor = new Visitor(world);
      await person.visit((await visitor.get('/console/sign-in')).headers.get('location')!);
      if (times.length === 0) await person.submit('login', { email: world.cleo.email, password: PASSWORD });
      await visitor.get(person.at);
      const [row] = await world.sql<{ auth_time: Date }>(
        'select auth_time from console_session where user_id = $1 order by created_at desc limit 1',
        [world.cleo.user_id],
      );
      times.push(row!.auth_time);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    expect(times[1]).toEqual(times[0]);
  });

  it('keeps nothing here before it is finished, with the longest address in a cookie that browsers take', async () => {
    const visitor = new Visitor(world);
    const longest = `/console?${'a'.repeat(2000)}`;
    const { callback } = await visitor.throughProvider(world.ada, `/console/sign-in?return_to=${longest}`);
    expect(`crm-login=${visitor.cookies.get('crm-login')!}`.length).toBeLessThan(4096);
    await expect(world.sql('select from console_login')).resolves.toHaveLength(0);
    expect((await visitor.get(callback)).headers.get('location')).toBe(longest);
  });

  it('refuses whom the provider knows and this service does not', async () => {
    const gil = await world.addMember('Gil Moor', world.north);
    const open = (issuer: string, subject: string) =>
      world.domain.signIns.open({ issuer, subject, auth_time: new Date() });
    const refused = { kind: 'forbidden', message: expect.stringContaining('not a member of any workspace') };
    await expect(open(world.places.issuer, 'user-nobody')).rejects.toMatchObject(refused);
    await expect(open('https://other.example', gil.subject)).rejects.toMatchObject(refused);
    await expect(open(world.places.issuer, gil.subject)).resolves.toHaveLength(43);
    await world.sql('update app_user set deactivated_at = now() where user_id = $1', [gil.user_id]);
    await expect(open(world.places.issuer, gil.subject)).rejects.toMatchObject(refused);
  });
});

describe('where a sign-in leads', () => {
  it.each([
    ['/console/api-keys', '/console/api-keys'],
    ['/console/connections?done=signed-in', '/console/connections?done=signed-in'],
    ['https://evil.example/', '/console'],
    ['//evil.example/console', '/console'],
    ['/\\evil.example', '/console'],
    ['/console@evil.example', '/console'],
    ['/console/../v1/self', '/console'],
    ['/console\r\nSet-Cookie: a=b', '/console'],
    ['javascript:alert(1)', '/console'],
  ])('%j: %s', async (wanted, reached) => {
    const visitor = new Visitor(world);
    const back = await visitor.signIn(world.ada, `/console/sign-in?return_to=${encodeURIComponent(wanted)}`);
    expect(back.headers.get('location')).toBe(reached);
  });

  it('takes no second return_to', async () => {
    const twice = '/console/sign-in?return_to=/console/api-keys&return_to=https://evil.example';
    expect((await new Visitor(world).signIn(world.ada, twice)).headers.get('location')).toBe('/console');
  });
});

describe('a session', () => {
  const opens = async (visitor: Visitor) => (await visitor.get('/console/connections')).status === 200;

  it.each([
    ['59 minutes unused', 'last_seen_at', 59, true],
    ['61 minutes unused', 'last_seen_at', 61, false],
    ['719 minutes old', 'created_at', 719, true],
    ['721 minutes old', 'created_at', 721, false],
  ])('%s', async (_what, column, minutes, holds) => {
    const visitor = await Visitor.signedIn(world, world.ada);
    await world.sql(`update console_session set ${column} = now() - $1 * interval '1 minute'`, [minutes]);
    await expect(opens(visitor)).resolves.toBe(holds);
  });

  it('is noted as used once a minute: requests of it do not wait for each other', async () => {
    const visitor = await Visitor.signedIn(world, world.ada);
    const holder = await world.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from console_session for update');
      await expect(opens(visitor)).resolves.toBe(true);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await world.sql(`update console_session set last_seen_at = now() - interval '2 minutes'`);
    await expect(opens(visitor)).resolves.toBe(true);
    const unnoted = `select 1 from console_session where last_seen_at < now() - interval '1 minute'`;
    const everyone = await world.sql<{ n: number }>('select count(*)::int as n from console_session');
    expect(await world.sql(unnoted)).toHaveLength(everyone[0]!.n - 1);
  });

  it('ends when its person is deactivated', async () => {
    const eli = await world.addMember('Eli Stone', world.north);
    const visitor = await Visitor.signedIn(world, eli);
    await world.sql('update app_user set deactivated_at = now() where user_id = $1', [eli.user_id]);
    await expect(opens(visitor)).resolves.toBe(false);
  });

  it('shows the memberships of this moment', async () => {
    const fay = await world.addMember('Fay Wood', world.south);
    const visitor = await Visitor.signedIn(world, fay);
    await expect(visitor.read('/console/connections')).resolves.toContain(world.south.name);
    await world.sql('delete from membership where user_id = $1', [fay.user_id]);
    await expect(visitor.read('/console/connections')).resolves.not.toContain(world.south.name);
  });

  it('ends with signing out, in the browser and here', async () => {
    const visitor = await Visitor.signedIn(world, world.ada);
    const session = visitor.cookies.get('crm-session')!;
    const response = await visitor.post('/console/sign-out');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console/leave']);
    expect(visitor.cookies.has('crm-session')).toBe(false);
    visitor.cookies.set('crm-session', session);
    await expect(opens(visitor)).resolves.toBe(false);
  });
});

describe('on https', () => {
  it('all cookies are Secure and carry __Host-, and no other cookie opens a session', async () => {
    const places = { ...world.places, baseUrl: `http://127.0.0.1:${await freePort()}` };
    const rest = await startRest(places, { BASE_URL: 'https://crm.example' });
    try {
      const visitor = new Visitor(world, places.baseUrl);
      const [cookie, ...more] = cookiesOf(await visitor.get('/console/sign-in'));
      expect(cookie).toMatch(
        /^__Host-crm-login=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(more).toEqual([]);
      const session = (await Visitor.signedIn(world, world.ada)).cookies.get('crm-session')!;
      visitor.cookies.set('crm-session', session);
      expect((await visitor.get('/console/connections')).status).toBe(303);
      visitor.cookies.set('__Host-crm-session', session);
      expect((await visitor.get('/console/connections')).status).toBe(200);
    } finally {
      await rest.close();
    }
  });
});
