import { migrate as applyMigrations } from '#crm-domain';
import { defineCommand } from '../command.js';
import { databaseUrl, reaching } from '../database.js';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Bring the database’s schema up to date',
  details: 'Applies what is pending, each migration in a transaction of its own. A second one at the same time waits.',
  options: {},
  example: '',
  async run(_given, { env }) {
    const url = await databaseUrl(env);
    const applied = await reaching(url, () => applyMigrations(url));
    return {
      json: { applied },
      text: applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.',
    };
  },
});
