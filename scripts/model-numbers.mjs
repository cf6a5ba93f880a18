/** How much chance tries in the tests of test/model, where nothing else is said. */
const TRIED = {
  MODEL_SEQUENCES: 50_000,
  DRY_RUN_PAIRS: 2000,
  UNDO_HISTORIES: 2000,
  BATCH_SEQUENCES: 500,
  MERGE_HISTORIES: 200,
};

/** Sets what is not set, and says all, so that what chance has found can be found again. */
export function setModelNumbers() {
  const numbers = { ...TRIED, MODEL_SEED: Date.now() % 1_000_000 };
  for (const [name, number] of Object.entries(numbers)) process.env[name] ??= String(number);
  const said = Object.keys(numbers).map((name) => `${name}=${process.env[name]}`);
  console.log(`Runs with ${said.join(' ')}`);
}
