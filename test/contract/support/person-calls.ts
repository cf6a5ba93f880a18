import type { Test } from 'supertest';
import { eventually } from '../../support/eventually.js';
import type { Caller } from '../../support/rest.js';

type Call = [operation: string, send: () => Test, status: number];

/** A request for every operation on persons that it answers with 200, and some that it refuses. */
export async function personCalls(caller: Caller): Promise<Call[]> {
  const email = 'gone@example.com';
  const { body } = await caller.post('/v1/persons/erase', { email }).expect(200);
  const at = `/v1/persons/erasures/${(body.data as { id: { erasure_id: string } }).id.erasure_id}`;
  // With its certificate.
  await eventually(async () => (await caller.get(at)).body.data.state === 'completed');
  const ONE = '/v1/persons/erasures/{erasure}';
  return [
    ['POST /v1/persons/export', () => caller.post('/v1/persons/export', { email }), 200],
    ['POST /v1/persons/export', () => caller.post('/v1/persons/export', { email: 'nobody' }), 400],
    ['POST /v1/persons/erase', () => caller.post('/v1/persons/erase', { email: 'ada@example.com' }), 409],
    ['POST /v1/persons/erase', () => caller.post('/v1/persons/erase', { email, dry_run: true }), 200],
    ['POST /v1/persons/erase', () => caller.post('/v1/persons/erase', {}), 400],
    ['GET /v1/persons/erasures', () => caller.get('/v1/persons/erasures'), 200],
    [`GET ${ONE}`, () => caller.get(at), 200],
    [`GET ${ONE}`, () => caller.get('/v1/persons/erasures/nowhere'), 404],
  ];
}
