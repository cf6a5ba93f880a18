import { migrate } from '#crm-domain';
import { defineCommand } from '../command.js';
import { databaseUrl } from '../database.js';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database up to date with this version',
  options: {},
  example: '',
  async run() {
    const applied = await migrate(databaseUrl());
    const text = applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date; nothing was applied.';
    return { json: { applied }, text };
  },
});
