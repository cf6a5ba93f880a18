import { fitMessage, fitThread, type LongMessage, type MessagePlace } from './fit-thread.js';

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

  it('says where a text that was cut goes on, and cuts no character in two', () => {
    const astral = `x${'\u{1f600}'.repeat(20_000)}`;
    const messages = [{ ...message('x'.repeat(2000)), shortened: true as const, next_offset: 2000 }, message(astral)];
    const { messages: shown } = fitThread(messages, show, 10_001);
    expect(shown.map(({ body, next_offset }) => next_offset === body.length && body.isWellFormed())).toEqual([
      true,
      true,
    ]);
  });

  it('cuts even the last message where its lists alone are too long', () => {
    const whole = { ...message('x', 25), attachments: Array<unknown>(25).fill('y'.repeat(300)) };
    const { messages } = fitThread([whole], show, 5000);
    expect(lengthOf(show(messages))).toBeLessThanOrEqual(5000);
    expect(messages).toMatchObject([{ body: 'x', shortened: true, next_list_offset: undefined }]);
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

describe('fitMessage', () => {
  const alone = (shown: LongMessage) => ({ message: shown });
  const all = ({ to, cc, attachments }: LongMessage) => to.length + cc.length + attachments.length;

  it('sends a message that fits as it is', () => {
    const whole = { ...message('x'.repeat(400), 3), cc: ['c'], attachments: ['a'] };
    const { message: shown } = fitMessage(whole, { offset: 0, list_offset: 0 }, alone, lengthOf(alone(whole)));
    expect(shown).toEqual(whole);
  });

  it('comes to the end of everything, whatever the lengths', () => {
    for (let seed = 1; seed < 40; seed++) {
      const size = (n: number) => (seed * 7919 * n) % 3000;
      const body = ['x', '"', '\u0001', '\u{1f600}', 'a\u{1f600}'][seed % 5]!.repeat(size(7));
      const to = Array<unknown>(size(2) % 90).fill('"'.repeat(seed));
      const whole: LongMessage = { body, to, cc: ['c'], attachments: [{ a: 1 }, { a: 2 }] };
      const part = (from: MessagePlace): LongMessage => fitMessage(whole, from, alone, 1000).message;
      const [texts, counts]: [string[], number[]] = [[], []];
      for (let from: MessagePlace | undefined = { offset: 0, list_offset: 0 }; from;) {
        const shown = part(from);
        expect(lengthOf(alone(shown))).toBeLessThanOrEqual(1000);
        expect(shown.body.isWellFormed()).toBe(true);
        texts.push(shown.body);
        counts.push(all(shown));
        const { next_offset: offset, next_list_offset: list_offset, shortened } = shown;
        expect(shortened === true).toBe(offset !== undefined || list_offset !== undefined);
        from = shortened && { offset: offset ?? body.length, list_offset: list_offset ?? all(whole) };
      }
      expect(texts.join('')).toBe(body);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all(whole));
    }
  });

  it('counts recipients and attachments through all three lists', () => {
    const whole = { body: '', to: ['1', '2'], cc: ['3'], attachments: ['4', '5'] };
    const from = (list_offset: number) => fitMessage(whole, { offset: 0, list_offset }, alone, 1000).message;
    expect(from(1)).toMatchObject({ to: ['2'], cc: ['3'], attachments: ['4', '5'] });
    expect(from(3)).toMatchObject({ to: [], cc: [], attachments: ['4', '5'] });
    expect(from(9)).toMatchObject({ to: [], cc: [], attachments: [] });
  });
});
