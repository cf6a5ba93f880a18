import { AUDIT_ACTIONS, type AuditView } from '#crm-domain/people';
import { oneOf, wholeNumber } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../terminal.js';
import { workspace } from './options.js';

const MOST = 500;

export const audit = defineCommand({
  name: 'audit',
  summary: 'Show who changed keys, permissions, members and settings of a workspace, the newest first',
  options: {
    workspace,
    action: { value: '<action>', about: 'Only this action, such as api_key.created', check: oneOf(AUDIT_ACTIONS) },
    limit: { value: '<n>', about: `How many entries, at most ${MOST}`, default: '50', check: wholeNumber(1, MOST) },
    before: { value: '<entry>', about: 'Only entries before this one', check: wholeNumber(1, 999_999_999_999_999) },
  },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const query = { limit: Number(given.limit), before: given.before, action: given.action };
    const { entries } = await withDomain(env, async (domain) => {
      await domain.workspaces.get(given.workspace);
      return domain.audit.list(given.workspace, query);
    });
    const rows = entries.map((each) => [
      ...[
        String(each.entry),
        each.occurred_at,
        each.action,
        `${each.subject.type} ${each.subject.name ?? each.subject.id}`,
      ],
      ...[byWhom(each), each.digest.slice(0, 12), JSON.stringify(each.details)],
    ]);
    const heading = ['Entry', 'When', 'Action', 'Subject', 'By', 'Digest', 'Details'];
    return { json: entries, text: table(heading, rows, 'The log has no such entries.') };
  },
});

function byWhom({ actor, through }: AuditView): string {
  return `${actor.name ?? actor.id ?? actor.type} (${through})`;
}
