import { html, type Markup } from './html.js';

interface Question {
  /** What the first click says, for the eye and for a screen reader. */
  action: string;
  label: string;
  /** What will come of it. */
  consequence: Markup | string;
  path: string;
  /** Fields of the form. */
  fields: Markup;
  /** What the second click says. */
  confirm: string;
  confirmLabel: string;
}

/** Two clicks to what takes something away: the first opens the question, the second answers it. */
export function ask({ action, label, consequence, path, fields, confirm, confirmLabel }: Question): Markup {
  return html`<details class="ask">
    <summary aria-label="${label} …">${action} …</summary>
    <form method="post" action="${path}">
      <p>${consequence}</p>
      ${fields}<button class="danger" aria-label="${confirmLabel}">${confirm}</button>
    </form>
  </details>`;
}
