import { randomBytes, randomUUID } from 'node:crypto';
import { jsonBody, Refused, type Answer, type ApiRequest, type Json } from '../http/exchange.js';
import { route, type Route } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { World } from '../world.js';
import { graphCall, graphMailbox } from './graph-access.js';
import { graphError } from './graph-error.js';
import { prefersImmutable } from './graph-message.js';
import { wishOf, type GraphSubscription } from './graph-subscriptions.js';

const SUBSCRIPTIONS = '/graph/v1.0/subscriptions';
const MAX_MS = 10_080 * 60_000;
const PATIENCE = 10_000;

export function subscriptionRoutes(world: World): Route[] {
  const on = (
    method: string,
    path: string,
    answer: (account: Account, request: ApiRequest) => Answer | Promise<Answer>,
  ) =>
    route(method, `${SUBSCRIPTIONS}${path}`, (request) => {
      const account = graphMailbox(world, request);
      return graphCall(account, 'watch', () => answer(account, request));
    });
  return [
    on('POST', '', (account, request) => create(world, account, request)),
    on('GET', '/:id', (account, request) => ({ status: 200, body: shown(find(world, account, request)) })),
    on('PATCH', '/:id', (account, request) => renew(world, account, request)),
    on('DELETE', '/:id', (account, request) => {
      world.graphSubscriptions.store.remove(find(world, account, request).id);
      return { status: 204 };
    }),
  ];
}

/** Both addresses must prove that they are ready before anything is subscribed. */
async function create(world: World, account: Account, request: ApiRequest): Promise<Answer> {
  const body = jsonBody(request);
  const wish = wishOf(body, prefersImmutable(String(request.headers.prefer ?? '')));
  if (!wish) throw new Refused(graphError(400, 'InvalidRequest', 'A required property is missing or not valid.'));
  const expires_at = expiration(body);
  for (const url of [wish.notificationUrl, wish.lifecycleNotificationUrl]) if (url) await validate(url);
  const id = randomUUID();
  world.graphSubscriptions.store.put({ id, account: account.id, expires_at, content: wish });
  return { status: 201, body: shown(find(world, account, { params: { id } })) };
}

/** Graph's handshake: the address answers 200 with the token as plain text, within ten seconds. @throws Refused */
async function validate(address: string): Promise<void> {
  const token = `Validation: ${randomBytes(12).toString('base64url')} + &%`;
  const url = new URL(address);
  url.searchParams.set('validationToken', token);
  const refused = (why: string) =>
    new Refused(graphError(400, 'ValidationError', `Subscription validation request failed. ${why}`));
  const request = { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '' };
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE) }).catch(() => {
    throw refused('The request timed out or the connection failed.');
  });
  const text = await response.text();
  if (response.status !== 200) throw refused(`Response must be 200, not ${response.status}.`);
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/plain')) throw refused('Response must be text/plain.');
  if (text !== token) throw refused('Response must be the validation token.');
}

function renew(world: World, account: Account, request: ApiRequest): Answer {
  const found = find(world, account, request);
  world.graphSubscriptions.store.put({ ...found, expires_at: expiration(jsonBody(request)) });
  return { status: 200, body: shown(find(world, account, request)) };
}

/** @throws Refused for a time that is past, or further away than messages may be subscribed to */
function expiration(body: Json | null): number {
  const at = Date.parse(String(body?.expirationDateTime));
  const ahead = at - Date.now();
  if (ahead > 0 && ahead <= MAX_MS) return at;
  throw new Refused(
    graphError(400, 'InvalidRequest', 'Subscription expiration can only be 10080 minutes in the future.'),
  );
}

function find(world: World, account: Account, { params }: Pick<ApiRequest, 'params'>): GraphSubscription {
  const found = world.graphSubscriptions.store.find(params.id!);
  if (found?.account !== account.id || found.expires_at <= Date.now()) {
    throw new Refused(graphError(404, 'ResourceNotFound', 'The object was not found.'));
  }
  return found;
}

function shown({ id, expires_at, content }: GraphSubscription): Json {
  const { immutable: _immutable, ...wish } = content;
  return { id, ...wish, expirationDateTime: new Date(expires_at).toISOString() };
}
