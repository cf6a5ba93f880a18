import type { Db } from '../crm-database.js';
import { csvLine } from '../csv-line.js';
import { Slices } from '../db/slices.js';
import type { Cells, FileColumn, ImportKey, Row } from './import.js';

const ERRORS_AT_ONCE = 200;
/** Characters after which what is written goes out: a row may be long, and many may read. */
const PIECE = 64 * 1024;

/** A file of the rows of an import that failed. */
export interface ErrorFile {
  import_id: string;
  name: string;
  text: AsyncGenerator<string>;
}

/**
 * The rows that failed, as CSV in UTF-8: all columns of the file, then the number of the row in that file and what is wrong. Mended,
 * it can be imported as it is. Formulas are escaped: who opens it is not always who made the file.
 */
export async function* errorFile(
  db: Db,
  { workspace_id, import_id }: ImportKey,
  columns: readonly FileColumn[],
): AsyncGenerator<string> {
  // Without the mark Excel takes it for another encoding.
  yield `\ufeff${csvLine([...columns.map(({ name }) => name), 'import_row', 'import_error'], true)}`;
  let piece: { first_row: number; rows: Row[] } | undefined;
  let text = '';
  const slices = new Slices();
  for (let after = 0; ;) {
    const errors = await db.autocommit(workspace_id, ({ imports }) => imports.errors(import_id, after, ERRORS_AT_ONCE));
    if (errors.length === 0) break;
    for (const { row_no, row, reason } of errors) {
      // A row may have hundreds of cells, and several may read at a time.
      await slices.next();
      if (!piece || row_no >= piece.first_row + piece.rows.length) {
        const found = await db.autocommit(workspace_id, ({ imports }) => imports.piece(import_id, row_no));
        piece = found && { first_row: found.first_row, rows: JSON.parse(found.cells) as Row[] };
      }
      const cells = piece?.rows[row_no - piece.first_row];
      text += csvLine([...textsOf(cells, columns.length), String(row), reason], true);
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
    after = errors.at(-1)!.row_no;
  }
  if (text !== '') yield text;
}

function textsOf(row: Row | undefined, columns: number): string[] {
  const cells: Cells = typeof row === 'string' || !row ? [] : row;
  return Array.from({ length: columns }, (_, at) => {
    const cell = cells[at] ?? '';
    return typeof cell === 'string' ? cell : JSON.stringify(cell);
  });
}
