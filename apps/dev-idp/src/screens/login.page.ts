import { html } from './html.js';
import { page, type Page } from './page.js';

export interface LoginView {
  uid: string;
  /** Shown as unverified; undefined for the CRM itself. */
  clientName: string | undefined;
  email: string;
  failed: boolean;
}

/** Asks who somebody is. After a failure the address stays and the password is where one starts. */
export function loginPage({ uid, clientName, email, failed }: LoginView): Page {
  const purpose = clientName === undefined ? 'to continue to the CRM' : `to connect “${clientName}”`;
  const startsAt = (field: 'email' | 'password') => (field === (email ? 'password' : 'email') ? 'autofocus' : '');
  return page(
    failed ? 'Sign-in failed' : 'Sign in',
    html`<h1>Sign in</h1>
      <p class="soft">${purpose}</p>
      ${failed && html`<p class="alert" role="alert" id="problem">The e-mail address or the password is wrong.</p>`}
      <form method="post" action="/interaction/${uid}/login">
        <div class="field">
          <label for="email">E-mail address</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="320"
            value="${email}"
            ${startsAt('email')}
          />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxlength="200"
            ${failed && html`aria-describedby="problem"`}
            ${startsAt('password')}
          />
        </div>
        <div class="actions"><button>Sign in</button></div>
      </form>`,
  );
}
