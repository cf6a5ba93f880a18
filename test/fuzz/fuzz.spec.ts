import { fuzz } from './support/fuzz-run.js';
import { isFlat, reportText } from './support/report-text.js';

describe('requests made from the schemas and changed by chance', () => {
  it('get no 5xx, no refusal much larger than the request, no long hold of the event loop, and no memory for good', async () => {
    // Five times what `npm run fuzz` allows: a processor that is slow today must not fail a test.
    const report = await fuzz({ seconds: 60, seed: 12, each: 1, mostMs: 1000 });
    if (report.problems.length > 0) throw new Error(reportText(report));
    for (const mib of Object.values(report.memory)) expect({ mib, flat: isFlat(mib) }).toEqual({ mib, flat: true });
    expect(report.rows.size).toBeGreaterThan(60);
  }, 600_000);
});
