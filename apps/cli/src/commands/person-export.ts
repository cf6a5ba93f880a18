import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { STDOUT, exportTo } from './export.js';
import { email, workspace } from './options.js';

export const personExport = defineCommand({
  name: 'person export',
  summary: 'Write everything that a workspace keeps of a person to a file or to stdout',
  details:
    'A line of JSON for each of their records, closed values, events, conversations and messages, as of one moment. The audit log notes it.',
  options: { workspace, email, out: { value: '<file>', about: 'Where to write; - is stdout', default: STDOUT } },
  example: '--workspace $WORKSPACE --email grace@example.com --out grace.ndjson',
  async run(given, { env }) {
    const lines = await exportTo(given.out, (sink) =>
      withDomain(env, async (domain) => {
        await domain.workspaces.get(given.workspace);
        return domain.exports.streamPerson(given.workspace, given.email, sink);
      }),
    );
    if (lines === undefined) return undefined;
    return { json: { lines, file: given.out }, text: `${lines} lines are in ${given.out}.` };
  },
});
