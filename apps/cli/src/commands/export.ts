import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { EXPORT_FORMATS, type ExportFormat, type ExportSink, type NewExport } from '#crm-domain/operations';
import { oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments, Failure, isFileError } from '../failure.js';
import { percent, withProgress, type Show } from '../progress.js';
import { workspace } from './options.js';

export const STDOUT = '-';

export const exportData = defineCommand({
  name: 'export',
  summary: 'Write the records of an object, a view or a workspace to a file or to stdout, as of one moment',
  details:
    'Without --object and --view, the records of all objects are written, one a line. The audit log notes the export. Until it ends, vacuum cannot remove rows that are deleted meanwhile: if whatever reads its output is slow, write to a file first.',
  options: {
    workspace,
    object: { value: '<object>', about: 'Slug or UUID of an object' },
    view: { value: '<view>', about: 'Slug or UUID of a view: only its records' },
    format: {
      value: '<format>',
      about: 'csv, ndjson, or full: all that crm restore needs',
      default: 'ndjson',
      check: oneOf(EXPORT_FORMATS),
    },
    fields: { value: '<a,b>', about: 'Only these fields, separated by commas, such as name,company.name' },
    bom: { about: 'Begin a csv with a byte order mark, for Excel' },
    'as-is': { about: 'Do not escape the cells of a csv that a spreadsheet would run as formulas' },
    out: { value: '<file>', about: 'Where to write; - is stdout', default: STDOUT },
  },
  example: '--workspace $WORKSPACE --object people --format csv --out people.csv',
  async run(given, { env }) {
    const { bom, 'as-is': asIs, object, view, fields } = given;
    if (object !== undefined && view !== undefined)
      throw new BadArguments('--object and --view exclude each other', 'export');
    const asked: NewExport = {
      format: given.format as ExportFormat,
      fields: fields?.split(','),
      ...(object === undefined && view === undefined ? { workspace: true } : { object, view }),
      ...(bom && { bom }),
      ...(asIs && { escape_formulas: false }),
    };
    const write = (sink: ExportSink) =>
      withDomain(env, async (domain) => {
        await domain.workspaces.get(given.workspace);
        return domain.exports.stream(given.workspace, asked, sink);
      });
    const records = await exportTo(given.out, write);
    if (records === undefined) return undefined;
    return { json: { records, file: given.out }, text: `${records} records are in ${given.out}.` };
  },
});

/** Writes to a file, or to stdout for `-`, where nothing else may be said. Gives what was written to a file. */
export async function exportTo(out: string, write: (sink: ExportSink) => Promise<number>): Promise<number | undefined> {
  return withProgress(async (show) => {
    if (out !== STDOUT) return toFile(out, (file) => write(sinkOf(file, show)));
    // On a terminal, stdout and stderr are the same screen.
    await write(sinkOf(process.stdout, process.stdout.isTTY ? () => undefined : show)).catch((error: unknown) => {
      if (!(error instanceof ReaderGone)) throw error;
    });
    return undefined;
  });
}

/** Whoever reads stdout, such as `head`, has enough. */
class ReaderGone extends Error {}

/** Nothing is left of a file that could not be written to its end. */
async function toFile(path: string, write: (out: Writable) => Promise<number>): Promise<number> {
  const unfinished = `${path}.part`;
  const out = createWriteStream(unfinished);
  try {
    await once(out, 'open');
    const records = await write(out);
    out.end();
    await finished(out);
    await rename(unfinished, path);
    return records;
  } catch (error) {
    out.destroy();
    await rm(unfinished, { force: true });
    throw isFileError(error) ? new Failure(`The file ${path} cannot be written: ${error.code}.`) : error;
  }
}

/** Reads no further before what was read is taken. */
function sinkOf(out: Writable, show: Show): ExportSink {
  let failed: Error | undefined;
  out.on('error', (error) => (failed = isFileError(error) && error.code === 'EPIPE' ? new ReaderGone() : error));
  const gone = new Promise<void>((resume) => out.once('close', resume));
  return {
    begin: async () => undefined,
    write: async (text, { records, share }) => {
      if (failed) throw failed;
      show(`${records} written, ${percent(share)}`);
      if (!out.write(text)) await Promise.race([once(out, 'drain'), gone]);
    },
  };
}
