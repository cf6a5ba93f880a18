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

/** Whether a request is taken that says that its body has so many bytes; of one that is, so many arrive. */
function isTaken(ip: string, said: number, arrive = said): boolean {
  let isTaken = false;
  const request = { ip, socket: {}, headers: { 'content-length': String(said) }, onBodyPart: undefined as unknown };
  void handler(request as never, {} as never, () => (isTaken = true));
  if (isTaken) (request.onBodyPart as (bytes: number) => void)(arrive);
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

  it('may post so much together, but for those who have posted little', () => {
    const networks = Array.from({ length: 20 }, (_, at) => `192.0.2.${at}`);
    for (const ip of networks) expect(isTaken(ip, 3 * MIB)).toBe(true);
    for (const ip of networks) expect(isTaken(ip, 3 * MIB)).toBe(true);
    expect(isTaken(networks[0]!, 3 * MIB)).toBe(true);
    expect(isTaken(networks[0]!, 10)).toBe(false);
    expect(isTaken('198.51.100.1', 3 * MIB)).toBe(true);
  });

  it('have counted what arrives, whatever they say of it', () => {
    for (let time = 0; time < 100; time++) expect(isTaken('192.0.2.1', Number.MAX_SAFE_INTEGER, 0)).toBe(true);
    expect(isTaken('192.0.2.2', 10)).toBe(true);
    expect(Array.from({ length: 10 }, () => isTaken('192.0.2.1', 0, 3 * MIB)).filter(Boolean)).toHaveLength(5);
  });
});
