import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelsFor, type OutboundMessage, type Prepared } from '#channels';
import { newId } from '#platform';
import type { ProviderSettings } from '../../libs/channels/src/settings/provider-settings.js';

interface Asked {
  method: string;
  path: string;
  json: Record<string, unknown>;
}

/** Graph, which puts the people of an answer beside who wrote what is answered. */
class AddingGraph {
  readonly asked: Asked[] = [];
  private readonly draft: Record<string, unknown> = { id: 'AA1', isDraft: true, conversationId: 'c1' };

  constructor(private readonly keepsThem: boolean) {}

  answer(asked: Asked): object {
    this.asked.push(asked);
    const { json, method } = asked;
    const of = (json['message'] ?? json) as Record<string, object[]>;
    const sender = { emailAddress: { address: 'writer@example.com' } };
    const isAdding = method === 'POST' || this.keepsThem;
    const toRecipients = [...(isAdding ? [sender] : []), ...(of['toRecipients'] ?? [])];
    return Object.assign(this.draft, of, { toRecipients });
  }
}

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}

async function prepared(keepsThem: boolean): Promise<{ result: Prepared; asked: Asked[] }> {
  const graph = new AddingGraph(keepsThem);
  const server = createServer((request, response) => {
    void bodyOf(request).then((json) => {
      const body = graph.answer({ method: request.method!, path: request.url!, json });
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const GRAPH_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const message: OutboundMessage = {
    message_id: newId(),
    channel: 'outlook',
    subject: null,
    body: 'Only for you',
    to: ['approved@example.com'],
    cc: [],
    reply: { provider_message_id: 'p1' } as OutboundMessage['reply'],
  };
  const signal = new AbortController().signal;
  const access = { external_account_id: 'me', address: 'me@example.com', display_name: null, token: 't', signal };
  const trace = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null, attempt: 1 };
  const channel = channelsFor({ GRAPH_BASE_URL } as ProviderSettings).outlook;
  return { result: await channel.prepare!(message, access, trace as never), asked: graph.asked };
}

describe('an answer for which Graph adds who wrote the mail', () => {
  it('goes to those alone who are in the message', async () => {
    const { result, asked } = await prepared(false);
    expect(result).toMatchObject({ kind: 'prepared', provider_draft_id: 'AA1' });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /me/messages/p1/createReply',
      'PATCH /me/messages/AA1',
    ]);
    expect(asked[1]!.json).toEqual({
      toRecipients: [{ emailAddress: { address: 'approved@example.com' } }],
      ccRecipients: [],
      bccRecipients: [],
    });
  });

  it('is not sent where they stay', async () => {
    expect((await prepared(true)).result).toMatchObject({ kind: 'rejected', code: 'draft_changed' });
  });
});
