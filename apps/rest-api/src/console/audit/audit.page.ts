import type { AuditView, Member, Person } from '#crm-domain/people';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { page } from '../layout/page.js';
import { cell, table } from '../layout/table.js';
import { select } from '../layout/select.js';

/** What is looked at. */
export interface AuditOnShow {
  member: Member;
  /** Workspaces whose log this person may read. */
  own: Person['memberships'];
  action: AuditView['action'] | undefined;
  /** Whether the newest entries are shown. */
  isFirst: boolean;
  /** Whether these very entries were asked for, by the filter or by a link to other pages. */
  isAskedFor: boolean;
  entries: AuditView[];
  /** The entry before which the next page begins. */
  next: number | null;
}

const PATH = '/console/audit';
const HEADS = ['Entry', 'When', 'Action', 'About', 'By'];

const ACTIONS: Record<AuditView['action'], string> = {
  'account.connected': 'Channel added',
  'account.disconnected': 'Channel removed',
  'account.members_changed': 'Channel users',
  'api_key.created': 'API key created',
  'api_key.revoked': 'API key revoked',
  'audit.redacted': 'Entry redacted',
  'connection.created': 'Client connected',
  'connection.access_changed': 'Client access',
  'connection.approval_changed': 'Client approval rule',
  'connection.restored': 'Client restored',
  'connection.revoked': 'Client revoked',
  'draft.approved': 'Draft approved',
  'export.requested': 'Export',
  'member.added': 'Member added',
  'member.removed': 'Member removed',
  'member.role_changed': 'Member role',
  'person.erased': 'Person erased',
  'person.exported': 'Person exported',
  'session.opened': 'Console sign-in',
  'workspace.api_access_changed': 'API access',
  'workspace.approval_changed': 'Draft approval rule',
  'workspace.created': 'Workspace created',
  'workspace.renamed': 'Workspace renamed',
  'workspace.restored': 'Workspace restored',
};

const AUTHORS: Record<AuditView['actor']['type'], string> = {
  user: 'Somebody who is gone',
  'api-key': 'An API key',
  operator: 'The operator of this server',
  'identity-provider': 'The identity provider',
};

const THROUGH: Record<AuditView['through'], string> = {
  console: 'in the console',
  cli: 'on the command line',
  webhook: 'by its webhook',
  'rest-api': 'over the REST API',
  mcp: 'by connecting an AI client',
};

/** Who did what to a workspace itself, the newest first. */
export function auditPage(person: Person, view?: AuditOnShow): string {
  const content = html`
    <p class="soft lead">
      Who changed keys, permissions, members and settings, and who signed in. Entries cannot be changed: each holds the
      digest of the one before it.
    </p>
    ${
      view
        ? log(view)
        : html`<p>Only admins of a workspace can read its log, and you are not an admin of any workspace.</p>`
    }
  `;
  return page({ title: 'Audit log', content, person, at: PATH });
}

function log(view: AuditOnShow): Markup {
  const { member, entries, isAskedFor } = view;
  return html`${filter(view)}
    <section aria-label="${member.workspace_name}">
      <h2>${member.workspace_name}</h2>
      ${isAskedFor && outcome(view)}
      ${entries.length > 0 ? table('Entries, the newest first', HEADS, entries.map(row)) : html`<p>${view.isFirst ? 'No entry matches.' : 'There are no earlier entries.'}</p>`}
      ${pages(view)}
    </section>`;
}

/** What is shown now; the browser puts the focus on it, from where the entries come next. */
function outcome({ entries, action }: AuditOnShow): Markup {
  return html`<p id="outcome" class="small" role="status" aria-labelledby="outcome" tabindex="-1" autofocus>
    ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}:
    ${action ? ACTIONS[action].toLowerCase() : 'all actions'}.
  </p>`;
}

function filter({ own, member, action }: AuditOnShow): Markup {
  const workspaces = own.map((each): [string, string] => [each.workspace_id, each.workspace_name]);
  return html`<form class="change filter" method="get" action="${PATH}">
    ${own.length > 1 && select('workspace', 'Workspace', workspaces, member.workspace_id)}
    ${select('action', 'Action', [['', 'All actions'], ...Object.entries(ACTIONS)], action)}
    <button class="quiet">Show</button>
  </form>`;
}

function row(entry: AuditView): Markup {
  const { actor, through } = entry;
  const by = actor.type === 'user' ? (actor.name ?? AUTHORS.user) : AUTHORS[actor.type];
  return html`<tr role="row">
    ${cell('Entry', String(entry.entry))} ${cell('When', moment(entry.occurred_at))}
    ${cell('Action', ACTIONS[entry.action])} ${cell('About', about(entry))}
    ${cell('By', html`${by} <span class="soft">${THROUGH[through]}</span>`)}
  </tr>`;
}

/** A person by name; of all else what the entry tells, and the end of its id, which tells things of a kind apart. */
function about({ subject, details }: AuditView): Markup {
  const told = Object.entries(details)
    .filter(([name, value]) => value !== null && name !== 'digest')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${Array.isArray(value) ? value.join(', ') : String(value)}`);
  return html`${subject.name ?? html`<code title="${subject.id}">…${subject.id.slice(-8)}</code>`} ${told.join('; ')}`;
}

function pages({ member, action, isFirst, next }: AuditOnShow): Markup | null {
  if (isFirst && next === null) return null;
  const at = (before: number | null) => {
    const query = new URLSearchParams({ workspace: member.workspace_id });
    for (const [name, value] of Object.entries({ action, before })) if (value) query.set(name, String(value));
    return `${PATH}?${query.toString()}`;
  };
  return html`<nav class="pages" aria-label="Pages">
    ${!isFirst && html`<a href="${at(null)}">Newest</a>`}
    ${next !== null && html`<a href="${at(next)}" rel="next">Older</a>`}
  </nav>`;
}
