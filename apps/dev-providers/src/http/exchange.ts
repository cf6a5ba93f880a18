import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request that was read to its end. */
export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  /** `http://host:port` as the caller spelled it; addresses in answers start with it. */
  origin: string;
  /** What the route's `:names` stand for. */
  params: Record<string, string>;
}

/** What goes back: an object as JSON, a string as it is. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A refusal in the provider's own words, thrown from wherever it becomes certain. */
export class Refused extends Error {
  constructor(readonly answer: Answer) {
    super(`refused with ${answer.status}`);
  }
}

const MAX_BODY = 40 * 1024 * 1024;

export async function readRequest(request: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Refused({ status: 413, body: { error: 'the body is too large' } });
    chunks.push(chunk);
  }
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  const url = new URL(request.url ?? '/', origin);
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    raw: Buffer.concat(chunks),
    origin,
    params: {},
  };
}

export type Json = Record<string, unknown>;

/** The body as an object; null when it is none. */
export function jsonBody(request: ApiRequest): Json | null {
  try {
    const body: unknown = JSON.parse(request.raw.toString('utf8') || '{}');
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

export function formBody(request: ApiRequest): URLSearchParams {
  return new URLSearchParams(request.raw.toString('utf8'));
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The token of the Authorization header, or the one in the query where a provider allows it. */
export function bearerToken({ headers, query }: ApiRequest): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? query.get('access_token') ?? '';
}
