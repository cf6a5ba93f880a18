import { request } from 'node:http';
import { REASONS } from '#crm-domain';
import type { Gateway } from './gateway.js';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into arbitrary JSON
  json: any;
}

export interface Sending {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

/** One HTTP request, with exactly the headers given; `body` is sent as it is when it is a string or a buffer. */
export function send(
  gateway: Pick<Gateway, 'url'>,
  { method = 'POST', path = '/mcp', headers = {}, body }: Sending,
): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const given = { authorization: 'Bearer writer', 'content-type': 'application/json', ...headers };
  const sent = Object.fromEntries(Object.entries(given).filter((entry) => entry[1] !== undefined)) as Record<
    string,
    string
  >;
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, gateway.url), { method, headers: sent }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const json = response.headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : undefined;
      const missing = unexplained(json);
      if (missing) return reject(new Error(`A refusal gives no known reason: ${JSON.stringify(missing)}`));
      resolve({ status: response.statusCode!, headers: response.headers as Record<string, string>, text, json });
    });
    outgoing.on('error', reject).end(payload);
  });
}

/** A refusal without a reason that is known, beside `error` or in its `data`: there may be none (docs/errors.md). */
function unexplained(json: unknown): object | undefined {
  const messages = [json].flat() as { error?: string | { data?: { reason?: string } }; reason?: string }[];
  return messages.find((message) => {
    if (!message?.error) return false;
    const { error } = message;
    const reason = typeof error === 'string' ? message.reason : error.data?.reason;
    return !Object.hasOwn(REASONS, reason ?? '');
  });
}

export function rpc(method: string, params?: object, id: string | number = 1): object {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export const MODERN = '2026-07-28';

export const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A legacy request. */
export function legacy(
  gateway: Pick<Gateway, 'url'>,
  method: string,
  params?: object,
  headers: Sending['headers'] = {},
): Promise<Answer> {
  return send(gateway, { headers: { 'mcp-protocol-version': '2025-11-25', ...headers }, body: rpc(method, params) });
}

/** A modern request with everything the revision demands; `headers` may take something away again. */
export function modern(
  gateway: Pick<Gateway, 'url'>,
  method: string,
  params: object = {},
  headers: Sending['headers'] = {},
): Promise<Answer> {
  const name = (params as { name?: string }).name;
  const routing = {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
  return send(gateway, { headers: { ...routing, ...headers }, body: rpc(method, { _meta: META, ...params }) });
}

/** The error inside a failed tool call. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into arbitrary JSON
export function toolErrorOf(answer: Answer): any {
  return JSON.parse(answer.json.result.content[0].text).error;
}
