import { parseArgs } from 'node:util';
import { faults } from './support/faults-run.js';
import { isSound, ledgerText } from './support/ledger-text.js';

// `npm run faults -- --seconds 60 --seed 1`: the ledger of faults.spec.ts, as long as one likes.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 10_000) },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
console.log(`${seconds} s of faults with seed ${seed}`);
const report = await faults({ seconds, seed });
console.log(ledgerText(report));
// What was cut off on purpose may hold a connection open for long.
process.exit(isSound(report) ? 0 : 1);
