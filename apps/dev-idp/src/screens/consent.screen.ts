import type { Person, Workspace } from '../directory/directory.js';
import { sendPage } from '../http/answers.js';
import { WORKSPACE_SCOPE } from '../provider/access-claims.js';
import { addressOf, viewClient } from './client-view.js';
import { consentPage } from './consent.page.js';
import type { ScreenTools, Step } from './interaction.js';
import { EXPIRED, problemPage } from './problem.page.js';

const FORGED = problemPage(
  'Not your workspace',
  'You are not a member of the workspace in that form. Nothing was allowed.',
);

export async function showConsent(tools: ScreenTools, step: Step, problem?: string): Promise<void> {
  const { uid, params } = step.interaction;
  const client = await tools.provider.Client.find(String(params.client_id));
  const person = await personOf(tools, step);
  if (!client || !person) return sendPage(step.response, 400, EXPIRED);
  const workspaces = await offeredTo(tools, step, person);
  const view = { uid, person, workspaces, problem, client: viewClient(client, String(params.redirect_uri)) };
  sendPage(step.response, problem === undefined ? 200 : 400, consentPage(view));
}

/**
 * Turns the form into a consent. What the form says is compared with what the person has at this moment: the page that
 * offered the workspaces may be old, or somebody else's.
 */
export async function submitConsent(tools: ScreenTools, step: Step): Promise<void> {
  const person = await personOf(tools, step);
  if (!person) return sendPage(step.response, 400, EXPIRED);
  const workspaces = await offeredTo(tools, step, person);
  const chosen = step.form.get('workspace');
  if (!workspaces || (!workspaces.length && chosen === null)) return allow(tools, step, person, undefined);
  if (chosen === null) return showConsent(tools, step, 'Choose the workspace first.');
  const workspace = workspaces.find(({ org_id }) => org_id === chosen);
  if (!workspace) return sendPage(step.response, 403, FORGED);
  await allow(tools, step, person, workspace);
}

export async function cancel({ provider }: ScreenTools, { request, response }: Step): Promise<void> {
  const result = { error: 'access_denied', error_description: 'the user did not allow the connection' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** A consent of its own each time, so that tokens of an earlier one keep their workspace. */
async function allow(tools: ScreenTools, step: Step, person: Person, workspace: Workspace | undefined): Promise<void> {
  const { prompt, params } = step.interaction;
  const grant = new tools.provider.Grant({ accountId: person.subject, clientId: String(params.client_id) });
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details as {
    missingOIDCScope?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  if (missingOIDCScope.length) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  const grantId = await grant.save();
  if (workspace) {
    const client_redirect = addressOf(String(params.redirect_uri));
    tools.consents.record(grantId, { subject: person.subject, org_id: workspace.org_id, client_redirect });
  }
  await tools.provider.interactionFinished(step.request, step.response, { consent: { grantId } });
}

async function personOf({ directory }: ScreenTools, { interaction }: Step): Promise<Person | null> {
  const subject = interaction.session?.accountId;
  return subject === undefined ? null : directory.findBySubject(subject);
}

/** Undefined when the client did not ask for a workspace. */
async function offeredTo({ directory }: ScreenTools, { interaction }: Step, { subject }: Person) {
  const scopes = String(interaction.params.scope ?? '').split(' ');
  return scopes.includes(WORKSPACE_SCOPE) ? directory.workspacesOf(subject) : undefined;
}
