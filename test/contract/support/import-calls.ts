import type { Test } from 'supertest';
import { Upload } from '../../imports/support/upload.js';
import type { Caller } from '../../support/rest.js';

type Call = [operation: string, send: () => Test, status: number];

/** A request for every operation of imports that it answers with 200, and some that it refuses. */
export async function importCalls(caller: Caller): Promise<Call[]> {
  const at = { object: 'people', name: 'contacts.csv' };
  const file = 'Email\nada@example.com\nnobody\n';
  const checked = await Upload.of(caller, at, file);
  const run = await Upload.of(caller, at, file);
  const canceled = await Upload.of(caller, at, file);
  const { mapping } = await checked.check();
  const asked = { object: 'people', file_name: 'more.csv', bytes: 5 };
  const { id } = (await caller.post('/v1/imports', asked).expect(200)).body.data as { id: string };
  const part = (bytes: number) =>
    caller
      .send('put', `/v1/imports/${id}/parts/1`)
      .set('Content-Type', 'application/octet-stream')
      .send(Buffer.alloc(bytes, 'a'));
  const IMPORT = '/v1/imports/{import}';
  return [
    ['POST /v1/imports', () => caller.post('/v1/imports', asked), 200],
    [`PUT ${IMPORT}/parts/{part}`, () => part(4), 400],
    [`PUT ${IMPORT}/parts/{part}`, () => part(5), 200],
    ['GET /v1/imports', () => caller.get('/v1/imports'), 200],
    [`GET ${IMPORT}`, () => caller.get(checked.path), 200],
    [`GET ${IMPORT}/errors`, () => caller.get(`${checked.path}/errors`), 200],
    [`POST ${IMPORT}/read`, () => caller.post(`${canceled.path}/read`, { separator: ';' }), 200],
    [`POST ${IMPORT}/check`, () => caller.post(`${checked.path}/check`, mapping!), 200],
    [`POST ${IMPORT}/run`, () => caller.post(`${run.path}/run`, mapping!), 200],
    [`POST ${IMPORT}/cancel`, () => caller.post(`${canceled.path}/cancel`), 200],
    [`POST ${IMPORT}/cancel`, () => caller.post(`${canceled.path}/cancel`), 409],
  ];
}
