import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Page } from './page.js';
import { EXPIRED, problemPage } from './problem.page.js';

const UNKNOWN_CLIENT =
  'The program is not registered here any more. Remove the connection in the program and add it again.';
const GENERAL = 'The program asked for something this provider does not do. Its maker can do more about it than you.';

/** Errors that cannot be told to the client because nobody knows a safe place to send the browser to. */
export function showProviderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  showPage(ctx, pageFor(ctx, out));
}

/** A page that the library asks for. */
export function showPage(ctx: KoaContextWithOIDC, { html, policy }: Page): void {
  ctx.type = 'html';
  ctx.set('content-security-policy', policy);
  ctx.body = html;
}

function pageFor(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut) {
  if (ctx.status >= 500)
    return problemPage('Something went wrong', 'Start again from the program. If it stays like this, see the log.');
  if (ctx.oidc.route === 'resume') return EXPIRED;
  const code = [error, error_description].filter(Boolean).join(': ');
  return problemPage('This sign-in cannot go on', error === 'invalid_client' ? UNKNOWN_CLIENT : GENERAL, code);
}
