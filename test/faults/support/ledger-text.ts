import type { FaultsReport } from './faults-run.js';
import { OUTCOMES } from './ledger.js';

/** The ledger as people read it: what fell, what was answered, and what is wrong. */
export function ledgerText({ ledger, blows, verdict, findings, records, remarks }: FaultsReport): string {
  const rows = [...ledger.tally].sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(...rows.map(([what]) => what.length));
  const table = [
    `${''.padEnd(width)}  ${OUTCOMES.map((outcome) => outcome.padStart(12)).join('')}`,
    ...rows.map(
      ([what, counts]) =>
        `${what.padEnd(width)}  ${OUTCOMES.map((each) => String(counts[each]).padStart(12)).join('')}`,
    ),
  ];
  const fallen = [...blows].map(([blow, times]) => `${blow} ${times}`).join(', ');
  const wrong = Object.entries(verdict).flatMap(([kind, places]) =>
    (places as string[]).map((place) => `${kind}: ${place}`),
  );
  const found = findings.map(
    ({ check, what, count, examples }) => `${check}: ${count} ${what}, such as ${examples[0]}`,
  );
  const end = wrong.length + found.length === 0 ? 'Nothing was lost, doubled, torn or left over.' : 'WRONG:';
  const said = [...remarks, `${records} records looked through. ${end}`, ...wrong, ...found];
  return [`Blows: ${fallen}.`, '', ...table, '', ...said].join('\n');
}

/** Whether everything is as clients were told. */
export function isSound({ verdict, findings }: FaultsReport): boolean {
  return findings.length === 0 && Object.values(verdict).every((places: string[]) => places.length === 0);
}
