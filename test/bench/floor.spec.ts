import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { prepare, readWorlds } from './dataset/prepare.js';
import { startServers, type Stop } from './servers.js';
import { letPeopleIn, startIssuer } from './tools/people.js';
import { verifyTools } from './tools/verify-tools.js';
import { verify } from './verify.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('the floors of the bench answer and write what the services do', async () => {
  const stops: Stop[] = [];
  try {
    await prepare(database.url, [200]);
    const worlds = await readWorlds(database.url);
    const issuer = await startIssuer();
    stops.push(() => issuer.stop());
    await letPeopleIn(database.url, worlds, issuer);
    const servers = await startServers({ url: database.url, issuer }, stops);
    await verify({ worlds, ...servers }, database.url);
    await verifyTools({ worlds, ...servers });
  } finally {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  }
});
