import type { Stores } from '../stores.js';
import type { ImportState } from '../imports/import.js';
import { readPiece } from '../exports/stored-file.js';
import type { Subject } from './erasure.js';
import { TracesInFiles } from './traces-in-files.js';

/** Files that may hold the person, by the table of their pieces. */
export interface FilesFound {
  export_chunk: string[];
  /** Exports under way: they read data of a moment before. */
  running: string[];
  import_part: string[];
}

/** Imports that need their file as it was sent. */
const UNREAD: readonly ImportState[] = ['uploading', 'reading'];
const WHY_CANCELED =
  'The data of a person was erased while the file waited to be read, and the file may have held some of it. Take the person out of the file and upload it again.';

/** Characters that two pieces of a file that is imported are looked at together, for what lies across them. */
const OVERLAP = 1000;

/**
 * Looks into files that are kept compressed or as they were sent. A workbook cannot be looked into by pieces: it counts
 * as one that holds the person.
 *
 * @param goOn called before each piece of a file; what it throws ends the search
 */
export async function findInFiles(stores: Stores, subject: Subject, goOn: () => Promise<void>): Promise<FilesFound> {
  const wanted = new TracesInFiles(subject);
  const exports = await stores.exports.list();
  const found: FilesFound = { export_chunk: [], running: [], import_part: [] };
  for (const { export_id, state, chunks } of exports) {
    if (state === 'running') found.running.push(export_id);
    if (state === 'completed' && (await holds(pieces(stores, { export_id, chunks }, goOn), wanted)))
      found.export_chunk.push(export_id);
  }
  for (const { import_id, format } of await stores.persons.unreadImports())
    if (format === 'xlsx' || (await holds(parts(stores, import_id, goOn), wanted))) found.import_part.push(import_id);
  return found;
}

/** Takes such files away. Gives how many. An export under way begins anew. An import of a file that is not read yet is canceled. */
export async function eraseFiles(stores: Stores, { export_chunk, running, import_part }: FilesFound): Promise<number> {
  for (const export_id of export_chunk) {
    await stores.exports.cancel(export_id);
    while (await stores.exports.dropChunks(export_id));
  }
  for (const export_id of running) {
    const row = await stores.exports.find(export_id);
    if (row?.state === 'running') await stores.exports.release(row);
  }
  for (const import_id of import_part) {
    const job = await stores.imports.hold(import_id);
    if (job && UNREAD.includes(job.state)) await stores.imports.update(import_id, canceled());
    while (await stores.imports.drop('import_part', import_id));
  }
  return export_chunk.length + import_part.length;
}

function canceled() {
  const [finished_at, kept_until] = [() => 'now()', () => 'now()'];
  return { state: 'canceled', failure: WHY_CANCELED, claim: null, finished_at, kept_until } as const;
}

async function holds(texts: AsyncIterable<string>, wanted: TracesInFiles): Promise<boolean> {
  for await (const text of texts) if (await wanted.isIn(text)) return true;
  return false;
}

/** Of an export. Records are never divided between two of them. */
async function* pieces(
  { exports }: Stores,
  ...[{ export_id, chunks }, goOn]: [{ export_id: string; chunks: number }, () => Promise<void>]
): AsyncGenerator<string> {
  for (let chunk = 0; chunk < chunks; chunk++) {
    await goOn();
    const body = await exports.chunk(export_id, chunk);
    if (body) yield (await readPiece(body)).toString();
  }
}

/** Of a file that is imported, each with the end of the one before. */
async function* parts({ imports }: Stores, importId: string, goOn: () => Promise<void>): AsyncGenerator<string> {
  let before = '';
  for (let part = 1, bytes; (bytes = await imports.part(importId, part)); part++) {
    await goOn();
    // Without the zero bytes of UTF-16: addresses and numbers are ASCII in every encoding.
    const text = before + bytes.toString('latin1').replaceAll('\0', '');
    yield text;
    before = text.slice(-OVERLAP);
  }
}
