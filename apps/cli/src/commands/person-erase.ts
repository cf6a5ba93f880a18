import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '#crm-domain/people';
import type { Domain } from '#crm-domain';
import type { Certificate, ErasureWire } from '#crm-domain/operations';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { Failure } from '../failure.js';
import { percent, withProgress, type Show } from '../progress.js';
import { table } from '../terminal.js';
import { email, workspace } from './options.js';

const LOOK_EVERY_MS = 500;

export const personErase = defineCommand({
  name: 'person erase',
  summary: 'Erase a person from a workspace, and print a certificate of what was done',
  details:
    'Their records go with all history, their messages are emptied, and their addresses, phone numbers and names are taken out of what others wrote about them. Then every table is searched for them. This cannot be undone: begin with --dry-run. When the command ends early, a service goes on.',
  options: {
    workspace,
    email,
    also: {
      value: '<a,b>',
      about:
        'Objects whose records are erased if they refer to the person and to nothing else; default: notes,tasks,activities',
    },
    'dry-run': { about: 'Only count what there is' },
    'expect-digest': {
      value: '<digest>',
      about: 'The digest of a dry run: erase nothing if there is something else by now',
    },
  },
  example: '--workspace $WORKSPACE --email grace@example.com --dry-run',
  async run(given, { env }) {
    const { workspace: workspaceId, also, 'dry-run': dry_run, 'expect-digest': expect_digest } = given;
    const input = { email: given.email, also: also?.split(','), dry_run, expect_digest };
    const erasure = await withDomain(env, async (domain) => {
      await domain.workspaces.get(workspaceId);
      const { id, addresses } = await domain.persons.erase(workspaceId, OPERATOR, input);
      return { ...(await withProgress((show) => finished(domain, id, show))), addresses };
    });
    if (erasure.state === 'failed') throw new Failure(erasure.failure ?? 'It failed.');
    const { certificate, addresses } = erasure;
    if (!certificate) {
      // Where there is nothing to erase there is nothing to demand either.
      const digest = erasure.digest ? `\nDigest: ${erasure.digest}` : '';
      const whose = `Addresses: ${(addresses ?? []).join(', ')}\n`;
      return { json: erasure, text: whose + counted(erasure.counted ?? {}) + digest };
    }
    return { json: certificate, text: described(certificate) };
  },
});

const STEPS: Record<ErasureWire['step'], string> = {
  count: 'Counting',
  files: 'Searching files',
  erase: 'Erasing',
  scan: 'Searching for what is left',
};

/** Works on it here, beside the services that may have taken it. */
async function finished(domain: Domain, id: ErasureWire['id'], show: Show): Promise<ErasureWire> {
  const { signal } = new AbortController();
  for (;;) {
    const erasure = await domain.persons.get(id.workspace_id, id.erasure_id);
    if (erasure.finished_at !== null) return erasure;
    show(`${STEPS[erasure.step]}, ${percent(erasure.progress)} of the tables`);
    if (!(await domain.personEraser.run(id, signal))) await sleep(LOOK_EVERY_MS);
    await domain.purges.run();
  }
}

function described({ erased, scan, digest }: Certificate): string {
  const found = Object.keys(scan.found).length;
  return [
    counted(erased),
    `Searched ${scan.rows} rows of ${scan.tables} tables afterwards.`,
    found > 0 ? `Something is left:\n${counted(scan.found)}` : 'Nothing of the person was found.',
    ...(Object.keys(scan.names).length > 0 ? [`The same name elsewhere:\n${counted(scan.names)}`] : []),
    `Digest of the certificate: ${digest}`,
  ].join('\n');
}

function counted(counts: Record<string, number>): string {
  const rows = Object.entries(counts).map(([name, rows]) => [name, String(rows)]);
  return table(['Table', 'Rows'], rows, 'There is nothing of this person.');
}
