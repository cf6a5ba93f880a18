import { defineCommand } from '../command.js';
import { runEverything } from '../up/up.js';

export const up = defineCommand({
  name: 'up',
  summary: 'Start everything with a demo workspace: the same as npm start',
  details:
    'Starts its own Postgres in .data/postgres unless DATABASE_URL is set, migrates it, creates a demo workspace once, ' +
    'and starts the services. Ctrl-C stops everything. The ports are 3000 to 3003, or REST_PORT, MCP_PORT, DEV_IDP_PORT and ' +
    'DEV_PROVIDERS_PORT; Postgres uses the first free port from 5433 on. .env.example lists the other settings of the services.\n' +
    'Everything that it keeps is in .data, in the folder of the repository. No setting moves that as a whole: to start from nothing, ' +
    'or a second time beside this one on other ports, use another copy of the repository.',
  options: { watch: { about: 'Rebuild and restart the services when a source file changes' } },
  example: '',
  run: ({ watch }, surroundings) => runEverything(surroundings, { watch }),
});
