import { readRunOptions } from '../support/run-options.js';
import { faults } from './support/faults-run.js';
import { isSound, ledgerText } from './support/ledger-text.js';

// `npm run faults -- --seconds 60 --seed 1`: the ledger of faults.spec.ts, as long as one likes.
const { seconds, seed } = readRunOptions(
  'faults',
  'Kills and cuts off services and their database under writes, and compares what was answered with what is stored.',
  {
    seconds: { preset: 60, about: 'how long' },
    seed: { preset: Date.now() % 10_000, about: 'what chance begins with' },
  },
);
console.log(`${seconds} s of faults with seed ${seed}`);
const report = await faults({ seconds, seed });
console.log(ledgerText(report));
// What was cut off on purpose may hold a connection open for long.
process.exit(isSound(report) ? 0 : 1);
