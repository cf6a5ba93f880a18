import { RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, INTERCEPTORS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { REQUIREMENT, type Requirement } from '#auth';
import { PageTurnInterceptor } from '../../apps/rest-api/src/http/page-turn.interceptor.js';
import { WriteInterceptor, useOfKey } from '../../apps/rest-api/src/http/write.interceptor.js';
import { ConsoleGuard } from '../../apps/rest-api/src/console/sign-in/console.guard.js';
import { UNKNOWN_ROUTE } from '../../apps/rest-api/src/http/unknown-route.js';
import { Rest } from '../support/rest.js';
import { ENDPOINTS } from './endpoints.js';

interface Route {
  route: string;
  requirement?: Requirement | 'public';
  /** What a key does here, were it looked at. */
  keys?: ReturnType<typeof useOfKey>;
  looksAtKeys: boolean;
  givesPage: boolean;
  /** Whether nobody comes in who has not signed in to the console. */
  asksForSession: boolean;
}

/** What the console shows to people who have not signed in: files of its pages, and the ways in and out. */
const WITHOUT_SESSION = [
  ...[
    'GET /console/style.css',
    'GET /console/console.js',
    'GET /console/imports.js',
    'GET /console/inbox.js',
    'GET /console/icon.svg',
  ],
  ...['GET /console/sign-in', 'GET /console/callback', 'GET /console/leave', 'GET /console/signed-out'],
];

/**
 * What refuses those who may not ask before it says that there is no such route; it does nothing that a key could keep.
 */
const UNKNOWN = `ALL ${UNKNOWN_ROUTE}`;

type Handler = (...args: unknown[]) => unknown;

describe('every route of the REST API', () => {
  let rest: Rest;
  let routes: Route[];
  beforeAll(async () => {
    // With everything switched on that a setting can switch on.
    rest = await Rest.start({
      BASE_URL: 'http://localhost:3000',
      MCP_AUTH_URL: 'http://localhost:9',
      CONSOLE_CLIENT_ID: 'console',
      CONSOLE_CLIENT_SECRET: 'a-secret-of-some-length',
      IDENTITY_WEBHOOK_SECRET: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      META_APP_SECRET: 'for-tests',
      META_VERIFY_TOKEN: 'for-tests',
      GMAIL_PUSH_AUDIENCE: 'https://crm.example.com/webhooks/gmail',
      GMAIL_PUSH_ACCOUNT: 'push@example.com',
    });
    routes = walk();
  });
  afterAll(() => rest.stop());

  it('says what it requires of its caller, or that it is open to everybody', () => {
    expect(routes.filter(({ requirement }) => requirement === undefined).map(({ route }) => route)).toEqual([]);
  });

  it('under /v1 is one of the endpoints of the contract or of the decisions, and requires what they say', () => {
    const under = routes.filter(({ route }) => route.includes(' /v1/') && route !== UNKNOWN);
    const required = Object.fromEntries(
      under.map(({ route, requirement }) => {
        const { needs, also } = requirement as Requirement;
        return [route, [needs, ...also]];
      }),
    );
    expect(required).toEqual(
      Object.fromEntries(
        ENDPOINTS.map(({ method, path, needs, also = [] }) => [`${method} ${path}`, [needs, ...also]]),
      ),
    );
  });

  it('that is open to everybody is the front page, the documentation, about health, signing in, a file with a signed link, or signed by who calls it', () => {
    const open = routes.filter(({ requirement }) => requirement === 'public').map(({ route }) => route);
    for (const route of open)
      expect(route).toMatch(
        /^(GET \/(healthz|readyz)?|POST \/webhooks\/.+|GET \/webhooks\/meta|GET \/docs(\/.+)?|GET \/downloads\/exports\/\{export\}|(GET|POST) \/console(\/.+)?|PUT \/console\/imports\/.+)$/,
      );
    expect(open).toEqual(expect.arrayContaining(['GET /healthz', 'GET /readyz']));
  });

  it('under /console asks for a session, but for files of its pages and the ways in and out', () => {
    const screens = routes.filter(({ route }) => /^\w+ \/console(\/|$)/.test(route));
    const open = screens.filter(({ asksForSession }) => !asksForSession).map(({ route }) => route);
    expect(open.sort()).toEqual([...WITHOUT_SESSION].sort());
    expect(screens.length).toBeGreaterThan(15);
  });

  it('under /v1 that writes looks at its idempotency key', () => {
    const under = routes.filter(({ route }) => route.includes(' /v1/') && route !== UNKNOWN);
    const deaf = under.filter(({ keys, looksAtKeys }) => keys !== 'unused' && !looksAtKeys);
    expect(deaf.map(({ route }) => route)).toEqual([]);
    expect(under.some(({ looksAtKeys }) => looksAtKeys)).toBe(true);
  });

  it('under /v1 that answers with a list, or does more than read for who may only read, waits for its turn among the pages of its workspace', () => {
    // A batch answers with a list as well; it waits as a write does. An import proposes where each of its columns goes, and
    // of a view and an automation hundreds of values may have to be judged.
    const HEAVY = ['/v1/imports/{import}', '/v1/views/{view}', '/v1/automations/{automation}'];
    const isPage = ({ data, needs, method, path }: (typeof ENDPOINTS)[number]) =>
      (Array.isArray(data) && needs !== 'write:data') ||
      (needs === 'read:data' && method !== 'GET') ||
      (method === 'GET' && HEAVY.includes(path));
    const lists = ENDPOINTS.filter(isPage).map(({ method, path }) => `${method} ${path}`);
    const pages = routes.filter(({ route, givesPage }) => givesPage && route.includes(' /v1/'));
    expect(pages.map(({ route }) => route).sort()).toEqual(lists.sort());
    expect(lists.length).toBeGreaterThan(10);
  });

  it('is found by this walk: a controller that says nothing is noticed', () => {
    expect(routes.length).toBeGreaterThan(ENDPOINTS.length);
  });

  /** What Nest will route: every handler of every controller, with what it declares. */
  function walk(): Route[] {
    const modules = [...rest.app.get(ModulesContainer).values()];
    return modules
      .flatMap((module) => [...module.controllers.values()])
      .flatMap(({ metatype }) => routesOf(metatype as new () => object));
  }
});

function routesOf(controller: new () => object): Route[] {
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string | undefined;
  const names = Object.getOwnPropertyNames(controller.prototype).filter((name) => name !== 'constructor');
  return names.flatMap((name) => {
    const handler = (controller.prototype as Record<string, Handler>)[name]!;
    const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
    if (path === undefined) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const requirement = (Reflect.getMetadata(REQUIREMENT, handler) ??
      Reflect.getMetadata(REQUIREMENT, controller)) as Route['requirement'];
    const whole = `/${base ?? ''}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const targets = [handler, controller];
    const keys = typeof requirement === 'object' ? useOfKey(new Reflector(), method!, targets) : undefined;
    const around = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
    const looksAtKeys = around.includes(WriteInterceptor);
    const givesPage = around.includes(PageTurnInterceptor);
    const guards = targets.flatMap((target) => (Reflect.getMetadata(GUARDS_METADATA, target) ?? []) as unknown[]);
    const asksForSession = guards.includes(ConsoleGuard);
    const route = `${method} ${whole.replace(/:(\w+)/g, '{$1}')}`;
    return [{ route, requirement, keys, looksAtKeys, givesPage, asksForSession }];
  });
}
