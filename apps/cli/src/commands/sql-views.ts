import type { SqlViewsMade } from '#crm-domain/operations';
import type { Answer } from '../command.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments } from '../failure.js';
import { workspace } from './options.js';

export const sqlViews = defineCommand({
  name: 'sql-views',
  summary: 'Make SQL views of a workspace for reports, and a role that can read nothing but them',
  details:
    'One view for each object, with a column for each attribute, in a schema of its own. Run it again after the schema of the ' +
    'workspace was changed: it replaces the views and keeps all rights on them. Read docs/reports-with-sql.md first.',
  options: {
    workspace,
    role: { value: '<name>', about: 'Name of the role; a new name adds a role beside the others', check: roleName },
    'no-login': { about: 'Make a role that cannot sign in: you grant it to roles of your own' },
    'new-password': { about: 'Give the role a new password, and print it' },
    drop: { about: 'Drop the views, their schema and the roles' },
  },
  example: '--workspace $WORKSPACE',
  async run({ workspace: given, role, drop, 'no-login': noLogin, 'new-password': new_password }, { env }) {
    if (drop && (role !== undefined || noLogin || new_password))
      throw new BadArguments('--drop takes no other option than --workspace', 'sql-views');
    if (noLogin && new_password) throw new BadArguments('--no-login has no password', 'sql-views');
    return withDomain(env, async (domain) => {
      const { workspace_id: id } = await domain.workspaces.get(given);
      if (!drop) return madeAnswer(await domain.sqlViews.make(id, { role, login: !noLogin, new_password }));
      const dropped = await domain.sqlViews.drop(id);
      const roles = dropped.roles.length === 0 ? 'no role' : `the role ${dropped.roles.join(', ')}`;
      return { json: dropped, text: `Dropped ${dropped.views} views of the schema ${dropped.schema}, and ${roles}.` };
    });
  },
});

function madeAnswer(made: SqlViewsMade): Answer {
  const { schema, roles, views, changed, dropped, password } = made;
  const leftOut = views.filter(({ left_out }) => left_out.length > 0);
  const lines = [
    `The schema ${schema} has ${views.length} views: ${changed} new or changed, ${views.length - changed} as before, ${dropped.length} dropped.`,
    ...leftOut.map(({ name, left_out }) => `The view ${name} has no room for ${left_out.length} attributes.`),
    `They are read by the role ${roles.join(', ')}.`,
    ...(password ? [`Password of ${password.role}, which is not shown again: ${password.password}`] : []),
  ];
  return { json: made, text: lines.join('\n') };
}

function roleName(text: string): string | undefined {
  return /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(text)
    ? undefined
    : 'must be 1 to 63 lower-case letters, digits and "_", begin with a letter, and not with "pg_"';
}
