import { DirectoryStore } from './directory/directory.store.js';
import { startDevIdp } from './server.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.env);
const directory = new DirectoryStore(process.env.DATABASE_URL ?? '', settings.issuer);
const idp = await startDevIdp(settings, directory);
console.info(`Development identity provider: ${idp.issuer}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void idp.close().then(() => directory.close()));
}
