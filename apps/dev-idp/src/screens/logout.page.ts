import { html, Markup } from './html.js';
import { page, type Page } from './page.js';

/** Asks whether to end the session here. `form` is the library's own, with its token and without buttons. */
export function logoutPage(form: string): Page {
  return page(
    'Sign out',
    html`<h1>Sign out here, too?</h1>
      <p>
        If you stay signed in, the next sign-in on this computer asks for no password. Connected programs stay
        connected.
      </p>
      ${new Markup(form)}
      <div class="actions">
        <button form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button class="quiet" form="op.logoutForm">Stay signed in</button>
      </div>`,
  );
}

export const SIGNED_OUT = page('Signed out', html`<h1>You are signed out</h1>`);
