import { open } from 'node:fs/promises';
import { filled } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { Failure, isFileError } from '../failure.js';
import { withProgress, type Show } from '../progress.js';

const STDIN = '-';
const MIB = 1024 * 1024;

export const restore = defineCommand({
  name: 'restore',
  summary: 'Make the workspace of a full export again, whole or not at all',
  details:
    'The workspace gets the ids, the history and the feed that it had; it must not exist in this database. API keys, secrets of webhooks and credentials of accounts are not in the file. Webhooks and automations are switched off, accounts are disconnected, and messages that were on their way count as failed with outcome_unknown: nothing is sent by itself.',
  options: {
    file: {
      value: '<path>',
      about: 'What crm export --format full wrote; - is stdin',
      required: true,
      check: filled,
    },
  },
  example: '--file workspace.full.ndjson',
  async run({ file }, { env }) {
    const restored = (show: Show) =>
      withDomain(env, async (domain) => domain.restores.restore(read(await bytesOf(file), show)));
    const made = await withProgress(restored).catch((error: unknown) => {
      throw isFileError(error) ? new Failure(`The file ${file} cannot be read: ${error.code}.`) : error;
    });
    const { workspace_id, name, records, rows, as_of } = made;
    const text = `Restored ${name} (${workspace_id}) as of ${as_of}: ${records} records, ${rows} rows in all.`;
    return { json: made, text };
  },
});

/** Opened before anything is read: an error is told to whoever asked, and not to a stream that nobody reads yet. */
async function bytesOf(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === STDIN) return process.stdin;
  return (await open(file)).createReadStream({ highWaterMark: MIB });
}

async function* read(bytes: AsyncIterable<Uint8Array>, show: Show): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const some of bytes) {
    show(`${Math.floor((done += some.length) / MIB)} MiB read`);
    yield some;
  }
}
