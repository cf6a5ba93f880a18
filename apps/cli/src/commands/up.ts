import { defineCommand } from '../command.js';
import { runEverything } from '../up/up.js';

export const up = defineCommand({
  name: 'up',
  summary: 'Start everything with a demo workspace: the same as npm start',
  details:
    'Starts a Postgres of its own in .data/postgres unless DATABASE_URL names one, migrates, makes a demo workspace once, ' +
    'and starts the services. Ctrl-C stops it all. REST_PORT moves the REST API from port 3000.',
  options: { watch: { about: 'Build and start the services anew when a source file changes' } },
  example: '',
  run: ({ watch }, surroundings) => runEverything(surroundings, { watch }),
});
