import type { ChannelName } from '#crm-domain/messaging';
import type { Answer, ApiRequest } from '../http/exchange.js';
import { route, type Call, type Route } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { World } from '../world.js';
import { conversationMessages, conversations, node } from './conversations.js';
import { instagram, refreshInstagramToken } from './instagram.js';
import { metaNow, namedAccount, tokenOwner } from './meta-access.js';
import { messenger } from './messenger.js';
import { sendPageMessage } from './page-messages.js';
import { sendWhatsApp } from './whatsapp.js';

const VERSION = 'v\\d+\\.\\d+';
const META = `/meta/${VERSION}`;
const INSTAGRAM = `/instagram/${VERSION}`;
const ON_META: ChannelName[] = ['whatsapp', 'facebook'];
const ON_INSTAGRAM: ChannelName[] = ['instagram'];

/** WhatsApp and Messenger under one host, Instagram under its own; the token tells which account is meant. */
export function metaRoutes(world: World): Route[] {
  const read = (request: ApiRequest, account: Account, answer: typeof node): Call => {
    const headers = () => ({ date: new Date(metaNow(world)).toUTCString() });
    const run = () => ({ ...answer(world, account, request), headers: headers() });
    return { channel: account.channel, call: 'read', account: account.id, run };
  };
  const ofHost = (host: string, channels: ChannelName[]): Route[] => [
    route('POST', `${host}/:id/messages`, (request) => send(world, namedAccount(world, request, channels), request)),
    route('GET', `${host}/:id/conversations`, (request) =>
      read(request, namedAccount(world, request, channels), conversations),
    ),
    route('GET', `${host}/:id/messages`, (request) =>
      read(request, tokenOwner(world, request, channels), conversationMessages),
    ),
    route('POST', `${host}/:id/subscribed_apps`, (request): Answer => {
      namedAccount(world, request, channels);
      return { status: 200, body: { success: true } };
    }),
    route('GET', `${host}/:id`, (request) => read(request, tokenOwner(world, request, channels), node)),
  ];
  const refresh = (path: string) => route('GET', path, (request) => refreshInstagramToken(world, request));
  return [
    refresh('/instagram/refresh_access_token'),
    refresh(`${INSTAGRAM}/refresh_access_token`),
    ...ofHost(META, ON_META),
    ...ofHost(INSTAGRAM, ON_INSTAGRAM),
  ];
}

function send(world: World, account: Account, request: ApiRequest): Call {
  if (account.channel === 'whatsapp') return sendWhatsApp(world, account, request);
  return sendPageMessage(world, account.channel === 'instagram' ? instagram : messenger, account, request);
}
