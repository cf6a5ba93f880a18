import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { jsonBody, Refused, type Answer, type ApiRequest } from '../http/exchange.js';
import { route, type Route } from '../http/routes.js';
import { ACCESS_SECONDS, REFRESH_SECONDS } from '../oauth/mail-oauth.js';
import { clearStore } from '../store/open-store.js';
import type { World } from '../world.js';
import type { CallLog } from './call-log.js';
import { sendByHand } from '../gmail/drafts.routes.js';
import { accountOf, receive, sayElsewhere } from './receive.js';
import * as input from './inputs.js';

/**
 * The control API, all of it JSON; a body with a key that nobody knows is refused with 400.
 *
 * - `POST /__control/accounts` `{channel, external_account_id, address?, name?, keeps_headers?, strict?, expires_in?}`:
 * makes or changes an account and answers `{access_token, refresh_token, expires_in}`; refresh_token is null for Meta.
 *   `strict` people can be written to only after they wrote; `keeps_headers` lets X-CRM-Message-Id survive at Gmail.
 * - `GET /__control/deliveries?channel=&account=&to=&text=&mark=`: `{count, deliveries}`, what really left, in order.
 *   `GET /__control/deliveries/counts`: `{by_mark}`, how often each mark left. `DELETE /__control/deliveries` forgets.
 * - `POST /__control/faults` `{action, channel?, call?, account?, to?, text?, mark?, status?, headers?, body?, ms?,
 *   times?, share?}`: what goes wrong with the next fitting calls. `action`: answer, accept_then_answer, reset_before,
 * reset_after, hang_before, hang_after, slow. `call`: send (unless said), draft, read, token, watch or any. `times`: 1
 *   unless said, 0 for all. `share`: the part of the fitting calls, from 0 to 1. Without `body`, `status` comes in the
 * provider's own words. `GET` lists them with `met`; `DELETE /__control/faults?seed=` forgets them and begins chance
 * anew.
 * - `POST /__control/inbound` `{channel, account, from, text, ...}`: somebody writes; for mail also `to, cc, subject,
 *   html, reply_to, message_id, in_reply_to, references, attachments`, else `name, reply_to`. Answers `{id, thread}`.
 * - `POST /__control/elsewhere` `{channel: facebook|instagram, account, to, text, times?}`: the account's owner writes
 * through another
 *   app; the echoes bear that app's id and no metadata. Answers `{ids}`.
 * - `POST /__control/drafts/send` `{account, draft}`: a person sends a draft from Gmail's own pages; it is still shown,
 * as sent. Answers `{id}`.
 * - `POST /__control/tokens/expire` `{channel, kind: access|refresh, account?}`, `POST /__control/cursors/expire`
 *   `{channel, account}`: history ids and delta links of until now are too old.
 * - `POST /__control/behaviour` `{paused?, copies?, order?: kept|reversed|shuffled, delay_ms?, retries?,
 * meta_webhook_url?,
 * gmail_push_url?, graph_move_ms?, meta_clock_ms?, meta_tidies_texts?}`: how webhooks travel and where to; an address
 * of null means
 *   nowhere. Meta's clock may be ahead of ours, and its texts may come back with their whitespace made plain.
 * - `GET /__control/webhooks` `{webhooks, open, given_up}`: what was posted, with the status it met; how many are still
 * to be
 *   taken, and how many were given up. `POST /__control/webhooks/verify`
 * `{url?, verify_token?}`: Meta's handshake. `POST /__control/lifecycle` `{account, event, subscription_id?}`: Graph's.
 * - `GET /__control/calls?channel=&call=&account=`: `{count, calls}` of the providers' APIs, as far as they are
 * remembered.
 * - `POST /__control/clear`: forgets everything but where webhooks go.
 */
export function controlRoutes(world: World, store: DatabaseSync, calls: CallLog): Route[] {
  return [
    ...accountRoutes(world),
    ...truthRoutes(world, calls),
    ...faultRoutes(world),
    ...webhookRoutes(world),
    post('clear', z.strictObject({}), () => {
      clearStore(store);
      world.faults.clear();
      world.webhooks.clear();
      calls.clear();
    }),
  ];
}

function accountRoutes(world: World): Route[] {
  const { accounts } = world;
  return [
    post('accounts', input.account, (account) => openAccount(world, account)),
    post('inbound', input.inbound, (incoming) => receive(world, incoming)),
    post('elsewhere', input.elsewhere, (said) => sayElsewhere(world, said)),
    post('drafts/send', input.draft, ({ account, draft }) => {
      return sendByHand(world, accountOf(world, { channel: 'gmail', account }), draft);
    }),
    post('tokens/expire', input.tokens, ({ channel, kind, account }) => {
      return { expired: accounts.expire(channel, kind, account ?? null) };
    }),
    post('cursors/expire', input.cursors, ({ channel, account }) => accounts.expireCursors(channel, account)),
  ];
}

