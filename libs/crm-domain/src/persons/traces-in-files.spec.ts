import { TracesInFiles } from './traces-in-files.js';
import type { TracedAddress } from './traces.js';

const phone = (handle: string): TracedAddress => ({ kind: 'phone', handle, written: [] });
const email = (handle: string): TracedAddress => ({ kind: 'email', handle, written: [] });
const RECORD = '0190a000-0000-7000-8000-000000000001';

const wanted = (addresses: TracedAddress[], records: string[] = []) =>
  new TracesInFiles({ traces: { token: '0', addresses, names: [] }, records });
const isIn = (text: string) => wanted([email('zelda@quix.example'), phone('4915155512345')], [RECORD]).isIn(text);

describe('a person in a file', () => {
  it.each([
    'Zelda@quix.example',
    'mailto:zelda%40quix.example',
    `{"id":"${RECORD}"}`,
    '4915155512345',
    '+49 (0) 151 555-12345',
    '0049 151 / 555 12345',
    '(0151) 555 12345',
  ])('is found as %s, wherever that stands', async (text) => {
    expect(await isIn(text)).toBe(true);
    for (const before of [8000, 8185, 8190, 8192]) expect(await isIn(`${'x'.repeat(before)}"${text}"`)).toBe(true);
  });

  it.each(['zelda@quixxexample', '4915155512', '49151,55512345', ''])('is not found as "%s"', async (text) => {
    expect(await isIn(text)).toBe(false);
    expect(await wanted([]).isIn(text)).toBe(false);
  });

  it('is looked for in 4 MiB of digits while others have their turn', async () => {
    const phones = Array.from({ length: 99 }, (_, n) => phone(`1415555${String(n).padStart(4, '0')}`));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await wanted(phones).isIn('1 4 1 5 5 5 5 '.repeat(300_000))).toBe(false);
    isOver = true;
    expect(turns).toBeGreaterThan(20);
  });
});
