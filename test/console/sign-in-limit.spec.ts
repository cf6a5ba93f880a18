import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import { LoadShedder } from '#platform';
import { ConsoleGuard } from '../../apps/rest-api/src/console/sign-in/console.guard.js';
import { ScreenAdmission } from '../../apps/rest-api/src/console/sign-in/screen-admission.js';
import { SignInLimiter } from '../../apps/rest-api/src/console/sign-in/sign-in-limiter.js';
import { freePort } from '../support/free-port.js';
import { World, startRest } from '../support/world.js';
import { Visitor } from './support/visitor.js';

describe('the limit of sign-ins', () => {
  /** How many of `times` are granted. */
  const granted = (limiter: SignInLimiter, address: (n: number) => string, times: number) => {
    let count = 0;
    for (let n = 0; n < times; n++)
      try {
        limiter.spend(address(n));
        count++;
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
        expect(error).toMatchObject({ kind: 'rate_limited', retryAfter: 1 });
      }
    return count;
  };

  it('lets an address make some at once and then as many a second as are set', () => {
    let now = 0;
    const limiter = new SignInLimiter(4, () => now);
    expect(granted(limiter, () => '192.0.2.1', 100)).toBe(16);
    now += 1000;
    expect(granted(limiter, () => '192.0.2.1', 100)).toBe(4);
    expect(granted(limiter, () => '::ffff:192.0.2.1', 100)).toBe(0);
    expect(granted(limiter, () => '192.0.2.2', 10)).toBe(10);
  });

  it('counts the addresses of one network of IPv6 as one', () => {
    const limiter = new SignInLimiter(4, () => 0);
    expect(granted(limiter, (n) => `2001:db8::${n.toString(16)}`, 50)).toBe(16);
    expect(granted(limiter, (n) => `2001:db8:0:0:1::${n.toString(16)}`, 50)).toBe(0);
    expect(granted(limiter, () => '2001:db8:0:1::1', 1)).toBe(1);
  });

  it('keeps nobody out for what other addresses make', () => {
    const limiter = new SignInLimiter(4, () => 0);
    granted(limiter, (n) => `198.51.100.${n % 256}`, 10_000);
    expect(granted(limiter, () => '192.0.2.1', 16)).toBe(16);
  });

  it('is none at 0', () => {
    expect(granted(new SignInLimiter(0), () => 'a', 1000)).toBe(1000);
  });
});

describe('the limit of pages of one session', () => {
  const anAnswer = () => new ServerResponse(new IncomingMessage(new Socket())) as never as Response;
  const opened = (limiter: ScreenAdmission, token: string, times: number) => {
    let count = 0;
    for (let n = 0; n < times; n++)
      try {
        limiter.arrive(anAnswer(), '192.0.2.1', token);
        count++;
      } catch (error) {
        expect(error).toMatchObject({ kind: 'rate_limited', retryAfter: 1 });
      }
    return count;
  };

  it('is some at once and then so many a second, apart from those of others', () => {
    let now = 0;
    const limiter = new ScreenAdmission(new LoadShedder(8), 10, () => now);
    expect([opened(limiter, 'a', 60), opened(limiter, 'b', 5)]).toEqual([40, 5]);
    now += 500;
    expect(opened(limiter, 'a', 30)).toBe(5);
    expect(opened(new ScreenAdmission(new LoadShedder(8), 0), 'a', 1000)).toBe(1000);
  });

  it('is not used up by what is said to be the length of a body that nobody reads', () => {
    const limiter = new ScreenAdmission(new LoadShedder(8), 10, () => 0);
    for (let n = 0; n < 3; n++) {
      const response = anAnswer();
      Object.assign(response.req, { method: 'GET', headers: { 'content-length': '1000000000000' } });
      limiter.belongs(response, 'ada');
    }
  });

  it('is one for a person, however many cookies there are, and counts long forms by their length', () => {
    let now = 0;
    const limiter = new ScreenAdmission(new LoadShedder(8), 10, () => now);
    const belong = (times: number, headers: Record<string, string> = {}) => {
      let count = 0;
      for (let n = 0; n < times; n++)
        try {
          const response = anAnswer();
          Object.assign(response.req, { method: 'POST', headers });
          limiter.belongs(response, 'ada');
          count++;
        } catch (error) {
          expect(error).toMatchObject({ kind: 'rate_limited', retryAfter: 1 });
        }
      return count;
    };
    expect(belong(60)).toBe(40);
    now += 4000;
    // A form of 160 KiB is one and ten more.
    expect(belong(10, { 'content-length': String(160 * 1024) })).toBe(4);
  });

  it('is asked before anybody knows whose it is', async () => {
    const world = await World.start();
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const settings = { RATE_LIMIT_READS_PER_SECOND: 1 };
    const rest = await startRest({ ...world.places, baseUrl }, settings, { alone: 'each process counts for itself' });
    try {
      const visitor = new Visitor(world, baseUrl);
      visitor.cookies.set('crm-session', 'of-nobody');
      const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.get('/console/connections')));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(3);
      expect(await refused[0]!.text()).toContain('screens a second can be opened');
    } finally {
      await rest.close();
      await world.stop();
    }
  });
});

