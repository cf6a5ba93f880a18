import { request } from 'node:http';
import { call, type Deployment } from '../../operations/support/deployment.js';
import type { Schema } from '../../support/open-api.js';
import type { KnownNames } from './sample.js';

/** Who asks: with all rights mostly, and sometimes with fewer or none. */
export interface Credentials {
  full: string;
  reader: string;
  revoked: string;
}

export interface Answer {
  status: number;
  bytes: number;
  text: string;
}

/** A workspace with a little in everything, and the names of it. */
export interface Ground {
  rest: Credentials;
  tools: Credentials;
  known: KnownNames;
}

const RIGHTS = ['read:data', 'write:data', 'write:schema'];

/**
 * A workspace that nothing was done to yet: earlier requests have deleted, renamed or filled what was in the one
 * before.
 */
export async function newGround(deployment: Deployment, url: string, schemas: Record<string, Schema>): Promise<Ground> {
  const { workspace_id, api_key } = await deployment.newWorkspace();
  const { apiKeys } = deployment.domain;
  const reader = await apiKeys.create({ workspace_id, name: 'Reader', capabilities: ['read:data'] });
  const revoked = await apiKeys.create({ workspace_id, name: 'Revoked', capabilities: RIGHTS });
  await apiKeys.revoke(workspace_id, revoked.api_key_id);
  const rest = { full: api_key, reader: reader.api_key, revoked: revoked.api_key };
  const token = deployment.token();
  const tools = { full: token, reader: token, revoked: `${token.slice(0, -4)}AAAA` };
  const values = await fill(`${url}/v1`, api_key);
  return { rest, tools, known: { schemas, values } };
}

async function fill(url: string, token: string): Promise<KnownNames['values']> {
  const send = async (path: string, body?: object) => {
    const { status, text } = await call(`${url}${path}`, { token, body });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return (JSON.parse(text) as { data: Named }).data;
  };
  const made = async (object: string, data: object) => send(`/records/${object}`, { data });
  const company = await made('companies', { name: 'Example Ltd', domains: ['example.com'] });
  const name = { first_name: 'Ada', last_name: 'Example' };
  const person = await made('people', { name, email_addresses: ['ada@example.com'] });
  const deal = await made('deals', { name: 'Example deal' });
  const own = await send('/objects', { slug: 'projects', singular_noun: 'Project', plural_noun: 'Projects' });
  const options = [{ title: 'Small' }, { title: 'Large' }];
  const select = await send('/objects/projects/attributes', { slug: 'size', title: 'Size', type: 'select', options });
  const stages = (await send('/objects/deals/attributes/stage/stages')) as unknown as Named[];
  const chosen = (await send('/objects/projects/attributes/size/options')) as unknown as Named[];
  const webhook = await send('/webhooks', { url: 'http://127.0.0.1:9/fuzz', kinds: ['record.created'] });
  const attributes = (await send('/objects/people/attributes')) as unknown as { slug: string; id: Ids }[];
  const records = [company, person, deal].map(({ id }) => id.record_id);
  const slugs = attributes.map(({ slug }) => slug);
  // Right for one of the objects each, so that writes come through now and then.
  const data = [
    { name: 'Example' },
    { name },
    { job_title: 'Director' },
    { value: { currency_value: 5, currency_code: 'EUR' } },
  ];
  const objects = ['people', 'companies', 'deals', 'projects', own.id.object_id];
  return {
    object: objects,
    identifier: objects,
    target: ['objects'],
    recordId: records,
    record_id: records,
    record: records,
    attribute: [...slugs, 'size', 'stage', select.id.attribute_id],
    attribute_slug: [...slugs, 'stage', 'size'],
    option: chosen.map(({ id }) => id.option_id),
    stage: stages.map(({ id }) => id.stage_id),
    data,
    values: data,
    webhook: [webhook.id.webhook_id],
    to: [['ada@example.com'], ['+15555550101'], ['psid-1']],
  };
}

type Ids = Record<string, string>;

interface Named {
  id: Ids;
}

const PATIENCE_MS = 30_000;

/** Sends a request byte for byte, and reads the answer to its end. @throws Error when none comes within 30 s */
export function send(
  url: string,
  { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body?: string },
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((answered, failed) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= 65_536) chunks.push(chunk);
        });
        response.on('end', () =>
          answered({ status: response.statusCode!, bytes, text: Buffer.concat(chunks).toString() }),
        );
        response.on('error', failed);
      },
    );
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error('No answer within 30 s.')));
    sent.on('error', failed);
    sent.end(body);
  });
}
