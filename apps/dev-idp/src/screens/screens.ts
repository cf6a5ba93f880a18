import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Interaction } from 'oidc-provider';
import { BodyTooLarge, readBody, sendPage } from '../http/answers.js';
import { cancel, showConsent, submitConsent } from './consent.screen.js';
import type { ScreenTools, Step } from './interaction.js';
import { showLogin, submitLogin } from './login.screen.js';
import { EXPIRED, problemPage } from './problem.page.js';

type Screen = (tools: ScreenTools, step: Step) => Promise<void>;

const SHOW: Record<string, Screen> = { login: showLogin, consent: (tools, step) => showConsent(tools, step) };

const SUBMIT: Record<string, { prompt?: string; screen: Screen }> = {
  login: { prompt: 'login', screen: submitLogin },
  consent: { prompt: 'consent', screen: submitConsent },
  abort: { screen: cancel },
};

const PATH = /^\/interaction\/[\w-]+(?:\/(login|consent|abort))?$/;

const FOREIGN = problemPage('This form came from elsewhere', 'Nothing was done. Start again from the program.');

/** Answers the pages a person sees. Which sign-in is meant is decided by its cookie, never by the address alone. */
export function screensHandler(tools: ScreenTools) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const screen = pick(request);
    if (!screen) return void response.writeHead(404).end();
    if (request.method === 'POST' && !isOwnForm(request, tools)) return sendPage(response, 403, FOREIGN);
    const interaction = await findInteraction(tools, request, response);
    if (!interaction || !screen.fits(interaction)) return sendPage(response, 400, EXPIRED);
    try {
      const form = new URLSearchParams(request.method === 'POST' ? await readBody(request) : '');
      await screen.of(interaction)(tools, { request, response, interaction, form });
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      response.writeHead(413, { connection: 'close' }).end();
    }
  };
}

interface Picked {
  fits(interaction: Interaction): boolean;
  of(interaction: Interaction): Screen;
}

function pick({ method, url = '' }: IncomingMessage): Picked | undefined {
  const match = PATH.exec(url.split('?', 1)[0] ?? '');
  if (match && !match[1] && method === 'GET') {
    return { fits: ({ prompt }) => prompt.name in SHOW, of: ({ prompt }) => SHOW[prompt.name] as Screen };
  }
  const submit = method === 'POST' ? SUBMIT[match?.[1] ?? ''] : undefined;
  if (!submit) return undefined;
  // A consent must not be given where a sign-in is asked for.
  return { fits: ({ prompt }) => !submit.prompt || submit.prompt === prompt.name, of: () => submit.screen };
}

/** The cookie is SameSite=Lax already; a browser that says where the form came from is held to it. */
function isOwnForm({ headers }: IncomingMessage, { provider }: ScreenTools): boolean {
  const site = headers['sec-fetch-site'];
  const isSameSite = site === undefined || site === 'same-origin' || site === 'none';
  return isSameSite && (headers.origin === undefined || headers.origin === new URL(provider.issuer).origin);
}

async function findInteraction({ provider }: ScreenTools, request: IncomingMessage, response: ServerResponse) {
  try {
    return await provider.interactionDetails(request, response);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}
