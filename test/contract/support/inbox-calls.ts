import type { Test } from 'supertest';
import { aConversation, aMessage } from '../../support/conversations.js';
import { aPersonOverRest } from '../../support/person.js';
import { personCalls } from './person-calls.js';
import type { World } from '../../support/world.js';

type Call = [operation: string, send: () => Test, status: number];

/** A request for every operation of a person's inbox that it answers with 200, and some that it refuses. */
export async function inboxCalls(world: World): Promise<Call[]> {
  const { workspace_id } = world.north;
  const { caller } = await aPersonOverRest(world);
  const inboxes = [world.ada.user_id];
  const conversation_id = await aConversation(world, { workspace_id, inboxes, bodies: ['One', 'x'.repeat(150_000)] });
  const attachments = [{ filename: 'plan.pdf', content_type: 'application/pdf', size: 4096 }];
  const wish = { workspace_id, conversation_id, from: 'eve@example.com', to: ['ada@example.com'], attachments };
  const message = await aMessage(world, { ...wish, reply_handles: ['office@example.com'], body: 'y'.repeat(150_000) });
  const data = { email_addresses: 'eve@example.com' };
  const record = (await caller.post('/v1/records/people', { data }).expect(200)).body.data.slug as string;
  const complete = { channel: 'gmail', subject: 'Hello', body: 'z'.repeat(3000), to: ['you@example.com'] };
  const draft = async (by = caller) => (await by.post('/v1/drafts', complete).expect(200)).body.data.draft_id as string;
  const [kept, gone, sent] = [await draft(), await draft(), await draft()];
  const waiting = (await aPersonOverRest(world, world.ada, { approval: 'required' })).caller;
  const waits = await draft(waiting);
  const block = { channel: 'gmail', address: 'offers@example.com' };
  const blocked = (await caller.post('/v1/blocks', block).expect(200)).body.data.id as string;
  const at = `/v1/conversations/${conversation_id}`;
  const [CONVERSATION, DRAFT] = ['/v1/conversations/{conversation}', '/v1/drafts/{draft}'];
  return [
    ...(await personCalls(caller)),
    [`POST ${DRAFT}/send`, () => waiting.post(`/v1/drafts/${waits}/send`), 409],
    ['GET /v1/audit', () => caller.get('/v1/audit?limit=100'), 200],
    ['GET /v1/audit', () => caller.get('/v1/audit?actor=x'), 400],
    ['GET /v1/conversations', () => caller.get('/v1/conversations?query=hello'), 200],
    ['GET /v1/conversations', () => caller.get('/v1/conversations?unread=x'), 400],
    [`GET ${CONVERSATION}`, () => caller.get(`${at}?limit=2`), 200],
    [`GET ${CONVERSATION}`, () => caller.get('/v1/conversations/nowhere'), 404],
    [`GET ${CONVERSATION}/messages/{message}`, () => caller.get(`${at}/messages/${message}`), 200],
    [`PATCH ${CONVERSATION}`, () => caller.patch(at, { read: true }), 200],
    [
      'GET /v1/records/{object}/{recordId}/conversations',
      () => caller.get(`/v1/records/people/${record}/conversations`),
      200,
    ],
    ['POST /v1/blocks', () => caller.post('/v1/blocks', block), 200],
    ['GET /v1/blocks', () => caller.get('/v1/blocks'), 200],
    ['DELETE /v1/blocks/{block}', () => caller.delete(`/v1/blocks/${blocked}`), 200],
    ['POST /v1/drafts', () => caller.post('/v1/drafts', complete), 200],
    ['GET /v1/drafts', () => caller.get('/v1/drafts'), 200],
    [`GET ${DRAFT}`, () => caller.get(`/v1/drafts/${kept}`), 200],
    [`PATCH ${DRAFT}`, () => caller.patch(`/v1/drafts/${kept}`, { body: 'Other' }), 200],
    [`DELETE ${DRAFT}`, () => caller.delete(`/v1/drafts/${gone}`), 200],
    [`POST ${DRAFT}/send`, () => caller.post(`/v1/drafts/${sent}/send`), 200],
    [`GET ${DRAFT}`, () => caller.get(`/v1/drafts/${sent}`), 409],
  ];
}
