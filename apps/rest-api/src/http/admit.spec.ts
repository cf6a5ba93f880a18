import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { LoadShedder } from '#platform';
import { admit } from './admit.js';

const FILE = '/docs/any/reference.js';

it('files of the docs have a number of places of their own, until their callers are gone', async () => {
  const handler = admit(new LoadShedder(2));
  let taken = 0;
  const ask = (path: string) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    handler({ path } as Request, response as unknown as Response, () => taken++);
    return response;
  };
  const refused = async (response: ServerResponse) => {
    await new Promise((resume) => setImmediate(resume));
    return response.writableEnded && response.statusCode === 503;
  };
  const files = [ask(FILE), ask('/docs/any/docs.css')];
  expect(taken).toBe(2);
  expect(await refused(ask(FILE))).toBe(true);
  expect(await refused(ask('/v1/self'))).toBe(false);
  expect(taken).toBe(3);
  for (const file of files) file.emit('close');
  ask(FILE);
  expect(taken).toBe(4);
});

it.each(['/docs', '/docs/', '/DOCS', '/v1/openapi.json', '/V1/OpenAPI.json', '/v1/openapi.yaml/'])(
  'the interface description takes the places of files: %s',
  (path) => {
    let taken = 0;
    const handler = admit(new LoadShedder(1));
    for (const each of [path, '/v1/self']) {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      handler({ path: each } as Request, response as unknown as Response, () => taken++);
    }
    expect(taken).toBe(2);
  },
);
