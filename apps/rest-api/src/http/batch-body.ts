import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { invalid } from '#crm-domain';
import { MAX_ITEMS, canonicalJson } from '#crm-domain/writes';
import { splitItems } from '#platform';
import { parseJson, wrongBody } from './json-body.js';

/** One item may be what a body for one record may be. */
const MAX_ITEM_BYTES = 1024 * 1024;
const LIMITS = { whole: { depth: 35, parts: 200_000 }, items: MAX_ITEMS, parts: 20_000 };
/** All of a batch that is not its items. */
const MAX_REST_BYTES = 64 * 1024;
/** Bytes that are parsed in one turn of the event loop. */
const AT_ONCE = 64 * 1024;

/** A batch as it was sent. */
export interface BatchBody {
  body: unknown;
  /** Names and values in it. */
  parts: number;
  items: number;
  /** Of the same batch always the same, whatever the order of members. */
  digest: string;
}

/**
 * Parses a batch in slices, one item after the other, and lets others have their turn in between.
 *
 * @throws DomainError validation
 */
export async function parseBatch(text: Buffer): Promise<BatchBody> {
  const { items: places, list, parts, excess } = await splitItems(text, 'items', LIMITS);
  if (places.length > MAX_ITEMS)
    throw invalid([{ path: 'items', message: `Must contain no more than ${MAX_ITEMS} elements.` }]);
  if (excess) throw wrongBody(`The request body ${excess}.`);
  const rest = list ? Buffer.concat([text.subarray(0, list[0]), EMPTY, text.subarray(list[1])]) : text;
  if (rest.length > MAX_REST_BYTES)
    throw wrongBody(`The request body holds more than ${MAX_REST_BYTES} bytes beside its "items".`);
  const body = parseJson(rest);
  const hash = createHash('sha256').update(canonicalJson(body));
  const items: unknown[] = [];
  let taken = 0;
  for (const [at, [from, to]] of places.entries()) {
    if (to - from > MAX_ITEM_BYTES) throw wrongBody(`items[${at}] is larger than 1 MiB.`);
    const item = parseItem(text.subarray(from, to), at);
    items.push(item);
    hash.update(`${canonicalJson(item)}\n`);
    taken += to - from;
    if (taken < AT_ONCE) continue;
    taken = 0;
    await setImmediate();
  }
  if (list && isObject(body)) body['items'] = items;
  return { body, parts, items: items.length, digest: hash.digest('base64url') };
}

const EMPTY = Buffer.from('[]');

function parseItem(text: Buffer, at: number): unknown {
  if (text.length === 0) throw wrongBody(`The request body is not valid JSON: items[${at}] is missing.`);
  return parseJson(text, `items[${at}]`);
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
