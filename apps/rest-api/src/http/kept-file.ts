import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const PIECE = 64 * 1024;

/** A large file that anybody may ask for: made, compressed and hashed once. */
export class KeptFile {
  private constructor(
    private readonly plain: Buffer,
    private readonly packed: Buffer,
    /** A weak one, as it stands for both. */
    private readonly etag: string,
  ) {}

  static async of(content: string | Buffer): Promise<KeptFile> {
    const plain = Buffer.from(content);
    const packed = await promisify(gzip)(plain, { level: 9 });
    const digest = createHash('sha256').update(plain).digest('base64url');
    return new KeptFile(plain, packed, `W/"${digest.slice(0, 27)}"`);
  }

  /** Answers 304 to those who have it already, and with gzip where that is accepted. */
  send(request: Request, response: Response): void {
    response.vary('Accept-Encoding').setHeader('ETag', this.etag);
    if (request.fresh) return void response.status(304).end();
    const isPacked = request.acceptsEncodings('gzip') !== false;
    const content = isPacked ? this.packed : this.plain;
    if (isPacked) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', content.length);
    if (request.method === 'HEAD') response.end();
    else sendInPieces(response, content);
  }
}

/** As its reader takes it, so that those who read slowly fill little of the memory that answers may take. */
function sendInPieces(response: Response, content: Buffer): void {
  const pieces = Readable.from(piecesOf(content));
  pieces.pipe(response);
  response.once('close', () => void pieces.destroy());
}

/** Others have their turn between two pieces, although the buffers of the system may take a file whole. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE) {
    if (at > 0) await setImmediate();
    yield content.subarray(at, at + PIECE);
  }
}
