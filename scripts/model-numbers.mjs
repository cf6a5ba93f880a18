/** What `npm run model` runs: what chance makes up, races, and services that are killed. */
export const MODEL_TESTS = ['test/model', 'test/rest/write-races', 'test/operations/killed-batches'];

/** How much is tried there, where nothing else is said. */
const TRIED = {
  MODEL_SEQUENCES: 50_000,
  DRY_RUN_PAIRS: 2000,
  UNDO_HISTORIES: 2000,
  BATCH_SEQUENCES: 500,
  MERGE_HISTORIES: 200,
  FULL_EXPORTS: 200,
  MODEL_PROBES: 2000,
  // Of each of three kinds, a race of ten writers each.
  WRITE_RACES: 334,
  // Of each of three kinds of batch: more than a batch has, so that each point of it is tried.
  KILL_POINTS: 1000,
};

/** Sets what is not set, and says all, so that what chance has found can be found again. */
export function setModelNumbers() {
  const numbers = { ...TRIED, MODEL_SEED: Date.now() % 1_000_000 };
  for (const [name, number] of Object.entries(numbers)) process.env[name] ??= String(number);
  const said = Object.keys(numbers).map((name) => `${name}=${process.env[name]}`);
  console.log(`Runs with ${said.join(' ')}`);
}
