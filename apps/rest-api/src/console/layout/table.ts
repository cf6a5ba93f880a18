import { html, type Markup } from './html.js';

/**
 * A table of rows made of `cell`s. The roles are said once more because the narrow layout, which is no table to the eye,
 * would take them away.
 */
export function table(label: string, heads: readonly string[], rows: readonly Markup[]): Markup {
  return html`<table role="table" aria-label="${label}">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
  </table>`;
}

/** A cell; the narrow layout shows the head of its column beside it. */
export function cell(head: string, content: Markup | string): Markup {
  return html`<td role="cell" data-head="${head}">${content}</td>`;
}
