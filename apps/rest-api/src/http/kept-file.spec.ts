import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { Writable } from 'node:stream';
import { KeptFile } from './kept-file.js';

it('a large file gives others their turn between its pieces, though its reader takes them all at once', async () => {
  const file = await KeptFile.of(Buffer.alloc(64 * 1024 * 20));
  let pieces = 0;
  const response = new Writable({ write: (_piece, _encoding, done) => (pieces++, done()) });
  const head = { vary: () => response, setHeader: () => response };
  const request = Object.assign(new EventEmitter(), { fresh: false, acceptsEncodings: () => false, method: 'GET' });
  file.send(request as unknown as Request, Object.assign(response, head) as unknown as Response);
  const turns: number[] = [];
  while (pieces < 20) {
    await new Promise((next) => setImmediate(next));
    turns.push(pieces);
  }
  expect(turns.length).toBeGreaterThanOrEqual(19);
});