describe('one person who comes from many addresses', () => {
  it('has the share of one', async () => {
    const admission = new LoadShedder(8);
    const signIns = { find: () => Promise.resolve({ user_id: 'ada' }) } as never;
    const cookies = { read: () => 'token' } as never;
    const guard = new ConsoleGuard(signIns, cookies, 'http://127.0.0.1', new ScreenAdmission(admission, 0));
    const open = async (ip: string): Promise<boolean> => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      if (!admission.enter(response)) return false;
      const http = { getRequest: () => ({ method: 'GET', ip, headers: {} }), getResponse: () => response };
      return guard.canActivate({ switchToHttp: () => http } as never).catch(() => false);
    };
    const opened: boolean[] = [];
    for (let n = 0; n < 8; n++) opened.push(await open(`192.0.2.${n}`));
    expect(opened).toEqual([true, true, true, true, true, true, false, false]);
  });
});

describe('whose address a sign-in is counted for', () => {
  let world: World;
  beforeAll(async () => (world = await World.start()));
  afterAll(() => world.stop());

  const ELSEWHERE = ['192.0.2.0/24', '2001:db8::/32'];
  const HERE = ['127.0.0.0/8'];
  // A stranger writes what he likes, and the proxy adds his address behind it.
  const forged = (n: number) => `203.0.113.${n}, 198.51.100.7`;
  const another = (n: number) => `198.51.100.${n}`;
  const noAddress = (n: number) => `unknown-${n}`;

  it.each([
    ['one for all without a trusted proxy, whatever the header says', undefined, another, false],
    ['one for all where others than the caller are trusted', ELSEWHERE, another, false],
    ["each caller's behind one trusted proxy", 1, another, true],
    ["each caller's behind a trusted network of proxies", HERE, another, true],
    ['what the trusted proxy added, and not what its caller wrote before it', 1, forged, false],
    ['what the trusted network added, and not what its caller wrote before it', HERE, forged, false],
    ["the proxy's own where the header holds no address", 1, noAddress, false],
  ])('is %s', async (_, TRUSTED_PROXIES, header, areCountedApart) => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const settings = { RATE_LIMIT_SIGN_INS_PER_SECOND: 1, TRUSTED_PROXIES };
    const rest = await startRest({ ...world.places, baseUrl }, settings, { alone: 'each process counts for itself' });
    const visitor = new Visitor(world, baseUrl);
    const statuses: number[] = [];
    // One address makes 4 at once.
    for (let n = 0; n < 8; n++)
      statuses.push((await visitor.get('/console/leave', { 'X-Forwarded-For': header(n) })).status);
    await rest.close();
    expect(statuses.includes(429)).toBe(!areCountedApart);
  });
});

describe('a service with the limit', () => {
  let world: World;
  let rest: Awaited<ReturnType<typeof startRest>>;
  let baseUrl: string;
  beforeAll(async () => {
    world = await World.start();
    baseUrl = `http://127.0.0.1:${await freePort()}`;
    // Slow enough that nothing comes back while the test runs.
    rest = await startRest(
      { ...world.places, baseUrl },
      { RATE_LIMIT_SIGN_INS_PER_SECOND: 1 },
      { alone: 'each process counts for itself' },
    );
  });
  afterAll(async () => {
    await rest.close();
    await world.stop();
  });

  it('calls nobody for an address beyond it, and says when to come again', async () => {
    const visitor = new Visitor(world, baseUrl);
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) {
      const path = ['/console/sign-in', '/console/callback?state=a&code=b', '/console/leave'][n % 3]!;
      const answer = await visitor.get(path);
      statuses.push(answer.status);
      if (answer.status !== 429) continue;
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(await answer.text()).toContain('Too many sign-ins');
    }
    expect(statuses.slice(0, 4)).not.toContain(429);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  });

  it('keeps working for whoever is signed in', async () => {
    const visitor = await Visitor.signedIn(world, world.ada);
    const inside = new Visitor(world, baseUrl);
    inside.cookies.set('crm-session', visitor.cookies.get('crm-session')!);
    for (let n = 0; n < 20; n++) expect((await inside.get('/console/connections')).status).toBe(200);
  });

  it('holds one person who connects channels again and again, and nobody else', async () => {
    const [ada, bob] = [await Visitor.signedIn(world, world.ada), await Visitor.signedIn(world, world.bob)];
    const ask = async ({ cookies }: Visitor, path: string) => {
      const inside = new Visitor(world, baseUrl);
      inside.cookies.set('crm-session', cookies.get('crm-session')!);
      return (await inside.get(`/console/channels/${path}`)).status;
    };
    const paths = ['callback/gmail?state=a', `${world.north.workspace_id}/connect/gmail`];
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push(await ask(ada, paths[n % 2]!));
    expect(statuses.slice(0, 4)).not.toContain(429);
    expect(statuses).toContain(429);
    expect(await ask(bob, paths[0]!)).not.toBe(429);
  });
});
