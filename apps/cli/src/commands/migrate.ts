import { migrate as applyMigrations, pendingMigrations } from '#crm-domain/operations';
import { defineCommand, type Answer } from '../command.js';
import { databaseUrl, reaching } from '../database.js';

const UP_TO_DATE = 'The database is up to date.';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Bring the database’s schema up to date',
  details: 'Applies the pending migrations, each in its own transaction. If it is already running elsewhere, it waits.',
  options: { 'dry-run': { about: 'Print the SQL without running it' } },
  example: '',
  async run({ 'dry-run': dry }, { env }) {
    const url = await databaseUrl(env);
    return reaching(url, () => (dry ? plan(url) : apply(url)));
  },
});

async function apply(url: string): Promise<Answer> {
  const applied = await applyMigrations(url);
  return { json: { applied }, text: applied.length > 0 ? `Applied ${applied.join(', ')}.` : UP_TO_DATE };
}

async function plan(url: string): Promise<Answer> {
  const pending = await pendingMigrations(url);
  const text = pending.map(({ name, sql }) => `-- ${name}\n${sql.trim()}\n`).join('\n');
  return { json: { pending }, text: pending.length > 0 ? text : `-- ${UP_TO_DATE}` };
}
