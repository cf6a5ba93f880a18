import { defineCommand } from '../command.js';
import { up } from '../local/up.js';

export const upCommand = defineCommand({
  name: 'up',
  summary: 'run everything on this machine, with a database and demo data of its own',
  options: { watch: { about: 'build and start the services again when a source file changes' } },
  example: '',
  async run({ watch }) {
    await up({ watch });
    return undefined;
  },
});
