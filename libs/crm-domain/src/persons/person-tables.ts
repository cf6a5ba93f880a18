/** A column by its name and type in Postgres. */
export interface TableColumn {
  name: string;
  type: string;
}

/** A table of tenants: the columns of its key after the workspace, and those that can hold text. */
export interface PersonTable {
  name: string;
  key: TableColumn[];
  texts: TableColumn[];
}

/** What the entities say of their tables. */
interface TableSource {
  entityMetadatas: readonly {
    tableName: string;
    columns: readonly { databaseName: string; type: unknown; isArray: boolean; isPrimary: boolean }[];
  }[];
}

const TEXTS = ['text', 'json', 'jsonb'];

/** Tables in this order first: what decides about rows of another table comes before that. */
const FIRST = ['record', 'value_history', 'event', 'message', 'conversation', 'conversation_participant'];
/** Holds whom an erasure is about while it is under way. */
const OWN = 'person_erasure';
/** Files, of up to a gigabyte: what they hold is searched by itself. */
const FILES = ['export_chunk', 'import_part'];

/** Every table whose rows belong to a workspace, so that none is forgotten that comes later. */
export function personTables(source: TableSource): PersonTable[] {
  const tables = source.entityMetadatas
    .filter(({ tableName, columns }) => tableName !== OWN && !FILES.includes(tableName) && columns.some(isWorkspace))
    .map(({ tableName, columns }): PersonTable => {
      const others = columns.filter((column) => !isWorkspace(column));
      const of = (column: (typeof columns)[number]) => ({
        name: column.databaseName,
        type: `${String(column.type)}${column.isArray ? '[]' : ''}`,
      });
      const key = others.filter(({ isPrimary }) => isPrimary).map(of);
      return {
        name: tableName,
        key,
        texts: others.map(of).filter(({ type }) => TEXTS.includes(type.replace('[]', ''))),
      };
    })
    // The workspace itself has no other key; it is one row.
    .filter(({ key }) => key.length > 0);
  return tables.sort((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1));
}

function isWorkspace({ databaseName }: { databaseName: string }): boolean {
  return databaseName === 'workspace_id';
}

function place({ name }: PersonTable): number {
  const at = FIRST.indexOf(name);
  return at < 0 ? FIRST.length : at;
}
