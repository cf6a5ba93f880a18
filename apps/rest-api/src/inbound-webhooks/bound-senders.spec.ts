import { EventEmitter } from 'node:events';
import type { RequestHandler } from 'express';
import { boundSenders } from './bound-senders.js';

const MIB = 1024 * 1024;
let now = 0;
let handler: RequestHandler;
beforeEach(() => {
  now = 0;
  handler = boundSenders(
    () => 'refused',
    () => now,
  );
});

/** Whether a body of so many bytes is taken; without a number of one that does not say its length, and has `sent`. */
function isTaken(ip: string, length?: number, sent = 0): boolean {
  const headers = length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) };
  const request = { ip, socket: {}, headers, body: Buffer.alloc(sent) };
  const response = new EventEmitter();
  let isTaken = false;
  void handler(request as never, response as never, () => (isTaken = true));
  response.emit('close');
  return isTaken;
}
const taken = (ip: string, count: number, length: number) =>
  Array.from({ length: count }, () => isTaken(ip, length)).filter(Boolean).length;

describe('senders of webhooks', () => {
  it('may post so much at once and in a second, those of one network together', () => {
    expect(taken('192.0.2.1', 10, 3 * MIB)).toBe(5);
    expect(isTaken('192.0.2.1', 10)).toBe(false);
    expect(isTaken('192.0.2.2', 3 * MIB)).toBe(true);
    now += 1000;
    expect(taken('192.0.2.1', 10, 3 * MIB)).toBe(1);
  });

  it('may post so much together, wherever they are', () => {
    const all = Array.from({ length: 20 }, (_, at) => isTaken(`192.0.2.${at}`, 3 * MIB)).filter(Boolean);
    expect(all).toHaveLength(11);
    now += 1000;
    expect(isTaken('198.51.100.1', 10)).toBe(true);
  });

  it('have what they do not say the length of counted once it was read', () => {
    expect(Array.from({ length: 10 }, () => isTaken('192.0.2.1', undefined, 3 * MIB)).filter(Boolean)).toHaveLength(5);
  });
});
