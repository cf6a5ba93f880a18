import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import type { Directory } from './directory/directory.js';
import { sendJson } from './http/answers.js';
import { registerHandler } from './http/register.js';
import { configuration } from './provider/configuration.js';
import { screensHandler } from './screens/screens.js';
import { checkSettings, type DevIdpSettings } from './settings.js';
import { ConsentStore } from './store/consent.store.js';
import { openStore, sweep } from './store/open-store.js';

export interface DevIdp {
  issuer: string;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Log = (error: unknown) => void;

const SWEEP_MS = 600_000;

/**
 * Starts the identity provider for development and tests. It listens on this computer only, unless told otherwise.
 *
 * @throws Error in production, with unfit settings, or when the port is taken
 */
export async function startDevIdp(settings: DevIdpSettings, directory: Directory, log: Log): Promise<DevIdp> {
  checkSettings(settings, process.env.NODE_ENV);
  const store = openStore(settings.dataFile);
  sweep(store);
  const provider = new Provider(settings.issuer, configuration(settings, store, directory));
  provider.on('server_error', (_ctx, error) => log(error));
  const tools = { provider, directory, consents: new ConsentStore(store), password: settings.password };
  const library = provider.callback();
  const server = createServer(guarded(settings.issuer, route(library, screensHandler(tools)), log));
  await listen(server, settings.port, settings.listen);
  const sweeping = setInterval(() => sweep(store), SWEEP_MS).unref();
  const close = async () => {
    clearInterval(sweeping);
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    store.close();
  };
  return { issuer: settings.issuer, close };
}

function route(
  library: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  screens: Handler,
): Handler {
  const register = registerHandler(library);
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (path === '/register') return register(request, response);
    if (path.startsWith('/interaction/')) return screens(request, response);
    return library(request, response);
  };
}

/** A page elsewhere whose name was pointed at this computer gets nothing: the Host header names it. */
function guarded(issuer: string, handler: Handler, log: Log) {
  const { host } = new URL(issuer);
  return (request: IncomingMessage, response: ServerResponse): void => {
    secure(response);
    if (request.url === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (request.headers.host !== host) return sendJson(response, 421, { error: 'misdirected_request' });
    handler(request, response).catch((error: unknown) => {
      log(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: 'server_error' });
    });
  };
}

/** `same-origin` and not `no-referrer`: with the latter, browsers send the forms of these pages with Origin null. */
function secure(response: ServerResponse): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'same-origin');
  response.setHeader('content-security-policy', "frame-ancestors 'none'");
}

function listen(server: Server, port: number, host = '127.0.0.1'): Promise<void> {
  return new Promise((ready, fail) => server.once('error', fail).listen(port, host, () => ready()));
}
