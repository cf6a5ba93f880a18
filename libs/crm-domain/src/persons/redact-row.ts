import type { WorkspaceSchema } from '../objects/schema.js';
import type { Stores } from '../stores.js';
import type { Counts, Subject } from './erasure.js';
import type { PagedRow } from './person.store.js';
import type { PersonTable } from './person-tables.js';
import { Redactor } from './traces.js';

/** What rules work with. */
export interface Erasing {
  stores: Stores;
  workspace_id: string;
  erasure_id: string;
  schema: WorkspaceSchema;
  subject: Subject;
  /** All tables by their names: of some rows those of other tables are erased along. */
  tables: ReadonlyMap<string, PersonTable>;
  /** Rows that were changed, by table; a rule adds only those of other tables than its own. */
  erased: Counts;
}

/** Gives whether the row was changed. */
export type Rule = (erasing: Erasing, table: PersonTable, row: PagedRow) => Promise<boolean>;

/** Gives whether there was anything. */
export async function redactColumns(
  { stores, subject }: Pick<Erasing, 'stores' | 'subject'>,
  table: PersonTable,
  key: readonly string[],
  { columns, names }: { columns: readonly string[]; names: boolean },
): Promise<boolean> {
  const held = await stores.persons.texts(table, key, true);
  if (!held) return false;
  const all = await redacted(table, held, new Redactor(subject.traces, names));
  const changes = Object.fromEntries(Object.entries(all).filter(([name]) => columns.includes(name)));
  await stores.persons.write(table, key, changes);
  return Object.keys(changes).length > 0;
}

/** Those columns of a row that hold a trace, without it. */
export async function redacted(
  table: PersonTable,
  held: Record<string, unknown>,
  redactor: Redactor,
): Promise<Record<string, unknown>> {
  const changes: Record<string, unknown> = {};
  for (const { name, type } of table.texts) {
    const value = held[name];
    if (value === null || value === undefined) continue;
    if (type.startsWith('json')) {
      const json = JSON.stringify(JSON.parse(value as string));
      const after = JSON.stringify(await redactor.json(JSON.parse(value as string)));
      if (after !== json) changes[name] = after;
    } else {
      const after = await redactor.json(value);
      if (JSON.stringify(after) !== JSON.stringify(value)) changes[name] = after;
    }
  }
  return changes;
}
