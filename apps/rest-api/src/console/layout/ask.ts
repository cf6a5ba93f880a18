import { html, type Markup } from './html.js';

interface Question {
  /** Tells questions of a page apart. */
  id: string;
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
  /** The page to which Cancel leads. */
  page: string;
  /** Id of the question that was left by Cancel, as the address of the page says. */
  left: unknown;
}

/**
 * Two clicks to what takes something away: the first opens the question, the second answers it. Cancel closes the
 * question and puts the focus back on what opened it: by the script, without which the page is loaded again to the same
 * effect, by a form of its own that carries nothing of the question's form.
 */
export function ask({
  id,
  action,
  label,
  consequence,
  path,
  fields,
  confirm,
  confirmLabel,
  ...back
}: Question): Markup {
  return html`<details class="ask">
    <summary aria-label="${label} …" ${back.left === id && html`autofocus`}>${action} …</summary>
    <form method="post" action="${path}">
      <div id="means-${id}">${typeof consequence === 'string' ? html`<p>${consequence}</p>` : consequence}</div>
      ${fields}
      <div class="answers">
        <button class="danger" aria-label="${confirmLabel}" aria-describedby="means-${id}">${confirm}</button>
        <button class="quiet" data-cancel form="cancel-${id}" aria-label="Cancel: ${label}">Cancel</button>
      </div>
    </form>
    <form id="cancel-${id}" method="get" action="${back.page}"><input type="hidden" name="at" value="${id}" /></form>
  </details>`;
}
