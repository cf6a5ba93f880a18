import { generate } from './generate.js';
import {
  pathOf,
  presentSnapshots,
  readSnapshot,
  removeSnapshot,
  sentStatements,
  writeSnapshot,
} from './snapshot-files.js';

// `npm run accept`: writes what the code at hand makes, and removes what nothing makes any more.
const texts = new Map([...(await generate()), ...sentStatements()]);
const changed = [...texts].filter(([file, text]) => readSnapshot(file) !== text);
const orphans = presentSnapshots().filter((file) => !texts.has(file));

for (const [file, text] of changed) writeSnapshot(file, text);
for (const file of orphans) removeSnapshot(file);

for (const [file] of changed) console.log(`${pathOf(file)} written`);
for (const file of orphans) console.log(`${pathOf(file)} removed`);
if (changed.length + orphans.length === 0) console.log(`All ${texts.size} snapshots were true already.`);
