import fc from 'fast-check';
import { World } from './support/world.js';
import { sequences } from './support/sequences.js';

// `npm run model` tries as many others as one likes.
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 2000);
const SEED = Number(process.env.MODEL_SEED ?? 1);
// Where a failure was found, as it is told: that sequence alone, made as short as it then was.
const PATH = process.env.MODEL_PATH;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

it(
  'queries answer what a plain model of the records says, whatever was written and is asked',
  async () => {
    await fc.assert(
      fc.asyncProperty(sequences, (steps) => world.run(steps)),
      { numRuns: SEQUENCES, seed: SEED, ...(PATH !== undefined && { path: PATH, endOnFailure: true }) },
    );
  },
  600_000 + SEQUENCES * 500,
);
