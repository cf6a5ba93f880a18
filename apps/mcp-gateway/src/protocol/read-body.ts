import type { IncomingMessage } from 'node:http';
import { CpuTime, measureJson } from '#platform';
import { CODES, ProtocolRefusal } from './json-rpc.js';

/** Largest request body in bytes, the same as on the REST side. */
export const BODY_LIMIT = 1024 * 1024;
/** As deep as a body of the REST side, within a message, and with as many names and values. */
const LIMITS = { depth: 36, parts: 20_000 };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body, to be parsed when its caller has shown that it may send it. Kept out of Nest's own parsing because it
 * must come after authentication, and because every answer of this endpoint is JSON-RPC.
 * @throws ProtocolRefusal 413, 415, and 400 for a caller that went away, who never hears of it
 */
export async function readBody(request: IncomingMessage): Promise<Body> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ProtocolRefusal(415, CODES.invalidRequest, 'The body must not be compressed.');
  }
  if (Number(request.headers['content-length']) > BODY_LIMIT) throw tooLarge();
  const bytes = await collect(request);
  CpuTime.resume();
  const { parts, excess } = measureJson(bytes, LIMITS);
  return { size: { bytes: bytes.length, parts }, parse: () => parse(bytes, excess) };
}

/** A body that was read. */
export interface Body {
  size: { bytes: number; parts: number };
  /** @throws ProtocolRefusal 400 */
  parse(): unknown;
}

function parse(bytes: Buffer, excess: string | undefined): unknown {
  if (excess) throw new ProtocolRefusal(400, CODES.invalidRequest, `The body ${excess}.`);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new ProtocolRefusal(400, CODES.parse, 'The body is not JSON in UTF-8.');
  }
}

function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_LIMIT) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const gone = () => reject(new ProtocolRefusal(400, CODES.invalidRequest, 'The body ended early.'));
    request.on('error', gone);
    request.on('close', () => request.complete || gone());
  });
}

function tooLarge(): ProtocolRefusal {
  return new ProtocolRefusal(413, CODES.invalidRequest, `The body may hold at most ${BODY_LIMIT} bytes.`);
}
