import type { Db } from '../crm-database.js';
import { notFound } from '../errors.js';
import { readChanges } from '../events/changes.js';
import type { ExportSink } from '../exports/export-sink.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { Values } from '../records/document.js';
import type { Stores } from '../stores.js';
import { findPerson } from './find-person.js';
import { personTables, type PersonTable } from './person-tables.js';
import { widePatterns } from './traces.js';

/**
 * Tables that hold what is known of a person; others are made of these. What other people's records say of the person
 * is left out, since it is as much about those.
 */
const EXPORTED = [
  'record',
  'value_history',
  'event',
  'conversation',
  'conversation_participant',
  'message',
  'message_recipient',
  'message_attachment',
  'user_block',
];
const ROWS_AT_ONCE = 100;
/** Characters of lines that are written together: a row may have some millions. */
const PIECE = 64 * 1024;

type Row = Record<string, unknown>;

/**
 * Writes everything that is kept of a person, as of one moment: a line of JSON for each record, closed value, event,
 * conversation and message, which says in `kind` what it is. Gives how many lines.
 *
 * @throws DomainError conflict where too much is of this person; whatever the sink throws
 */
export function exportPerson(
  db: Db,
  { workspace_id, email }: { workspace_id: string; email: string },
  sink: ExportSink,
): Promise<number> {
  return db.snapshot(workspace_id, async (stores) => {
    const { at, position } = await stores.exports.moment();
    await sink.begin(at, position);
    const schema = await stores.schema.load();
    if (!schema) throw notFound('Workspace');
    const subject = await findPerson(stores, schema, { email, also: [] });
    const handles = subject.traces.addresses.map(({ handle }) => handle);
    const looked = { ...widePatterns(subject.traces), records: subject.records, handles };
    const tables = personTables(db.source).filter(({ name }) => EXPORTED.includes(name));
    let lines = 0;
    for (const [done, table] of tables.entries())
      for await (const piece of inPieces(ownRows(stores, table, looked), (row) => readable(schema, table.name, row))) {
        lines += piece.length;
        await sink.write(piece.join(''), { records: lines, share: done / tables.length });
      }
    return lines;
  });
}

/** Lines of JSON. */
async function* inPieces(rows: AsyncIterable<Row>, shown: (row: Row) => Row): AsyncGenerator<string[]> {
  let piece: string[] = [];
  let size = 0;
  for await (const row of rows) {
    const line = `${JSON.stringify(shown(row))}\n`;
    piece.push(line);
    size += line.length;
    if (size < PIECE) continue;
    yield piece;
    [piece, size] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

type Looked = Parameters<Stores['persons']['page']>[3];

async function* ownRows({ persons }: Stores, table: PersonTable, looked: Looked): AsyncGenerator<Row> {
  let after: string[] | null = null;
  for (let isLast = false; !isLast;) {
    const page = await persons.page(table, after, ROWS_AT_ONCE, looked);
    for (const { own, key } of page) {
      const row = own ? await persons.row(table, key) : undefined;
      if (row) yield row;
    }
    isLast = page.length < ROWS_AT_ONCE;
    after = page.at(-1)?.key ?? null;
  }
}

/** With names of objects and attributes in place of numbers. */
function readable(schema: WorkspaceSchema, kind: string, { workspace_id: _, ...row }: Row): Row {
  const object = schema.find((row.object_id as string | null) ?? '');
  if (kind === 'record') {
    const { vals, meta: _stamps, refs: _refs, size: _size, ...rest } = row;
    const named = Object.entries(vals as Values).map(([no, value]) => [
      object?.byNo.get(Number(no))?.slug ?? no,
      value,
    ]);
    return { kind, object: object?.row.slug ?? null, ...rest, values: Object.fromEntries(named) };
  }
  if (kind !== 'event') return { kind, ...row };
  const { kind: event, data, ...rest } = row;
  const { changes, ...more } = data as { changes?: Parameters<typeof readChanges>[0] };
  return {
    kind,
    event,
    object: object?.row.slug ?? null,
    ...rest,
    data: { ...more, ...(changes && { changes: readChanges(changes) }) },
  };
}
