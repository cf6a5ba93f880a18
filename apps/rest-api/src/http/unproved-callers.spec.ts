import { Shed } from '#auth';
import type { Request, Response } from 'express';
import { UnprovedCallers } from './unproved-callers.js';

describe('callers who are not known yet', () => {
  const callers = () => {
    const refuse = (answer: () => void) => (refusals.push(answer), answer());
    const under = new UnprovedCallers({ leave: () => undefined, refuse }, 'questions', 4);
    return (ip: string, work: () => Promise<void>) => under.run({ ip } as Request, {} as Response, work);
  };
  const refusals: unknown[] = [];
  const end = Promise.withResolvers<void>();
  const nothing = () => undefined;
  afterAll(() => end.resolve());

  it('may have 64 requests under way from one address, and those of another go on', async () => {
    const ask = callers();
    const run = (address: string) => ask(address, () => end.promise);
    for (let n = 0; n < 64; n++) run('192.0.2.1').catch(nothing);
    await expect(run('192.0.2.1')).rejects.toBeInstanceOf(Shed);
    // In the turn of all that are refused, so that refusing leaves time for others.
    expect(refusals).toHaveLength(1);
    let isBegun = false;
    await ask('198.51.100.1', async () => void (isBegun = true));
    expect(isBegun).toBe(true);
  });

  it('may have 1,024 under way together', async () => {
    const ask = callers();
    for (let n = 0; n < 1024; n++) ask(`10.0.${n >> 8}.${n & 255}`, () => end.promise).catch(nothing);
    await expect(ask('198.51.100.1', () => end.promise)).rejects.toBeInstanceOf(Shed);
  });
});
