import { parseArgs } from 'node:util';
import { makeDevToken } from './dev-token.js';
import { DirectoryStore } from './directory/directory.store.js';
import { readSettings } from './settings.js';
import { openStore } from './store/open-store.js';

// mint-token --workspace <id> --email <address> [--client <id>] [--audience <address>]: prints one token.
const { values } = parseArgs({
  options: {
    workspace: { type: 'string' },
    email: { type: 'string' },
    client: { type: 'string' },
    audience: { type: 'string' },
  },
});

try {
  const { workspace, email, client, audience } = values;
  if (!workspace || !email) throw new Error('Both --workspace and --email are needed.');
  const settings = readSettings(process.env);
  const store = openStore(settings.dataFile);
  const directory = new DirectoryStore(process.env.DATABASE_URL ?? '', settings.issuer);
  try {
    console.log(await makeDevToken({ workspace, email, client, audience }, { settings, store, directory }));
  } finally {
    await directory.close();
    store.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
