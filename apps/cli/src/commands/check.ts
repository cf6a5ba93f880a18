import { ConsistencyService, UNREADABLE, type ConsistencyReport, type Finding } from '#crm-domain/operations';
import { incomplete, placedInPart } from '../told-by-citus.js';
import { uuid } from '../checks.js';
import { defineCommand, type Check } from '../command.js';
import { databaseUrl, withDomain } from '../database.js';
import { Failure } from '../failure.js';
import { dim, table } from '../terminal.js';

const percent: Check = (text) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100
    ? undefined
    : 'must be a whole number from 1 to 100';

export const check = defineCommand({
  name: 'check',
  summary: 'Check stored data for inconsistencies',
  details:
    'Compares what is stored in all workspaces, or in one: values with their index rows, records with their history, events ' +
    'and feed, and messages with their deliveries; and finds rows that nothing refers to, and on a Citus cluster copies of users that ' +
    'differ and workspaces or keys that would not be found. Works on one snapshot while the ' +
    'services run, and changes nothing. Exits with 1 if something is found, and with 3 if a node of a Citus cluster gives no ' +
    'answer, whose workspaces are then left out.',
  options: {
    workspace: { value: '<uuid>', about: 'Only this workspace', check: uuid },
    sample: {
      value: '<percent>',
      about: 'Compare the values of this percentage of the records',
      default: '100',
      check: percent,
    },
  },
  example: '--sample 10',
  async run({ workspace, sample }, { env, answer }) {
    const url = await databaseUrl(env);
    const report = await withDomain({ ...env, DATABASE_URL: url }, async (domain) => {
      if (workspace) await domain.workspaces.get(workspace);
      return new ConsistencyService(domain.db).check({ workspace_id: workspace, percent: Number(sample) });
    });
    const isUnread = report.findings.some((finding) => finding.check === UNREADABLE);
    const inPart = isUnread && (await placedInPart(url));
    if (inPart) throw inPart;
    answer({ json: { consistent: report.findings.length === 0, ...report }, text: shown(report) });
    const missing = incomplete(report.away, MISSING);
    if (report.findings.length > 0)
      throw new Failure([`${problems(report.findings)} found.`, ...(missing ? [missing.message] : [])].join(' '));
    if (missing) throw missing;
    return undefined;
  },
});

const MISSING = 'Workspaces there were not checked, nor was it whether rows belong to a workspace that is not there.';

function shown({ workspaces, records, findings }: ConsistencyReport): string {
  const looked = `Checked ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'} and the values of ${records} records.`;
  const rows = findings.map(({ workspace_id, check, count, what, examples }) => [
    ...[workspace_id ?? '(none)', check, String(count), what, examples[0] ?? ''],
  ]);
  return `${table(['Workspace', 'Check', 'Rows', 'What is wrong', 'Example'], rows, 'No inconsistency was found.')}\n${dim(looked)}`;
}

function problems({ length }: readonly Finding[]): string {
  return length === 1 ? 'One problem was' : `${length} problems were`;
}