function truthRoutes({ deliveries }: World, calls: CallLog): Route[] {
  return [
    get('deliveries', (query) => counted('deliveries', deliveries.list(given(query, input.deliveryFilter)))),
    get('deliveries/counts', () => ({ by_mark: deliveries.countsByMark() })),
    remove('deliveries', () => deliveries.clear()),
    get('calls', (query) => {
      const wanted = Object.entries(given(query, input.callFilter));
      const fits = (call: object) => wanted.every(([name, value]) => (call as Record<string, unknown>)[name] === value);
      return counted('calls', calls.list().filter(fits));
    }),
  ];
}

function faultRoutes({ faults }: World): Route[] {
  return [
    post('faults', input.fault, (script) => faults.add(script)),
    get('faults', () => ({ faults: faults.list() })),
    remove('faults', (query) => faults.clear(Number(query.get('seed') ?? 1))),
  ];
}

function webhookRoutes({ settings, webhooks, metaWebhooks, graphSubscriptions }: World): Route[] {
  return [
    post('behaviour', input.behaviour, ({ meta_webhook_url, gmail_push_url, graph_move_ms, ...behaviour }) => {
      const { meta_clock_ms, meta_tidies_texts, ...change } = behaviour;
      if (meta_webhook_url !== undefined) settings.metaWebhookUrl = meta_webhook_url ?? undefined;
      if (gmail_push_url !== undefined) settings.gmailPushUrl = gmail_push_url ?? undefined;
      settings.graphMoveMs = graph_move_ms ?? settings.graphMoveMs;
      settings.metaClockMs = meta_clock_ms ?? settings.metaClockMs;
      settings.metaTidiesTexts = meta_tidies_texts ?? settings.metaTidiesTexts;
      return webhooks.behave(change);
    }),
    get('webhooks', () => ({ webhooks: webhooks.log(), ...webhooks.progress() })),
    post('webhooks/verify', input.verify, ({ url = settings.metaWebhookUrl ?? '', verify_token }) => {
      return metaWebhooks.verify(url, verify_token);
    }),
    post('lifecycle', input.lifecycle, ({ account, event, subscription_id }) => {
      const all = graphSubscriptions.store.of(account);
      const meant = all.filter(({ id }) => subscription_id === undefined || id === subscription_id);
      return { sent: meant.filter((one) => graphSubscriptions.lifecycle(one, event)).length };
    }),
  ];
}

/** Answers what `work` gives, or 204 when that is nothing. */
function post<Schema extends z.ZodType>(path: string, schema: Schema, work: (body: z.infer<Schema>) => unknown): Route {
  return route('POST', `/__control/${path}`, async (request: ApiRequest): Promise<Answer> => {
    return answer(await work(judged(schema, jsonBody(request))));
  });
}

function get(path: string, work: (query: URLSearchParams) => unknown): Route {
  return route('GET', `/__control/${path}`, ({ query }) => answer(work(query)));
}

function remove(path: string, work: (query: URLSearchParams) => unknown): Route {
  return route('DELETE', `/__control/${path}`, ({ query }) => answer(work(query)));
}

function answer(body: unknown): Answer {
  return body === undefined ? { status: 204 } : { status: 200, body };
}

function counted(name: string, list: readonly unknown[]) {
  return { count: list.length, [name]: list };
}

function given<Schema extends z.ZodType>(query: URLSearchParams, schema: Schema): z.infer<Schema> & object {
  return judged(schema, Object.fromEntries(query)) as z.infer<Schema> & object;
}

/** @throws Refused that says what is wrong */
function judged<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Refused({ status: 400, body: { error: z.prettifyError(result.error) } });
  return result.data;
}

const META_SECONDS = 60 * 86_400;

/** Makes or changes an account and gives new tokens to it; the old ones stay good. */
function openAccount({ accounts }: World, wanted: z.infer<typeof input.account>) {
  const { channel, external_account_id: id, name = null, keeps_headers, strict } = wanted;
  accounts.put({ channel, id, address: wanted.address ?? id, name, keeps_headers, is_strict: strict });
  const isMail = channel === 'gmail' || channel === 'outlook';
  const seconds = wanted.expires_in ?? (isMail ? ACCESS_SECONDS : META_SECONDS);
  const refresh = () => accounts.issue({ kind: 'refresh', channel, account: id, seconds: REFRESH_SECONDS });
  return {
    access_token: accounts.issue({ kind: 'access', channel, account: id, seconds }),
    refresh_token: isMail ? refresh() : null,
    expires_in: seconds,
  };
}
