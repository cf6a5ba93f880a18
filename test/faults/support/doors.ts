import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.js';
import type { Reply } from './ledger.js';
import type { Site } from './site.js';

/**
 * A way in. Each call is one write; with `insist` it is sent again with the same idempotency key until there is an
 * answer.
 */
export interface Door {
  name: string;
  create(data: object, insist: boolean): Promise<Reply>;
  update(id: string, data: object, insist: boolean): Promise<Reply>;
  remove(id: string, insist: boolean): Promise<Reply>;
}

export const OBJECT = 'entries';
const TRIES = 25;
const PROMISE = /Nothing was changed/;

/** REST, with an API key. */
export class RestDoor implements Door {
  readonly name = 'REST';

  constructor(
    private readonly site: Site,
    private readonly chance: Chance,
  ) {}

  create(data: object, insist: boolean): Promise<Reply> {
    return this.send('POST', `/v1/records/${OBJECT}`, { data }, insist);
  }
  update(id: string, data: object, insist: boolean): Promise<Reply> {
    return this.send('PATCH', `/v1/records/${OBJECT}/${id}`, { data }, insist);
  }
  remove(id: string, insist: boolean): Promise<Reply> {
    return this.send('DELETE', `/v1/records/${OBJECT}/${id}`, undefined, insist);
  }

  private send(method: string, path: string, body: object | undefined, insist: boolean): Promise<Reply> {
    return persist(insist, async (key) => {
      const headers = { authorization: `Bearer ${this.site.api_key}`, ...(key && { 'idempotency-key': key }) };
      const url = `${this.site.urlOf('rest-api', this.chance)}${path}`;
      const answer = await post(url, method, headers, body);
      const { data, message = '' } = answer.json as { data?: { id?: { record_id: string } }; message?: string };
      if (answer.status === 200) return { outcome: 'acknowledged', id: data?.id?.record_id, says: '' };
      return refusalOf(answer.status, message);
    });
  }
}

/** The tool server, with a token of the identity provider. */
export class ToolDoor implements Door {
  readonly name = 'tools';

  constructor(
    private readonly site: Site,
    private readonly chance: Chance,
  ) {}

  create(values: object, insist: boolean): Promise<Reply> {
    return this.call('create_record', { object: OBJECT, values }, insist);
  }
  update(record_id: string, values: object, insist: boolean): Promise<Reply> {
    return this.call('update_record', { object: OBJECT, record_id, values }, insist);
  }
  remove(record_id: string, insist: boolean): Promise<Reply> {
    return this.call('delete_record', { object: OBJECT, record_id }, insist);
  }

  call(name: string, args: object, insist: boolean): Promise<Reply> {
    return persist(insist, async (key) => {
      const headers = { authorization: `Bearer ${this.site.token}`, 'mcp-protocol-version': '2025-11-25' };
      const params = { name, arguments: { ...args, ...(key && { idempotency_key: key }) } };
      const url = `${this.site.urlOf('mcp-gateway', this.chance)}/mcp`;
      const answer = await post(url, 'POST', headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const { result, error } = answer.json as ToolAnswer;
      if (answer.status !== 200 || !result) return refusalOf(answer.status, error?.message ?? '');
      const said = JSON.parse(result.content[0]!.text) as Said;
      if (!result.isError) return { outcome: 'acknowledged', id: said.draft_id ?? idIn(said.id), says: '' };
      const { type, message } = said.error!;
      return refusalOf(type === 'invalid_error' ? 503 : 400, message);
    });
  }
}

interface ToolAnswer {
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { message: string };
}

interface Said {
  id?: string | { record_id: string };
  draft_id?: string;
  error?: { type: string; message: string };
}

function idIn(id: Said['id']): string | undefined {
  return typeof id === 'object' ? id.record_id : id;
}

async function post(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const accept = 'application/json, text/event-stream';
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json', accept },
    body: sent,
  });
  const text = await response.text();
  return { status: response.status, json: text ? JSON.parse(text) : {} };
}

/** What the service says it did not do, it must not have done; of a failure that promises nothing, nobody can know. */
function refusalOf(status: number, message: string): Reply {
  const isPromised = (status >= 400 && status < 500) || PROMISE.test(message);
  return { outcome: isPromised ? 'refused' : 'unanswered', says: `${status} ${message}` };
}

async function persist(insist: boolean, send: (key?: string) => Promise<Reply>): Promise<Reply> {
  const attempt = (key?: string) =>
    send(key).catch((error: Error): Reply => ({ outcome: 'unanswered', says: String(error.cause ?? error) }));
  if (!insist) return attempt();
  const key = randomUUID();
  let wasUnanswered = false;
  for (let tries = 1; ; tries++) {
    const reply = await attempt(key);
    const isPassing = reply.outcome === 'unanswered' || reply.says.startsWith('503');
    wasUnanswered ||= reply.outcome === 'unanswered';
    if (!isPassing) return reply;
    // What came after an attempt without an answer speaks of itself alone.
    if (tries === TRIES) return wasUnanswered ? { ...reply, outcome: 'unanswered' } : reply;
    await sleep(50 + 10 * tries);
  }
}
