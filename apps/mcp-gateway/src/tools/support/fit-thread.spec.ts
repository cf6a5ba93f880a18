import { fitThread, type LongMessage } from './fit-thread.js';

const message = (body: string, people = 1): LongMessage => ({
  body,
  to: Array(people).fill('somebody@example.com'),
  cc: [],
  attachments: [],
});
const show = (messages: readonly LongMessage[]) => ({ messages });
const lengthOf = (shown: object) => JSON.stringify(shown).length;

const { jest: spies } = import.meta as unknown as { jest: typeof jest };

describe('fitThread', () => {
  it('sends a conversation that fits as it is', () => {
    const messages = [message('a'.repeat(400)), message('b'.repeat(400))];
    const exact = lengthOf(show(messages));
    expect(fitThread(messages, show, exact).messages).toBe(messages);
    expect(fitThread(messages, show, exact - 1).messages).not.toBe(messages);
  });

  it('cuts long texts before it leaves out a message, and of the newest the least', () => {
    const messages = Array.from({ length: 10 }, () => message('x'.repeat(20_000)));
    const { messages: shown } = fitThread(messages, show, 100_000);
    expect(shown).toHaveLength(10);
    expect(new Set(shown.slice(0, -1).map(({ body }) => body.length)).size).toBe(1);
    expect(shown.at(-1)!.body.length).toBeGreaterThan(shown[0]!.body.length);
    expect(shown[0]!.shortened).toBe(true);
  });

  it('leaves short messages alone beside long ones', () => {
    const messages = [message('short'), message('x'.repeat(300_000)), message('last')];
    const { messages: shown } = fitThread(messages, show, 50_000);
    expect(shown.map(({ body, shortened }) => [body.length, shortened])).toEqual([
      [5, undefined],
      [expect.any(Number), true],
      [4, undefined],
    ]);
  });

  it('leaves out the oldest when nothing else helps', () => {
    const messages = Array.from({ length: 1000 }, (_, n) => message(`number ${n}`));
    const { messages: shown } = fitThread(messages, show, 20_000);
    expect(shown).toEqual(messages.slice(-shown.length));
    expect(shown.length).toBeGreaterThan(150);
  });

  it('cuts lists of hundreds too', () => {
    const { messages: shown } = fitThread([message('x', 2000)], show, 10_000);
    expect(shown).toMatchObject([{ to: { length: 25 }, shortened: true }]);
  });

  it('writes nothing as JSON that is far too long, only to find out how long it is', () => {
    const messages = Array.from({ length: 100 }, () => message('x'.repeat(50_000), 100));
    const written = spies.spyOn(JSON, 'stringify');
    fitThread(messages, show, 100_000);
    const lengths = written.mock.results.map(({ value }) => (value as string).length);
    written.mockRestore();
    expect(Math.max(...lengths)).toBeGreaterThan(50_000);
    expect(Math.max(...lengths)).toBeLessThan(200_000);
  });

  it('never exceeds the limit, whatever the lengths', () => {
    for (let seed = 1; seed < 60; seed++) {
      const size = (n: number) => (seed * 7919 * (n + 1)) % (seed % 2 ? 5000 : 400_000);
      const messages = Array.from({ length: 1 + (seed % 30) }, (_, n) =>
        message('"\u0001'.repeat(size(n) / 2), 1 + (n % 40)),
      );
      const limit = 30_000 + ((seed * 31) % 20_000);
      expect(lengthOf(fitThread(messages, show, limit))).toBeLessThanOrEqual(limit);
    }
  });
});
