import { setTimeout as sleep } from 'node:timers/promises';
import { openDomain } from '#auth';
import { JobQueue, logger } from '#platform';
import { LastWords } from './last-words.js';

// Opens transactions and listens for jobs on a database that dies whenever a connection is ready. A process that hears
// its last words where nobody listens ends with a stack trace; one that ends by itself has heard them all.
logger.level = 'silent';
const database = await LastWords.before(process.env.DATABASE_URL!);
const domain = await openDomain({ url: database.url, poolSize: 4, poolWait: 500 });
const queue = new JobQueue(database.url);
queue.start();
await sleep(500);

let [asked, answered] = [0, 0];
// Where connecting takes longer than anybody waits for it, few are heard in a round.
for (let round = 0; round < 5 || (database.heard <= 10 && round < 50); round++) {
  database.isSpeaking = true;
  database.cut();
  const work = () => domain.db.transaction('', (stores) => stores.workspaces.find());
  const works = Array.from({ length: 12 }, () =>
    work().then(
      () => answered++,
      () => undefined,
    ),
  );
  asked += works.length;
  await Promise.all(works);
  await sleep(400);
}
database.isSpeaking = false;
database.cut();
await domain.db
  .transaction('0197f000-0000-7000-8000-000000000001', (stores) => stores.workspaces.find())
  .catch(() => undefined);
console.log(`heard ${database.heard}, answered ${answered} of ${asked}`);
process.exit(0);
