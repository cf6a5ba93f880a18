// A process that works on one import and nothing else, so that it can be killed at any moment.
import { openDomain } from '#auth';

const { DATABASE_URL: url = '', WORKSPACE_ID = '', IMPORT_ID = '' } = process.env;
const domain = await openDomain({ url, poolSize: 4, applicationName: 'test-import-worker' });
process.stdout.write('ready\n');
const key = { workspace_id: WORKSPACE_ID, import_id: IMPORT_ID };
while (await domain.importRunner.run(key, new AbortController().signal));
await domain.close();
