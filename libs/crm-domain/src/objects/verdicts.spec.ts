import { WorkTime } from '../db/work-time.js';
import { Verdicts } from './verdicts.js';

const SCHEMA = { workspace_id: 'a', version: '1' };

describe('verdicts', () => {
  it('are judged once for what is stored, and anew when that or the schema is another', () => {
    const verdicts = new Verdicts<string>((verdict) => verdict.length);
    const judged: unknown[] = [];
    const of = (schema: typeof SCHEMA, stored: object) =>
      verdicts.of(schema, stored, () => `verdict ${judged.push([schema, stored])}`);
    for (let time = 0; time < 3; time++) {
      expect(of(SCHEMA, { filter: 1 })).toBe('verdict 1');
      expect(of(SCHEMA, { filter: 2 })).toBe('verdict 2');
      expect(of({ ...SCHEMA, version: '2' }, { filter: 1 })).toBe('verdict 3');
      expect(of({ ...SCHEMA, workspace_id: 'b' }, { filter: 1 })).toBe('verdict 4');
    }
    expect(judged).toHaveLength(4);
  });

  it('count for what was judged, each time that it is read', async () => {
    const verdicts = new Verdicts<string>((verdict) => verdict.length);
    const time = new WorkTime();
    await time.of(async () => {
      for (let n = 0; n < 3; n++) verdicts.of(SCHEMA, 'x'.repeat(998), () => 'verdict');
    });
    expect(time.bytes).toBe(3000);
  });

  it('are forgotten where there is no room, the longest unused one first', () => {
    const verdicts = new Verdicts<string>((verdict) => verdict.length, 10_000);
    const judged: number[] = [];
    const of = (stored: number, length = 1000) =>
      verdicts.of(SCHEMA, stored, () => {
        judged.push(stored);
        return 'x'.repeat(length);
      });
    for (const stored of [1, 2, 3, 1, 4, 1, 3, 4]) of(stored);
    expect(judged).toEqual([1, 2, 3, 4]);
    expect(of(5, 10_000)).toHaveLength(10_000);
    for (const stored of [5, 1]) of(stored, 3000);
    expect(judged).toEqual([1, 2, 3, 4, 5, 5, 1]);
    // A verdict of 3000 characters leaves no room for another one.
    of(5, 3000);
    expect(judged.at(-1)).toBe(5);
  });
});
