import { faults } from './support/faults-run.js';
import { ledgerText } from './support/ledger-text.js';

const NOTHING = { lost: [], doubled: [], unasked: [], torn: [], complaints: [] };

describe('clients that write while everything under them is struck down', () => {
  it('find in the end what they were told, once and whole, and nothing else', async () => {
    const report = await faults({ seconds: 10, seed: 7 });
    const { verdict, findings, ledger, blows } = report;
    // The whole ledger tells more of what went wrong than one difference.
    if (findings.length > 0 || JSON.stringify(verdict) !== JSON.stringify(NOTHING)) throw new Error(ledgerText(report));
    const answers = [...ledger.tally.values()];
    const sum = (of: (counts: (typeof answers)[number]) => number) =>
      answers.reduce((all, counts) => all + of(counts), 0);
    // It was a storm, and some came through, by both doors.
    expect([...blows.values()].reduce((all, count) => all + count, 0)).toBeGreaterThan(6);
    expect(sum(({ refused, unanswered }) => refused + unanswered)).toBeGreaterThan(0);
    expect(ledger.tally.get('REST: create record')!.acknowledged).toBeGreaterThan(0);
    expect(sum(({ acknowledged }) => acknowledged)).toBeGreaterThan(20);
  }, 240_000);
});
