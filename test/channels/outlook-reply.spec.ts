import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelsFor, type OutboundMessage } from '#channels';
import { newId } from '#platform';
import type { ProviderSettings } from '../../libs/channels/src/settings/provider-settings.js';

interface Asked {
  method: string;
  path: string;
  json: Record<string, unknown>;
}

interface Answer {
  status: number;
  body: object;
}

const WRITER = { emailAddress: { address: 'writer@example.com' } };

/** Graph, which puts the people of an answer beside who wrote what is answered. */
class AddingGraph {
  readonly asked: Asked[] = [];
  /** What becomes of the next PATCH: a status, or no answer. */
  next: number | 'silence' | undefined;
  readonly draft: Record<string, unknown> = {
    id: 'AA1',
    isDraft: true,
    conversationId: 'c1',
    parentFolderId: 'drafts-1',
  };

  constructor(private readonly keepsThem = false) {}

  answer(asked: Asked): Answer | 'silence' {
    this.asked.push(asked);
    const { method, path } = asked;
    if (method === 'GET' && path.startsWith('/me/mailFolders/drafts')) return { status: 200, body: { id: 'drafts-1' } };
    if (method === 'GET' && path.startsWith('/me/messages?')) return { status: 200, body: { value: [this.draft] } };
    const next = method === 'PATCH' ? this.next : undefined;
    if (next === 'silence') return next;
    if (next) return { status: next, body: { error: { code: 'ErrorOfTheTest' } } };
    return { status: method === 'POST' ? 201 : 200, body: method === 'GET' ? this.draft : this.written(asked) };
  }

  calls(method: string): string[] {
    return this.asked.filter((each) => each.method === method).map(({ path }) => `${method} ${path}`);
  }

  private written({ json, method }: Asked): object {
    const of = (json['message'] ?? json) as Record<string, object[]>;
    const isAdding = method === 'POST' || this.keepsThem;
    const toRecipients = [...(isAdding ? [WRITER] : []), ...(of['toRecipients'] ?? [])];
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

interface Attempt {
  attempt: number;
  draft?: string;
  reply?: boolean;
}

/** A channel that sends through it, and what an attempt of it would be given. */
async function sending(graph: AddingGraph) {
  const server = createServer((request, response) => {
    void bodyOf(request).then((json) => {
      const answer = graph.answer({ method: request.method!, path: request.url!, json });
      if (answer === 'silence') return request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(answer.body));
    });
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const GRAPH_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const channel = channelsFor({ GRAPH_BASE_URL } as ProviderSettings).outlook;
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
  const given = ({ attempt, draft = undefined, reply = true }: Attempt) => {
    const ids = { provider_draft_id: draft ?? null, provider_thread_id: null, transmit_started_at: null };
    return [reply ? message : { ...message, reply: null }, access, { ...ids, attempt }] as const;
  };
  return {
    prepare: (attempt: Attempt) => channel.prepare(...given(attempt)),
    findEarlier: (attempt: Attempt) => channel.findEarlier!(...given(attempt)),
  };
}

const TO_THE_APPROVED = {
  toRecipients: [{ emailAddress: { address: 'approved@example.com' } }],
  ccRecipients: [],
  bccRecipients: [],
};
const PREPARED = { kind: 'prepared', provider_draft_id: 'AA1' };
const CHANGED = { kind: 'rejected', code: 'draft_changed' };

describe('an answer for which Graph adds who wrote the mail', () => {
  it('goes to those alone who are in the message', async () => {
    const graph = new AddingGraph();
    const { prepare } = await sending(graph);
    expect(await prepare({ attempt: 1 })).toMatchObject(PREPARED);
    expect(graph.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /me/messages/p1/createReply',
      'PATCH /me/messages/AA1',
    ]);
    expect(graph.asked[1]!.json).toEqual(TO_THE_APPROVED);
  });

  it('is not sent where they stay', async () => {
    const graph = new AddingGraph(true);
    const { prepare } = await sending(graph);
    expect(await prepare({ attempt: 1 })).toMatchObject(CHANGED);
    expect(await prepare({ attempt: 2 })).toMatchObject(CHANGED);
  });

  it.each([[503], [429], ['silence']] as const)(
    'goes to those alone with the next attempt where taking the others out is answered by %s',
    async (next) => {
      const graph = new AddingGraph();
      const { prepare } = await sending(graph);
      graph.next = next;
      expect(await prepare({ attempt: 1 })).toMatchObject({ kind: 'transient' });
      expect(await prepare({ attempt: 2 })).toMatchObject({ kind: 'transient' });
      graph.next = undefined;
      expect(await prepare({ attempt: 3 })).toMatchObject(PREPARED);
      expect(graph.draft).toMatchObject(TO_THE_APPROVED);
      expect(graph.calls('POST')).toHaveLength(1);
    },
  );

  describe('and whose process ended before it could take them out', () => {
    /** The draft as it was left, with what is changed in it since. */
    async function left(change: object = {}) {
      const graph = new AddingGraph();
      graph.next = 'silence';
      const channel = await sending(graph);
      await channel.prepare({ attempt: 1 });
      graph.next = undefined;
      graph.asked.length = 0;
      Object.assign(graph.draft, change);
      return { graph, ...channel };
    }

    it('goes to those alone with the next attempt', async () => {
      const { graph, prepare } = await left();
      expect(await prepare({ attempt: 2 })).toMatchObject(PREPARED);
      expect(graph.calls('PATCH')).toEqual(['PATCH /me/messages/AA1']);
      expect(graph.calls('POST')).toEqual([]);
      expect(graph.draft).toMatchObject(TO_THE_APPROVED);
    });

    it('waits where Graph refuses the change, since a person may have sent it at that moment', async () => {
      const { graph, prepare } = await left();
      graph.next = 400;
      expect(await prepare({ attempt: 2 })).toMatchObject({ kind: 'transient' });
      Object.assign(graph.draft, { isDraft: false });
      expect(await prepare({ attempt: 3 })).toMatchObject({ kind: 'accepted', provider_message_id: 'AA1' });
    });

    it('is nothing that could be sent, and stays as it is, where the message is not to be sent any more', async () => {
      const { graph, findEarlier } = await left();
      expect(await findEarlier({ attempt: 2 })).toBeUndefined();
      expect(graph.calls('PATCH')).toEqual([]);
    });

    it.each<[string, object, Partial<Attempt>]>([
      ['its text was changed as well', { body: { contentType: 'Text', content: 'Half written' } }, {}],
      ['something was attached', { hasAttachments: true }, {}],
      ['somebody gets it whom the others do not see', { bccRecipients: [WRITER] }, {}],
      ['it was noted, so that a person has changed its people', {}, { draft: 'AA1' }],
      ['it answers nothing, so that a person has changed its people', { subject: '' }, { reply: false }],
    ])('was changed where %s', async (_what, change, attempt) => {
      const { graph, prepare } = await left(change);
      expect(await prepare({ attempt: 2, ...attempt })).toMatchObject(CHANGED);
      expect(graph.calls('PATCH')).toEqual([]);
    });

    it('was removed where it lies in another folder', async () => {
      const { graph, prepare } = await left({ parentFolderId: 'deleted-1' });
      expect(await prepare({ attempt: 2 })).toMatchObject({ kind: 'rejected', code: 'draft_removed' });
      expect(graph.calls('PATCH')).toEqual([]);
    });
  });
});
