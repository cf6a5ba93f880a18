import { difference } from './difference.js';
import { generate } from './generate.js';
import { pathOf, presentSnapshots, readSnapshot } from './snapshot-files.js';

// Says which snapshots are not what the code at hand makes, and in what. Part of `npm run check`.
const texts = await generate();
const problems = [
  ...[...texts].flatMap(([file, text]) => staleness(file, text)),
  ...presentSnapshots()
    .filter((file) => !texts.has(file))
    .map((file) => `${pathOf(file)} is made by nothing any more.`),
];

for (const problem of problems) console.log(problem);
if (problems.length > 0) {
  console.log('When the change is meant, `npm run accept` writes it; the diff then belongs into the same commit.');
  process.exitCode = 1;
}

function staleness(file: string, text: string): string[] {
  const committed = readSnapshot(file);
  if (committed === undefined) return [`${pathOf(file)} is missing.`];
  return committed === text ? [] : [`${pathOf(file)} is stale:\n${difference(committed, text)}\n`];
}
