import type { Member, Person } from '#crm-domain/people';
import { CONNECTIONS } from '../connections/connection-row.js';
import { html, type Markup } from '../layout/html.js';
import { page } from '../layout/page.js';

/** What waits for a person in one of their workspaces. */
export interface Waiting {
  member: Member;
  drafts: number;
  unread: number;
  /** Messages that failed in the last seven days. */
  failed: number;
  /** Ids of connections that were refused something, and whose owner has not decided since. */
  asking: string[];
}

const HOME = '/console';

/** The first page after the sign-in: what waits for this person, one link each. */
export function homePage(person: Person, workspaces: readonly Waiting[], rest: number): string {
  const content = html`${
    workspaces.length > 0
      ? workspaces.map(workspace)
      : html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`
  }
  ${rest > 0 && html`<p class="soft small">You belong to ${rest} more workspaces; each screen lets you choose one.</p>`}`;
  return page({ title: 'Waiting for you', content, person, at: HOME });
}

function workspace({ member, drafts, unread, failed, asking }: Waiting): Markup {
  const at = `workspace=${member.workspace_id}`;
  const lines = [
    line(drafts, 'draft', 'to read and send', `/console/inbox?${at}&show=drafts`),
    line(unread, 'unread conversation', '', `/console/inbox?${at}&show=unread`),
    line(failed, 'message', 'failed in the last seven days', `/console/outbox?${at}&state=failed`),
    line(asking.length, 'client', 'asks for more than it may do', clientPath(asking[0])),
  ].filter((each) => each !== null);
  return html`<section class="card" aria-label="${member.workspace_name}">
    <h2>${member.workspace_name}</h2>
    ${
      lines.length > 0
        ? html`<ul class="waiting">
            ${lines}
          </ul>`
        : html`<p class="soft">Nothing waits for you.</p>`
    }
  </section>`;
}

function clientPath(connectionId = ''): string {
  return `${CONNECTIONS}?at=${connectionId}#client-${connectionId}`;
}

function line(count: number, what: string, why: string, path: string): Markup | null {
  if (count === 0) return null;
  const noun = count === 1 ? what : `${what}s`;
  return html`<li><a href="${path}">${count.toLocaleString('en')} ${noun}</a> ${why}</li>`;
}
