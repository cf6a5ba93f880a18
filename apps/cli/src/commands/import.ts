import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { trustedClaim, type Actor, type Caller, type Domain } from '#crm-domain';
import {
  COUNTRIES,
  CURRENCY_CODES,
  DATE_ORDERS,
  ENCODINGS,
  IMPORT_FORMATS,
  WORKING,
  type FileOptions,
  type ImportFormat,
  type ImportWire,
  type Mapping,
  type ReadingSettings,
  type Separator,
} from '#crm-domain/writes';
import { newId } from '#platform';
import { code, filled, oneOf, uuid } from '../checks.js';
import { EVERYWHERE, defineCommand, type Surroundings } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments, Failure } from '../failure.js';
import { readMapping } from '../import-mapping.js';
import { mappingText, summaryOf } from '../import-texts.js';
import { undoImport } from '../import-undo.js';
import { uploadNew, uploadRest } from '../import-upload.js';
import { workspace } from './options.js';

/** Exit code where rows have failed, or would. */
const ROWS_FAILED = 3;
/** After so long without progress whoever worked on an import has gone. */
const IDLE_MS = 60_000;
const FOLLOW_MS = 1000;

/** A tab is hard to type. */
const SEPARATED_BY: Record<string, Separator> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };

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
    'Without --mapping the columns go where they are proposed to; --dry-run shows that mapping and what would be done. A command that was broken off goes on with --resume; where its upload was, with --file as well. --undo stands alone with --workspace. Exit code: 0 when all rows are written (or would be), 1 for a failure, 2 for wrong arguments, 3 when rows have failed (or would).',
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
    separator: {
      value: '<name>',
      about: 'Of a CSV file; default: it is found out',
      check: oneOf(Object.keys(SEPARATED_BY)),
    },
    sheet: { value: '<name>', about: 'Of a workbook; default: the first', check: filled },
    split: { value: '<text>', about: 'Between several values in a cell, such as ";"', check: filled },
    dates: { value: '<order>', about: 'Of days, months and years in dates', check: oneOf(DATE_ORDERS) },
    decimal: { value: '<mark>', about: 'Before decimals: "." or ","', check: oneOf(['.', ',']) },
    currency: { value: '<code>', about: 'Of amounts without one, such as EUR', check: code(CURRENCY_CODES) },
    country: { value: '<code>', about: 'Of phone numbers without one, such as DE', check: code(COUNTRIES) },
    create: { about: 'Create the records that references name where they are missing' },
    'dry-run': { about: 'Try all rows and write none' },
    errors: { value: '<path>', about: 'Write the rows that failed to this CSV file', check: filled },
    resume: { value: '<uuid>', about: 'Go on with this import', check: uuid },
    undo: { value: '<uuid>', about: 'Undo this import: delete what it created, give changed values back', check: uuid },
  },
  example: '--workspace $WORKSPACE --object people --file contacts.csv --match email_addresses --dry-run',
  async run(given, { env, say, answer }) {
    const caller = trustedClaim(given.workspace, { origin: 'cli', request_id: newId() });
    if (given.undo !== undefined) return undone(given, caller, env);
    // Before a file is sent, which may take long.
    const mapping = given.mapping === undefined ? undefined : await readMapping(given.mapping);
    const shown = await withDomain(env, async (domain) => {
      await domain.workspaces.get(given.workspace);
      const run: Run = { domain, actor: await domain.access.authorize(caller, 'write:data'), say };
      const id = given.resume === undefined ? await begin(run, given) : await resumed(run, given.resume, given);
      let now = await workedOff(run, id);
      if (now.state === 'ready' || now.state === 'checked') now = await begun(run, now, { ...given, mapping });
      if (given.errors !== undefined) await writeErrors(run, now.id, given.errors);
      return now;
    });
    if (shown.state === 'failed') throw new Failure(`The import has failed: ${shown.failure ?? ''}`);
    answer({ json: shown, text: summaryOf(shown) });
    const { failed } = shown.rows;
    if (failed > 0) throw new Failure(failed === 1 ? 'One row failed.' : `${failed} rows failed.`, ROWS_FAILED);
  },
});

/** @throws BadArguments beside other options */
async function undone(given: { workspace: string; undo?: string | undefined }, caller: Caller, env: NodeJS.ProcessEnv) {
  const { workspace: workspaceId, undo, ...others } = given;
  const other = Object.entries(others).find(([name, value]) => value && !(name in EVERYWHERE));
  if (other) throw new BadArguments(`--undo and --${other[0]} exclude each other`, 'import');
  return withDomain(env, async (domain) => {
    await domain.workspaces.get(workspaceId);
    return undoImport(domain, caller, undo!);
  });
}

interface Given {
  file?: string | undefined;
  object?: string | undefined;
  format?: string | undefined;
  encoding?: string | undefined;
  separator?: string | undefined;
  sheet?: string | undefined;
}

/** @throws Failure without a file or an object */
async function begin(run: Run, { file, object, format, ...given }: Given): Promise<string> {
  if (file === undefined || object === undefined) throw new Failure('--file and --object are missing.');
  const asked = { object, format: format as ImportFormat | undefined, options: fileOptions(given) };
  return uploadNew({ ...run, file }, asked);
}

/** Sends the rest of its file, or has that read in another way. @throws Failure without the file */
async function resumed(run: Run, id: string, given: Given): Promise<string> {
  const now = await run.domain.imports.get(run.actor, id);
  if (now.state === 'uploading') {
    if (given.file === undefined) throw new Failure('Its upload was broken off: give the same file with --file.');
    await uploadRest({ ...run, file: given.file }, now);
    return id;
  }
  const options = fileOptions(given);
  if (Object.values(options).some((option) => option !== undefined))
    await run.domain.imports.read(run.actor, id, options);
  return id;
}

function fileOptions({ encoding, separator, sheet }: Given): FileOptions {
  return {
    encoding: encoding as FileOptions['encoding'],
    separator: separator === undefined ? undefined : SEPARATED_BY[separator],
    sheet,
  };
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

interface Settings {
  mapping: Mapping | undefined;
  match?: string | undefined;
  split?: string | undefined;
  dates?: string | undefined;
  decimal?: string | undefined;
  currency?: string | undefined;
  country?: string | undefined;
  create: boolean;
  'dry-run': boolean;
}

async function begun(run: Run, shown: ImportWire, given: Settings): Promise<ImportWire> {
  const { domain, actor, say } = run;
  const { id, mapping: proposed } = shown;
  const read = given.mapping ?? proposed!;
  const matched = given.match === undefined ? read : { ...read, match: given.match };
  const mapping = await domain.imports.withSettings(actor, id, matched, settingsOf(given));
  say(mappingText(shown, mapping));
  await (given['dry-run'] ? domain.imports.check(actor, id, mapping) : domain.imports.run(actor, id, mapping));
  return workedOff(run, id);
}

function settingsOf({ split, dates, decimal, currency, country, create }: Settings): ReadingSettings {
  return {
    split,
    date_order: dates as ReadingSettings['date_order'],
    decimal: decimal as ReadingSettings['decimal'],
    currency_code: currency?.toUpperCase(),
    country: country?.toUpperCase(),
    create,
  };
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
