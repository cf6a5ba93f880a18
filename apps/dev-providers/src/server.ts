import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { Chores } from './chores.js';
import { CallLog } from './control/call-log.js';
import { controlRoutes } from './control/control.routes.js';
import { Faults } from './faults/faults.js';
import { draftRoutes } from './gmail/drafts.routes.js';
import { GmailPush, type Watch } from './gmail/gmail-push.js';
import { mailboxRoutes } from './gmail/mailbox.routes.js';
import { folderRoutes } from './graph/folders.routes.js';
import { GraphSubscriptions } from './graph/graph-subscriptions.js';
import { messageRoutes } from './graph/messages.routes.js';
import { subscriptionRoutes } from './graph/subscriptions.routes.js';
import { route, type Route } from './http/routes.js';
import { serve } from './http/serve.js';
import { metaRoutes } from './meta/meta.routes.js';
import { MetaWebhooks } from './meta/meta-webhooks.js';
import { authorizeRoutes } from './oauth/authorize.routes.js';
import { google, microsoft } from './oauth/mail-oauth.js';
import { tokenRoutes } from './oauth/token.routes.js';
import { refuseProduction, type ProvidersSettings } from './settings.js';
import { AccountStore } from './store/account.store.js';
import { ChatStore } from './store/chat.store.js';
import { DeliveryStore } from './store/delivery.store.js';
import { KeyStore } from './store/key.store.js';
import { MailStore } from './store/mail.store.js';
import { openStore } from './store/open-store.js';
import { SubscriptionStore } from './store/subscription.store.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import type { World } from './world.js';

export interface DevProviders {
  /** `http://127.0.0.1:port`. */
  url: string;
  close(): Promise<void>;
}

const USUAL: ProvidersSettings = {
  port: 0,
  listen: '127.0.0.1',
  dataFile: ':memory:',
  metaAppSecret: 'for-development-only',
  metaVerifyToken: 'for-development-only',
  gmailPushAccount: 'gmail-push@example.com',
  graphMoveMs: 200,
  metaClockMs: 0,
  metaTidiesTexts: false,
};

/**
 * Starts the stand-ins for Gmail, Microsoft Graph, WhatsApp, Messenger and Instagram, and what controls them. They
 * listen on this computer only, unless told otherwise; what is not said of the settings is as for a test: any free
 * port, nothing kept, no webhooks.
 *
 * @throws Error in production, or when the port is taken
 */
export async function startDevProviders(
  settings: Partial<ProvidersSettings> = {},
  log: (error: unknown) => void = () => undefined,
): Promise<DevProviders> {
  refuseProduction(process.env.NODE_ENV);
  const chosen = { ...USUAL, ...settings };
  const store = openStore(chosen.dataFile);
  const calls = new CallLog();
  const chores = new Chores(log);
  const { world, routes } = open(chosen, store, { calls, chores });
  const server = createServer(serve({ routes, faults: world.faults, calls, log }));
  await listen(server, chosen);
  const close = async () => {
    world.webhooks.close();
    chores.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    store.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function open(
  settings: ProvidersSettings,
  store: DatabaseSync,
  { calls, chores }: { calls: CallLog; chores: Chores },
): { world: World; routes: Route[] } {
  const webhooks = new WebhookSender();
  const keys = new KeyStore(store);
  const watches = new SubscriptionStore<Watch>(store, 'gmail');
  const world: World = {
    settings,
    webhooks,
    chores,
    accounts: new AccountStore(store),
    mails: new MailStore(store),
    chats: new ChatStore(store),
    deliveries: new DeliveryStore(store),
    faults: new Faults(),
    gmailPush: new GmailPush(settings, watches, keys, webhooks),
    graphSubscriptions: new GraphSubscriptions(new SubscriptionStore(store, 'outlook'), webhooks),
    metaWebhooks: new MetaWebhooks(settings, webhooks),
  };
  const routes = [
    ...draftRoutes(world),
    ...mailboxRoutes(world, watches),
    route('GET', '/gmail/oauth2/v3/certs', () => ({ status: 200, body: keys.jwks() })),
    route('GET', '/gmail/oauth2/v1/certs', () => ({ status: 200, body: keys.pems() })),
    ...[google, microsoft].flatMap((provider) => [
      ...authorizeRoutes(world, provider),
      ...tokenRoutes(world, provider),
    ]),
    ...messageRoutes(world),
    ...folderRoutes(world),
    ...subscriptionRoutes(world),
    ...metaRoutes(world),
    ...controlRoutes(world, store, calls),
  ];
  return { world, routes };
}

function listen(server: Server, { port, listen }: ProvidersSettings): Promise<void> {
  return new Promise((ready, fail) => server.once('error', fail).listen(port, listen, () => ready()));
}
