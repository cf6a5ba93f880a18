import { open, readFile, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { trustedClaim, type Actor, type Domain } from '#crm-domain';
import { ENCODINGS, IMPORT_FORMATS, WORKING, type ImportWire, type Mapping } from '#crm-domain/writes';
import { newId } from '#platform';
import { filled, oneOf } from '../checks.js';
import { defineCommand, type Surroundings } from '../command.js';
import { withDomain } from '../database.js';
import { Failure } from '../failure.js';
import { table } from '../terminal.js';
import { workspace } from './options.js';

/** Failed rows that are printed. */
const SHOWN_ERRORS = 20;
/** After so long without progress whoever worked on an import has gone. */
const IDLE_MS = 60_000;
const FOLLOW_MS = 1000;

type Say = Surroundings['say'];

/** An import, and who does it. */
interface Run {
  domain: Domain;
  actor: Actor;
  say: Say;
}

export const importFile = defineCommand({
  name: 'import',
  summary: 'Import a CSV, NDJSON or Excel file into an object of a workspace',
  details:
    'Without --mapping the columns go where they are proposed to; --dry-run shows that mapping and what would be done. A command that was broken off goes on with --resume.',
  options: {
    workspace,
    file: { value: '<path>', about: 'The file', check: filled },
    object: { value: '<slug>', about: 'The object whose records the rows become', check: filled },
    match: { value: '<attribute>', about: 'Unique attribute by which rows find their records', check: filled },
    mapping: {
      value: '<path>',
      about: 'JSON file: {"match", "columns": [{"column", "attribute", ...}]}',
      check: filled,
    },
    format: { value: '<format>', about: 'Default: by the name of the file', check: oneOf(IMPORT_FORMATS) },
    encoding: { value: '<name>', about: 'Default: it is found out', check: oneOf(ENCODINGS) },
    sheet: { value: '<name>', about: 'Of a workbook; default: the first', check: filled },
    'dry-run': { about: 'Try all rows and write none' },
    errors: { value: '<path>', about: 'Write the rows that failed to this CSV file', check: filled },
    resume: { value: '<import>', about: 'Go on with this import, in place of --file', check: filled },
  },
  example: '--workspace $WORKSPACE --object people --file contacts.csv --match email_addresses --dry-run',
  async run(given, { env, say }) {
    const shown = await withDomain(env, async (domain) => {
      await domain.workspaces.get(given.workspace);
      const caller = trustedClaim(given.workspace, { origin: 'cli', request_id: newId() });
      const run: Run = { domain, actor: await domain.access.authorize(caller, 'write:data'), say };
      const id = given.resume ?? (await upload(run, given));
      let now = await workedOff(run, id);
      if (now.state === 'ready' || now.state === 'checked') now = await begun(run, now, given);
      if (given.errors !== undefined) await writeErrors(run, now.id, given.errors);
      return now;
    });
    if (shown.state === 'failed') throw new Failure(`The import has failed: ${shown.failure ?? ''}`);
    return { json: shown, text: summaryOf(shown) };
  },
});

interface Given {
  file?: string | undefined;
  object?: string | undefined;
  format?: string | undefined;
  encoding?: string | undefined;
  sheet?: string | undefined;
}

/** @throws Failure without a file or an object */
async function upload({ domain, actor, say }: Run, { file, object, format, encoding, sheet }: Given): Promise<string> {
  if (file === undefined || object === undefined) throw new Failure('--file and --object are missing.');
  const handle = await open(file).catch(() => {
    throw new Failure('The file cannot be opened.');
  });
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new Failure('The file is empty.');
    const { id, parts, part_bytes } = await domain.imports.create(actor, {
      object,
      file_name: basename(file),
      bytes: size,
      format: format as (typeof IMPORT_FORMATS)[number] | undefined,
      options: { encoding: encoding as (typeof ENCODINGS)[number] | undefined, sheet },
    });
    say(`Import ${id}: uploading ${size} bytes.`);
    for (let part = 1; part <= parts; part++)
      await domain.imports.putPart(actor, id, part, await partOf(handle, part, part_bytes));
    return id;
  } finally {
    await handle.close();
  }
}

async function partOf(handle: FileHandle, part: number, most: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, (part - 1) * most);
  return buffer.subarray(0, bytesRead);
}

/** Works on an import until there is nothing to do, or follows it while a service does. */
async function workedOff({ domain, actor, say }: Run, id: string): Promise<ImportWire> {
  const key = { workspace_id: actor.workspace_id, import_id: id };
  const { signal } = new AbortController();
  let isOurs = true;
  let last = { updated_at: '', seen: 0 };
  for (;;) {
    const hasMore: boolean = isOurs && (await domain.importRunner.run(key, signal));
    const now = await domain.imports.get(actor, id);
    if (!WORKING.includes(now.state)) return now;
    say(`${now.state}: ${now.rows.done} of ${now.rows.total} rows, ${now.rows.failed} failed.`);
    if (now.updated_at !== last.updated_at) last = { updated_at: now.updated_at, seen: performance.now() };
    // By this clock alone: it may differ from that of the database.
    isOurs = hasMore || performance.now() - last.seen > IDLE_MS;
    if (!isOurs) await sleep(FOLLOW_MS);
  }
}

async function begun(
  run: Run,
  { id, mapping: proposed }: ImportWire,
  given: { mapping?: string | undefined; match?: string | undefined; 'dry-run': boolean },
): Promise<ImportWire> {
  const { domain, actor, say } = run;
  const read = given.mapping === undefined ? proposed! : await readMapping(given.mapping);
  const mapping = given.match === undefined ? read : { ...read, match: given.match };
  say(mappingTable(mapping));
  await (given['dry-run'] ? domain.imports.check(actor, id, mapping) : domain.imports.run(actor, id, mapping));
  return workedOff(run, id);
}

async function readMapping(path: string): Promise<Mapping> {
  try {
    const read = JSON.parse(await readFile(path, 'utf8')) as Mapping;
    if (Array.isArray(read.columns)) return read;
  } catch {
    // Said below.
  }
  throw new Failure(
    'The mapping must be a JSON file: {"match": "...", "columns": [{"column": "...", "attribute": "..."}]}.',
  );
}

async function writeErrors({ domain, actor }: Run, id: string, path: string): Promise<void> {
  const { text } = await domain.imports.errorFile(actor, id);
  const handle = await open(path, 'w');
  try {
    for await (const piece of text) await handle.write(piece);
  } finally {
    await handle.close();
  }
}

function mappingTable({ match, columns }: Mapping): string {
  const rows = columns.map(({ column, attribute, part, match: by }) => [
    column,
    `${attribute}${part ? `, ${part}` : ''}${by ? ` by ${by}` : ''}`,
  ]);
  const how = match ? `Rows find their records by ${match}.` : 'Each row makes a record.';
  return `${table(['Column', 'Goes to'], rows, 'No column has a place.')}\n${how}`;
}

function summaryOf({ id, state, rows, errors = [] }: ImportWire): string {
  const { total, created, updated, failed } = rows;
  const counts = `${created} created, ${updated} updated, ${failed} failed of ${total} rows`;
  const failures = errors.slice(0, SHOWN_ERRORS).map(({ row, reason }) => `Row ${row}: ${reason}`);
  const more =
    failed > failures.length ? [`${failed - failures.length} more: write them to a file with --errors.`] : [];
  const title =
    state === 'checked'
      ? `Nothing was written. A run would do this: ${counts}.`
      : `Import ${id} is ${state}: ${counts}.`;
  return [title, ...failures, ...more].join('\n');
}
