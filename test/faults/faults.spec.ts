import { faults } from './support/faults-run.js';
import { ledgerText } from './support/ledger-text.js';

const NOTHING = { lost: [], doubled: [], unasked: [], torn: [], complaints: [] };

describe('clients that write while everything under them is struck down', () => {
  it('find in the end what they were told, once and whole, and nothing else', async () => {
    const report = await faults({ seconds: 10, seed: 7 });
    const { verdict, findings } = report;
    // The whole ledger tells more of what went wrong than one difference.
    if (findings.length > 0 || JSON.stringify(verdict) !== JSON.stringify(NOTHING)) throw new Error(ledgerText(report));
    expect(report.isStorm).toBe(true);
  }, 600_000);
});
