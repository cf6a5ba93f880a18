import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { DomainError, type Issue } from '#crm-domain';
import { measureJson } from '#platform';
import { BATCH_PATH, MAX_BATCH_BYTES } from './batch-path.js';
import { bodyReader, readOrLeave, type LeftBody } from './body-reader.js';

const LIMIT = 1024 * 1024;
const JSON_TYPES = ['application/json', 'application/*+json'];
/** The first byte of a byte order mark, with which no JSON begins. */
const BOM = 0xef;
/** Names and values are what parsing and judging take time for: a body of a million bytes may hold 300,000. */
const LIMITS = { depth: 32, parts: 20_000 };

/** A request whose body was read: `json` is its text, `bodyError` says why it could not be taken. */
export interface BodiedRequest extends Request, LeftBody, Pick<AuthenticatedRequest, 'bodySize' | 'isBatch'> {
  json?: Buffer;
}

/**
 * Reads JSON bodies up to 1 MiB, those of batches up to 8 MiB, refusing what could only hurt further in: compressed ones, other encodings, deep
 * nesting and very many parts. They are parsed by `BodyGuard` for those alone who may make the request, which
 * also tells what is wrong: parsing takes time that nobody without a credential is given.
 */
export function jsonBody(): RequestHandler {
  const [read, readBatch] = [bodyReader(LIMIT, JSON_TYPES), bodyReader(MAX_BATCH_BYTES, JSON_TYPES)];
  return (request: BodiedRequest, response, next) => {
    if (request.body !== undefined || request.readBody) return next();
    request.isBatch = request.method === 'POST' && BATCH_PATH.test(request.path);
    const reading = request.isBatch ? readBatch : read;
    readOrLeave(request, next, (done) => {
      reading(request, response, (error?: unknown) => {
        try {
          if (error !== undefined) throw error;
          take(request);
        } catch (thrown) {
          request.bodyError = thrown;
        }
        request.body = undefined;
        done();
      });
    });
  };
}

function take(request: BodiedRequest): void {
  const { body } = request as { body: unknown };
  if (!Buffer.isBuffer(body)) return;
  // JSON is UTF-8 between systems (RFC 8259 section 8.1), and only so can its parts be read off the bytes.
  if (charsetOf(request) !== 'utf-8') throw wrongBody('Send the request body in UTF-8.');
  if (!isUtf8(body)) throw wrongBody('The request body is not valid UTF-8.');
  request.json = body;
  // Looked at in slices, when its caller is known.
  if (request.isBatch) return;
  const { parts, excess } = measureJson(body, LIMITS);
  request.bodySize = { bytes: body.length, parts };
  if (excess) throw wrongBody(`The request body ${excess}.`);
}

function charsetOf({ headers }: Request): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  return charset.toLowerCase();
}

/**
 * @param what the text is called
 * @throws DomainError validation
 */
export function parseJson(text: Buffer, what = 'The request body'): unknown {
  // As an empty body always was.
  if (text.length === 0) return {};
  const json = text.toString('utf8', text[0] === BOM ? 3 : 0);
  try {
    return JSON.parse(json);
  } catch (error) {
    throw wrongBody(`${what} is not valid JSON${whyBroken((error as Error).message, json)}`);
  }
}

/** Where parsing stopped, of what the engine says of it; nothing of the text itself. */
function whyBroken(said: string, json: string): string {
  const [place = '', at, line, column] = / at position (\d+) \(line (\d+) column (\d+)\)$/.exec(said) ?? [];
  const isEnd = said.startsWith('Unexpected end');
  // Of a list no position is told, but the text around it.
  const comma = place
    ? json[Number(at)] === '}' && json.slice(0, Number(at)).trimEnd().endsWith(',')
    : /^Unexpected token '\]'.*,\s*\]/s.test(said);
  const where = place ? `: see line ${line}, column ${column}.` : isEnd ? ': it ends too early.' : '.';
  return comma ? `${where} JSON has no trailing commas.` : where;
}

/** A body that cannot be taken. */
export function wrongBody(message: string): DomainError {
  return new DomainError('validation', message, ofBody(message));
}

/** What is wrong with a body as a whole, as an issue. */
export function ofBody(message: string): Issue[] {
  return [{ path: 'body', message }];
}
