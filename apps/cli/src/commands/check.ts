import { ConsistencyService, type ConsistencyReport, type Finding } from '#crm-domain';
import { uuid } from '../checks.js';
import { defineCommand, type Check } from '../command.js';
import { withDomain } from '../database.js';
import { Failure } from '../failure.js';
import { dim, table } from '../terminal.js';

const percent: Check = (text) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100
    ? undefined
    : 'must be a whole number from 1 to 100';

export const check = defineCommand({
  name: 'check',
  summary: 'Look through what is stored for anything that cannot be',
  details:
    'Reads every workspace, or one, as of one moment and while the services run: values against the rows beside them, ' +
    'records against their history, their events and the feed, messages against their deliveries, and rows that nothing ' +
    'leads to. Changes nothing. Ends with 1 when something is found.',
  options: {
    workspace: { value: '<uuid>', about: 'Only this workspace', check: uuid },
    sample: {
      value: '<percent>',
      about: 'Compare the values of that many of a hundred records',
      default: '100',
      check: percent,
    },
  },
  example: '--sample 10',
  async run({ workspace, sample }, { env, answer }) {
    const report = await withDomain(env, async (domain) => {
      if (workspace) await domain.workspaces.get(workspace);
      return new ConsistencyService(domain.db).check({ workspace_id: workspace, percent: Number(sample) });
    });
    answer({ json: { consistent: report.findings.length === 0, ...report }, text: shown(report) });
    if (report.findings.length > 0) throw new Failure(`${things(report.findings)} not as it has to be.`);
    return undefined;
  },
});

function shown({ workspaces, records, findings }: ConsistencyReport): string {
  const looked = `Looked at ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'} and the values of ${records} records.`;
  const rows = findings.map(({ workspace_id, check, count, what, examples }) => [
    ...[workspace_id ?? '(none)', check, String(count), what, examples[0] ?? ''],
  ]);
  return `${table(['Workspace', 'Check', 'Rows', 'What is wrong', 'Such as'], rows, 'Everything is as it has to be.')}\n${dim(looked)}`;
}

function things({ length }: readonly Finding[]): string {
  return length === 1 ? 'One thing is' : `${length} things are`;
}
