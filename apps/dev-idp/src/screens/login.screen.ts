import { createHash, timingSafeEqual } from 'node:crypto';
import { sendPage } from '../http/answers.js';
import { CONSOLE_CLIENT_ID } from '../provider/console-client.js';
import { displayName } from '../provider/registration.js';
import type { ScreenTools, Step } from './interaction.js';
import { loginPage } from './login.page.js';

export async function showLogin(tools: ScreenTools, step: Step): Promise<void> {
  const { login_hint } = step.interaction.params;
  await answerLogin(tools, step, { email: typeof login_hint === 'string' ? login_hint : '', failed: false });
}

/** One answer for an unknown address and a wrong password, after the same work. */
export async function submitLogin(tools: ScreenTools, step: Step): Promise<void> {
  const email = (step.form.get('email') ?? '').trim();
  const person = await tools.directory.findByEmail(email);
  const fits = samePassword(step.form.get('password') ?? '', tools.password);
  if (!person || !fits) return answerLogin(tools, step, { email, failed: true });
  // The time is stated, or the consent step that follows would count as the sign-in.
  const login = { accountId: person.subject, amr: ['pwd'], ts: Math.floor(Date.now() / 1000) };
  await tools.provider.interactionFinished(step.request, step.response, { login });
}

async function answerLogin({ provider }: ScreenTools, step: Step, outcome: { email: string; failed: boolean }) {
  const { uid, params } = step.interaction;
  const client = await provider.Client.find(String(params.client_id));
  const ours = client?.clientId === CONSOLE_CLIENT_ID;
  const clientName = ours ? undefined : displayName(client?.clientName) || 'a program without a name';
  sendPage(step.response, outcome.failed ? 400 : 200, loginPage({ uid, clientName, ...outcome }));
}

/** Compares in the same time wherever two passwords differ, and whatever their lengths are. */
function samePassword(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
