import type { DataSource } from 'typeorm';
import { isBehind } from './migrate.js';

/** What a service lacks of its database, in words for the operator; nothing when it can serve. */
export async function missingFrom(source: DataSource): Promise<string[]> {
  try {
    await source.query('select 1');
  } catch {
    return ['database: it cannot be reached'];
  }
  return (await isBehind(source)) ? ['migrations: the database is behind, run "crm migrate"'] : [];
}
