import { citusPrograms } from '../growth/support/citus-cluster.js';
import { readRunOptions } from '../support/run-options.js';
import { faults } from './support/faults-run.js';
import { isSound, ledgerText } from './support/ledger-text.js';
import { MortalCluster } from './support/mortal-cluster.js';

// The ledger of `npm run faults`, on a cluster whose nodes are struck down. Started by `npm run verify:citus`.
const { seconds, seed } = readRunOptions('faults on a Citus', 'Kills nodes of a Citus that is written to.', {
  seconds: { preset: 60, about: 'how long' },
  seed: { preset: Date.now() % 10_000, about: 'what chance begins with' },
});
const programs = citusPrograms(process.env.CITUS_PG_CONFIG ?? 'pg_config');
if (!programs) throw new Error('There is no Citus: CITUS_PG_CONFIG is to name the pg_config of a server with it.');
console.log(`${seconds} s of faults on a Citus with seed ${seed}`);
const report = await faults({ seconds, seed, most: seconds + 60, breath: 20 }, () => MortalCluster.start(programs));
console.log(ledgerText(report));
if (!report.isStorm) console.log('It was no storm: too little fell, or too little was acknowledged, in this time.');
// What was cut off on purpose may hold a connection open for long.
process.exit(isSound(report) ? 0 : 1);
