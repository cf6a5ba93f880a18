import type { Person, Workspace } from '../directory/directory.js';
import type { ClientView } from './client-view.js';
import { html, type Markup } from './html.js';
import { page, type Page } from './page.js';

export interface ConsentView {
  uid: string;
  client: ClientView;
  person: Person;
  /** Undefined when the client did not ask for a workspace; empty when the person has none. */
  workspaces: Workspace[] | undefined;
  /** Set after a form that named no workspace. */
  problem?: string;
}

/** Asks whether a client may act for somebody, and in which workspace (contract: Scopes, `user:org:read`). */
export function consentPage(view: ConsentView): Page {
  if (view.workspaces?.length === 0) return noWorkspacePage(view);
  const { uid, client, person, workspaces, problem } = view;
  return page(
    `Connect ${client.name}`,
    html`<h1>Connect “${client.name}”?</h1>
      <p class="soft">You are signed in as ${person.name} (${person.email}).</p>
      ${problem !== undefined && html`<p class="alert" id="problem" role="alert" aria-labelledby="problem" tabindex="-1" autofocus>${problem}</p>`}
      ${clientNote(client)}
      <form method="post" action="/interaction/${uid}/consent">
        <h2>What it may do</h2>
        <ul>
          <li>See your name and e-mail address.</li>
          ${workspaces && html`<li>Read what you can read in the workspace below. You can allow more later in the CRM.</li>`}
        </ul>
        ${workspaces && workspaceChoice(workspaces)}
        <div class="actions">
          <button>Allow</button>
          <button class="quiet" formaction="/interaction/${uid}/abort" formnovalidate>Cancel</button>
        </div>
      </form>`,
  );
}

function clientNote({ destination, redirect, registered }: ClientView): Markup {
  return html`<div class="note" role="note" aria-labelledby="unverified">
    <p>
      <strong id="unverified">This name is not verified:</strong> the program chose it itself. Go on only if you started
      this yourself.
    </p>
    <dl>
      <dt>You will be sent to</dt>
      <dd><strong>${destination}</strong><br /><code>${redirect}</code></dd>
      ${
        registered !== undefined &&
        html`<dt>Registered</dt>
          <dd>${registered}</dd>`
      }
    </dl>
  </div>`;
}

/** A single workspace is chosen already; with several nobody should allow the wrong one by hurry. */
function workspaceChoice(workspaces: Workspace[]): Markup {
  const only = workspaces.length === 1;
  return html`<fieldset>
    <legend>Workspace</legend>
    <div class="choices">
      ${workspaces.map(
        ({ org_id, name }) =>
          html`<label class="choice">
            <input type="radio" name="workspace" value="${org_id}" required ${only && html`checked`} />
            <span>${name}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;
}

function noWorkspacePage({ uid, client, person }: ConsentView): Page {
  return page(
    'No workspace',
    html`<h1>You have no workspace yet</h1>
      <p>
        You are signed in as ${person.name} (${person.email}), who is not a member of any workspace. “${client.name}”
        needs one to work with.
      </p>
      <p class="soft">Ask somebody in your team to add you, then start again from the program.</p>
      <form method="post" action="/interaction/${uid}/abort">
        <div class="actions stacked">
          <button>Go back</button>
          <button class="quiet" formaction="/interaction/${uid}/consent">Continue without a workspace</button>
        </div>
      </form>`,
  );
}
