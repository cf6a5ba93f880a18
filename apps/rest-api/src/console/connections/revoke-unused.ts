import type { ConnectionView } from '#crm-domain/people';
import { ask } from '../layout/ask.js';
import { CONNECTIONS, type RowMeans } from './connection-row.js';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { notice } from '../layout/notice.js';

const DAY = 86_400_000;
export const STALE_DAYS = 90;
/** Days after which a connection can be called unused; the first choice takes the fewest. */
const UNUSED_DAYS = [STALE_DAYS, 30, 7] as const;

export function lastUse({ created_at, last_used_at }: ConnectionView): number {
  return Date.parse(last_used_at ?? created_at);
}

export function isUnused(connection: ConnectionView, days: number, now = Date.now()): boolean {
  return lastUse(connection) < now - days * DAY;
}

/** The connections of a workspace that are shown. */
interface Shown {
  connections: readonly ConnectionView[];
  workspace_name: string;
  /** There are others, which were not used for longer. */
  isCut: boolean;
}

/** A question for each set of clients that were not used for some time; it names all that it would revoke. */
export function revokeUnused(
  { connections, workspace_name: workspaceName, isCut }: Shown,
  means: RowMeans,
): (Markup | undefined)[] {
  const valid = connections.filter(({ revoked_at }) => !revoked_at);
  const now = Date.now();
  const byUse = valid.toSorted((a, b) => lastUse(a) - lastUse(b));
  const sets = UNUSED_DAYS.map((days) => ({ days, unused: byUse.filter((each) => isUnused(each, days, now)) }));
  // Each set holds the one before: of the same length, it is the same.
  const offered = sets.filter(({ unused }, at) => unused.length > (sets[at - 1]?.unused.length ?? 0));
  return offered.map(({ days, unused }) =>
    question({ unused, isCut, days, before: now - days * DAY, workspaceName }, means),
  );
}

/** Id of the fold that holds the revoked clients of a workspace. */
export function revokedId({ workspace_id }: { workspace_id: string }): string {
  return `revoked-${workspace_id}`;
}

/** How many clients were revoked because nobody used them for so many days. */
export interface RevokedUnused {
  count: number;
  days: number;
}

/** How many were revoked, and where they are; those that were used since the question was asked are not among them. */
export function revokedNotice(
  { count, days }: RevokedUnused,
  workspace: { workspace_id: string; workspace_name: string } | undefined,
): Markup {
  if (count === 0 || !workspace) return notice('Nothing was revoked: these clients were used or revoked meanwhile.');
  const [clients, were, are] = count === 1 ? ['client', 'was', 'It is'] : ['clients', 'were', 'They are'];
  const text = `Revoked ${count} ${clients} of ${workspace.workspace_name} that ${were} not used for ${days} days. ${are} refused from the next request on.`;
  return notice(text, { id: revokedId(workspace), name: 'the revoked clients' });
}

interface Unused {
  unused: readonly ConnectionView[];
  /** There are more than are shown. */
  isCut: boolean;
  days: number;
  /**
   * Milliseconds. What is not used becomes more with time: the form holds on to the moment that its question was about.
   */
  before: number;
  workspaceName: string;
}

function question(
  { unused, isCut, days, before, workspaceName }: Unused,
  { workspace_id, csrf, names, left }: RowMeans,
): Markup {
  const count = unused.length;
  const isOne = count === 1;
  const consequence = html`<p>
      ${isOne ? 'This client is' : `These ${count} clients are`} refused from the next request on, until you allow
      ${isOne ? 'it again here' : 'them again here, one by one'}:
    </p>
    <ul>
      ${unused.map(({ connection_id, last_used_at }) => html`<li>${names.get(connection_id)!.full}, ${last_used_at ? html`used ${moment(last_used_at)}` : 'never used'}</li>`)}
    </ul>
    ${isCut && html`<p>So are those that are not shown here, as far as they were not used for ${days} days.</p>`}`;
  const action = `Revoke ${count} ${isOne ? 'client' : 'clients'} not used for ${days} days`;
  const confirm = isOne ? 'Revoke this one' : `Revoke these ${count}`;
  return ask({
    id: `unused-${days}-${workspace_id}`,
    page: CONNECTIONS,
    left,
    action,
    label: `${action}, ${workspaceName}`,
    consequence,
    path: `${CONNECTIONS}/${workspace_id}/revoke-unused`,
    fields: html`<input type="hidden" name="csrf" value="${csrf}" /><input
        type="hidden"
        name="unused_since"
        value="${new Date(before).toISOString()}"
      />`,
    confirm,
    confirmLabel: `${confirm}, not used for ${days} days, ${workspaceName}`,
  });
}
