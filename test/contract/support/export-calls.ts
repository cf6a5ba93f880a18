import type { Test } from 'supertest';
import { eventually } from '../../support/eventually.js';
import type { Rest } from '../../support/rest.js';

type Call = [operation: string, send: () => Test, status: number];

/** A request for every operation on exports that it answers with 200, and some that it refuses. */
export async function exportCalls({ admin }: Rest, { slug }: { slug: string }): Promise<Call[]> {
  const asked = { object: slug, format: 'csv', fields: ['name'] };
  const { body } = await admin.post('/v1/exports', asked).expect(200);
  const at = `/v1/exports/${(body.data as { id: { export_id: string } }).id.export_id}`;
  // With everything that there is to say of one.
  await eventually(async () => (await admin.get(at)).body.data.state === 'completed');
  const ONE = '/v1/exports/{export}';
  return [
    ['GET /v1/exports', () => admin.get('/v1/exports'), 200],
    [`GET ${ONE}`, () => admin.get(at), 200],
    [`GET ${ONE}`, () => admin.get('/v1/exports/nowhere'), 404],
    ['POST /v1/exports', () => admin.post('/v1/exports', asked), 200],
    ['POST /v1/exports', () => admin.post('/v1/exports', {}), 400],
    [`POST ${ONE}/cancel`, () => admin.post(`${at}/cancel`), 200],
    [`POST ${ONE}/cancel`, () => admin.post('/v1/exports/nowhere/cancel'), 404],
  ];
}
