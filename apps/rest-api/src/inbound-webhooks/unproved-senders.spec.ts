import { Shed } from '#auth';
import { UnprovedSenders } from './unproved-senders.js';

describe('senders who are not known yet', () => {
  const end = Promise.withResolvers<void>();
  const nothing = () => undefined;
  afterAll(() => end.resolve());

  it('may have 64 notifications under way from one address, and those of another go on', async () => {
    const senders = new UnprovedSenders();
    const run = (address: string) => senders.run(address, () => end.promise);
    for (let n = 0; n < 64; n++) run('192.0.2.1').catch(nothing);
    await expect(run('192.0.2.1')).rejects.toBeInstanceOf(Shed);
    let isBegun = false;
    await senders.run('198.51.100.1', async () => void (isBegun = true));
    expect(isBegun).toBe(true);
  });

  it('may have 1,024 under way together', async () => {
    const senders = new UnprovedSenders();
    for (let n = 0; n < 1024; n++) senders.run(`192.0.2.${n}`, () => end.promise).catch(nothing);
    await expect(senders.run('198.51.100.1', () => end.promise)).rejects.toBeInstanceOf(Shed);
  });
});
