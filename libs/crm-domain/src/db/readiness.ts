import type { DataSource } from 'typeorm';
import { isBehind } from './migrate.js';

const looks = new WeakMap<DataSource, Promise<string[]>>();

/**
 * What a service lacks of its database, in words for the operator; nothing when it can serve. Anybody may ask, as often as
 * they like: those who ask while somebody looks get the same answer, so that they never take the connections of others.
 */
export function missingFrom(source: DataSource): Promise<string[]> {
  const begun = looks.get(source);
  if (begun) return begun;
  const look = lookAt(source).finally(() => looks.delete(source));
  looks.set(source, look);
  return look;
}

async function lookAt(source: DataSource): Promise<string[]> {
  try {
    await source.query('select 1');
    return (await isBehind(source)) ? ['migrations: the database is behind, run "crm migrate"'] : [];
  } catch {
    return ['database: it cannot be reached'];
  }
}
