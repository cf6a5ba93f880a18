import { parseArgs } from 'node:util';
import { makeDevToken } from './dev-token.js';
import { DirectoryStore } from './directory/directory.store.js';
import { readPlaces } from './settings.js';
import { openStore } from './store/open-store.js';

const text = { type: 'string' } as const;

/** mint-token --workspace <id> --email <address> [--client <id>] [--audience <address>]: one token on stdout. */
async function mint(): Promise<string> {
  const { values } = parseArgs({ options: { workspace: text, email: text, client: text, audience: text } });
  const { workspace, email, client, audience } = values;
  if (!workspace || !email) throw new Error('Both --workspace and --email are needed.');
  const settings = readPlaces(process.env);
  const store = openStore(settings.dataFile);
  const directory = new DirectoryStore(process.env.DATABASE_URL ?? '', settings.issuer);
  try {
    return await makeDevToken({ workspace, email, client, audience }, { settings, store, directory });
  } finally {
    await directory.close();
    store.close();
  }
}

try {
  process.stdout.write(`${await mint()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
