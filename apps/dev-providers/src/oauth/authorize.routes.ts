import { formBody, type Answer, type ApiRequest } from '../http/exchange.js';
import { html, page } from '../http/html.js';
import { route, type Route } from '../http/routes.js';
import type { World } from '../world.js';
import { mailboxNamed, type CodeTerms, type MailOAuth } from './mail-oauth.js';

const CODE_SECONDS = 60;

/** The page on which somebody lets a program into a mailbox; any address will do, and there is no password. */
export function authorizeRoutes(world: World, provider: MailOAuth): Route[] {
  return [
    route('GET', provider.authorize, ({ query }) => problemOf(query) ?? ask(provider, query)),
    route('POST', provider.authorize, (request) => problemOf(request.query) ?? decide(world, provider, request)),
  ];
}

/** Nothing is sent to a redirect that is missing, so the person is told. */
function problemOf(query: URLSearchParams): Answer | undefined {
  const redirect = URL.parse(query.get('redirect_uri') ?? '');
  const isWeb = redirect !== null && /^https?:$/.test(redirect.protocol);
  if (query.get('response_type') === 'code' && query.get('client_id') && isWeb) return undefined;
  const missing = 'response_type=code, client_id and redirect_uri are needed.';
  return page(400, 'This link is not right', html`<p role="alert">${missing}</p>`);
}

function ask({ title }: MailOAuth, query: URLSearchParams): Answer {
  const hint = query.get('login_hint') ?? '';
  return page(
    200,
    title,
    html`<p>A program wants to read and send your mail. No mailbox here is real.</p>
      <form method="post">
        <label for="address">E-mail address</label>
        <input id="address" name="address" type="email" required autofocus value="${hint}" />
        <button name="choice" value="allow">Allow</button>
        <button name="choice" value="deny" formnovalidate>Cancel</button>
      </form>`,
  );
}

function decide(world: World, { channel, wantsRefresh }: MailOAuth, request: ApiRequest): Answer {
  const { query } = request;
  const form = formBody(request);
  const address = form.get('address') ?? '';
  const back = new URL(query.get('redirect_uri')!);
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  if (form.get('choice') === 'allow' && /^\S+@\S+$/.test(address)) {
    const mailbox = mailboxNamed(channel, address);
    if (!world.accounts.find(channel, mailbox.id)) world.accounts.put(mailbox);
    const bound_to = JSON.stringify(termsOf(query, wantsRefresh(query)));
    const issued = { kind: 'code', channel, account: mailbox.id, seconds: CODE_SECONDS, bound_to } as const;
    back.searchParams.set('code', world.accounts.issue(issued));
  } else {
    back.searchParams.set('error', 'access_denied');
  }
  return { status: 303, headers: { location: back.href } };
}

function termsOf(query: URLSearchParams, refresh: boolean): CodeTerms {
  return {
    client_id: query.get('client_id')!,
    redirect_uri: query.get('redirect_uri')!,
    scope: query.get('scope') ?? '',
    code_challenge: query.get('code_challenge'),
    code_challenge_method: query.get('code_challenge_method') ?? 'plain',
    refresh,
  };
}
