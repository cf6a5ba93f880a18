import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDevProviders } from '../../../apps/dev-providers/src/server.js';
import type { ProvidersSettings } from '../../../apps/dev-providers/src/settings.js';

export interface Asking {
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface DeliveriesBody {
  count: number;
  deliveries: Record<string, unknown>[];
}

/** What a test does with stand-ins at an address. */
export function talkTo(url: string) {
  const ask = async <Body = Record<string, unknown>>(method: string, path: string, asking: Asking = {}) => {
    const { token, json, form, headers } = asking;
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  };
  const control = async <Body = Record<string, unknown>>(path: string, json?: unknown): Promise<Body> => {
    const { status, body } = await ask<Body>(json === undefined ? 'GET' : 'POST', `/__control/${path}`, { json });
    if (status >= 300) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const account = (channel: string, external_account_id: string, more: object = {}) =>
    control<{ access_token: string; refresh_token: string; expires_in: number }>('accounts', {
      channel,
      external_account_id,
      ...more,
    });
  const delivered = async (query = '') => (await control<DeliveriesBody>(`deliveries?${query}`)).deliveries;
  return { url, ask, control, account, delivered };
}

export type Providers = ReturnType<typeof talkTo> & { close(): Promise<void> };

/** Stand-ins on a port of their own. Errors inside them end the test. */
export async function startProviders(settings: Partial<ProvidersSettings> = {}): Promise<Providers> {
  const log: unknown[] = [];
  const { url, close } = await startDevProviders(settings, (error) => log.push(error));
  const closeClean = async () => {
    await close();
    if (log.length > 0) throw log[0];
  };
  return { ...talkTo(url), close: closeClean };
}

export interface Heard {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  text: string;
  body: Record<string, unknown>;
}

export interface Listener {
  url: string;
  heard: Heard[];
  /** What the next requests are answered with, one each; 200 afterwards. */
  answers: number[];
  close(): Promise<void>;
}

/**
 * An endpoint for webhooks, which does both handshakes and remembers everything else; a browser can be sent there, too.
 */
export async function startListener(echo = (token: string) => token): Promise<Listener> {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://listener');
    const token = url.searchParams.get('validationToken');
    const isRight = ['for-development-only', null].includes(url.searchParams.get('hub.verify_token'));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (token !== null) return response.writeHead(200, { 'content-type': 'text/plain' }).end(echo(token));
      if (request.method === 'GET')
        return response.writeHead(isRight ? 200 : 403).end(url.searchParams.get('hub.challenge') ?? 'You are back.');
      const text = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(text) as Record<string, unknown>;
      heard.push({ method: request.method!, url, headers: request.headers, text, body });
      return response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard, answers, close };
}

/** A message in base64url, as Gmail wants it. */
export function mime(headers: Record<string, string>, text: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}\r\n`).toString('base64url');
}
