import { open } from 'node:fs/promises';
import { filled } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { Failure, isFileError } from '../failure.js';

const STDIN = '-';
const AT_ONCE = 1024 * 1024;

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
    const made = await withDomain(env, async (domain) => {
      return bytesOf(file)
        .then((bytes) => domain.restores.restore(bytes))
        .catch((error: unknown) => {
          throw isFileError(error) ? new Failure(`The file ${file} cannot be read: ${error.code}.`) : error;
        });
    });
    const { workspace_id, name, records, rows, as_of } = made;
    const text = `Restored ${name} (${workspace_id}) as of ${as_of}: ${records} records, ${rows} rows in all.`;
    return { json: made, text };
  },
});

/** Opened before anything is read: an error is told to whoever asked, and not to a stream that nobody reads yet. */
async function bytesOf(file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === STDIN) return process.stdin;
  return (await open(file)).createReadStream({ highWaterMark: AT_ONCE });
}
