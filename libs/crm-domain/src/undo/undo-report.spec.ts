import { UndoReport } from './undo-report.js';

const object = { row: { slug: 'things' } } as never;
const attributes = [{ slug: 'a'.repeat(100) }] as never;

describe('what is told of an undo', () => {
  const report = new UndoReport();
  for (let n = 0; n < 100; n++) {
    report.note({ record_id: `changed ${n}`, object }, 'updated', attributes);
    report.leave(`left ${n}`, 'changed_since', { object, slug: 'b'.repeat(100) });
  }

  it('is everything where there is room', () => {
    const told = report.told(1_000_000);
    expect([told.undone.length, told.left.length, told.shortened]).toEqual([100, 100, undefined]);
    expect(told.undone[99]!.attributes).toEqual(['a'.repeat(100)]);
  });

  it('is what there is room for, and how much there is', () => {
    const told = report.told(20_000);
    expect(JSON.stringify(told).length).toBeLessThan(21_000);
    expect(told).toMatchObject({ shortened: true, undone_total: 100, left_total: 100 });
    expect(told.undone).toHaveLength(100);
  });
});
