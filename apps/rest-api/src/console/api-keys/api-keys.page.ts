import { KEY_WORDS, type ApiKeyView, type Person } from '#crm-domain/people';
import { ask } from '../layout/ask.js';
import { day } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { readKeyDraft, type KeyDraft } from './key-draft.js';
import { keyForm } from './key-form.js';
import { SIGNED_IN_AGAIN, notice } from '../layout/notice.js';
import { page } from '../layout/page.js';
import type { MadeKey } from './shown-once.js';

export interface WorkspaceKeys {
  workspace_id: string;
  workspace_name: string;
  keys: ApiKeyView[];
}

/** What the form for a new key holds before anybody filled it in. */
const FIRST = { 'read:data': 'on' };

const PATH = '/console/api-keys';

export interface KeysOnShow {
  /** The one moment a key is shown. */
  made?: MadeKey;
  /** Id of a key that was revoked a moment ago. */
  revoked?: unknown;
  /** What was done before, as the address of the page says. */
  done?: unknown;
  /** Id of a key whose question was left, or that was to be changed. */
  at?: unknown;
  /** A form that was filled in before. */
  draft?: KeyDraft;
}

/** API keys of the workspaces a person administers. */
export function apiKeysPage(person: Person, workspaces: WorkspaceKeys[], shown: KeysOnShow): string {
  const { made } = shown;
  const keys = workspaces.flatMap((workspace) => workspace.keys);
  const created = made && keys.find((key) => key.api_key_id === made.api_key_id);
  const content = html`
    <p class="soft lead">
      Keys for programs that use the REST API. A key belongs to its workspace, not to a person, and works until it
      expires or is revoked.
    </p>
    ${outcome(workspaces, shown)} ${made && created && newKey(created.name, made.api_key)}
    ${workspaces.map((workspace) => section(workspace, person.csrf, shown))}
    ${workspaces.length === 0 && html`<p>Only admins of a workspace can manage its keys, and you are not an admin of any workspace.</p>`}
  `;
  return page({ title: 'API keys', content, person, at: PATH });
}

/** What came of a form; of one that made a key, the key says it. */
function outcome(workspaces: WorkspaceKeys[], { revoked, done, at, draft }: KeysOnShow): Markup | undefined {
  const keys = workspaces.flatMap((workspace) => workspace.keys);
  const subjectOf = (key: ApiKeyView) => ({ id: `key-${key.api_key_id}`, name: nameOf(key) });
  const gone = keys.find((key) => key.api_key_id === revoked && key.revoked_at);
  if (gone) return notice(`Revoked ${gone.name}: it is refused from the next request on.`, subjectOf(gone));
  if (done !== 'signed-in') return undefined;
  const key = keys.find(({ api_key_id }) => api_key_id === at);
  if (key) return notice(SIGNED_IN_AGAIN, subjectOf(key));
  const filled = workspaces.find(({ workspace_id }) => workspace_id === draft?.workspace_id);
  return notice(SIGNED_IN_AGAIN, filled && { id: `name-${filled.workspace_id}`, name: 'the form' });
}

/** The key stands in a field, from which it can be copied with a keyboard and without the script. */
function newKey(name: string, api_key: string): Markup {
  return html`<section class="card made" aria-labelledby="made" tabindex="-1" autofocus>
    <h2 id="made">New key: ${name}</h2>
    <p class="soft" id="made-once">Copy the key now. It cannot be shown again.</p>
    <label for="new-key">The key</label>
    <textarea
      id="new-key"
      class="key"
      rows="2"
      readonly
      autocomplete="off"
      spellcheck="false"
      aria-describedby="made-once"
    >
${api_key}</textarea>
    <div class="copy">
      <button type="button" class="quiet" data-copy="new-key" data-outcome="copied" hidden>Copy the key</button>
      <span class="soft" id="copied" role="status"></span>
    </div>
  </section>`;
}

/** Keys may be called the same; their beginnings differ. */
function nameOf({ name, hint }: ApiKeyView): string {
  return `${name}, ${hint}`;
}

function section({ workspace_id, workspace_name, keys }: WorkspaceKeys, csrf: string, shown: KeysOnShow): Markup {
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}" />`;
  const ordered = [...keys.filter((key) => !endOf(key)), ...keys.filter(endOf)];
  const own = shown.draft?.workspace_id === workspace_id ? shown.draft : undefined;
  const draft = own ?? readKeyDraft(workspace_id, FIRST);
  const isOpen = keys.length === 0 || own !== undefined;
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${keys.length === 0 && html`<p class="soft">No program has a key yet. Create one for each program, so that you can revoke them one by one.</p>`}
    ${keyForm({ draft, workspaceName: workspace_name, hidden, isOpen })}
    ${ordered.map((key) => card(key, revokeForm(key, { workspace_id, hidden, left: shown.done ? undefined : shown.at })))}
  </section>`;
}

/** Why a key is of no use any more. */
function endOf({ revoked_at, expires_at }: ApiKeyView): 'Revoked' | 'Expired' | undefined {
  if (revoked_at) return 'Revoked';
  return expires_at && new Date(expires_at) <= new Date() ? 'Expired' : undefined;
}

function card(key: ApiKeyView, question: Markup): Markup {
  const end = endOf(key);
  return html`<article class="card ${end && 'off'}">
    <div class="top">
      <h3 id="key-${key.api_key_id}" tabindex="-1">${key.name} <code class="soft">${key.hint}</code></h3>
      ${end && html`<span class="badge bad">${end}</span>`}
    </div>
    ${facts(key)} ${!end && question}
  </article>`;
}

function facts({ capabilities, created_at, last_used_at, expires_at }: ApiKeyView): Markup {
  return html`<dl>
    <div class="full">
      <dt>Permissions</dt>
      <dd>${capabilities.map((name) => KEY_WORDS[name]?.toLowerCase()).join('; ')}</dd>
    </div>
    <div>
      <dt>Created</dt>
      <dd>${day(created_at)}</dd>
    </div>
    <div>
      <dt>Last used</dt>
      <dd>${day(last_used_at)}</dd>
    </div>
    <div>
      <dt>Expires</dt>
      <dd>${day(expires_at)}</dd>
    </div>
  </dl>`;
}

interface RevokeMeans {
  workspace_id: string;
  hidden: Markup;
  /** Id of the key whose question was left. */
  left: unknown;
}

/** Nothing gives a revoked key back. */
function revokeForm(key: ApiKeyView, { workspace_id, hidden, left }: RevokeMeans): Markup {
  const { api_key_id, name, hint, created_at } = key;
  return ask({
    id: api_key_id,
    page: PATH,
    left,
    action: 'Revoke',
    label: `Revoke ${nameOf(key)}`,
    consequence: html`<p>
      Programs that use the key ${name}, which begins and ends with <code>${hint}</code> and was created
      ${day(created_at)}, are refused at once. This cannot be undone.
    </p>`,
    path: `${PATH}/${workspace_id}/${api_key_id}/revoke`,
    fields: hidden,
    confirm: 'Revoke for good',
    confirmLabel: `Revoke for good: ${nameOf(key)}`,
  });
}
