import { defineCommand } from '../command.js';
import { runEverything } from '../up/up.js';

export const up = defineCommand({
  name: 'up',
  summary: 'Start everything with a demo workspace: the same as npm start',
  details:
    'Starts a Postgres of its own in .data/postgres unless DATABASE_URL names one, migrates, makes a demo workspace once, ' +
    'and starts the services. Ctrl-C stops it all. REST_PORT, MCP_PORT, DEV_IDP_PORT and DEV_PROVIDERS_PORT move them from ports ' +
    '3000 to 3003; Postgres takes the next free port from 5433 on by itself. .env.example names what else the services read.',
  options: { watch: { about: 'Build and start the services anew when a source file changes' } },
  example: '',
  run: ({ watch }, surroundings) => runEverything(surroundings, { watch }),
});
