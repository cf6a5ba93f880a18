import { html, type Markup } from './html.js';

/** A list to choose from with its label; each option is its value and what it says. */
export function select(name: string, label: string, options: [string, string][], chosen = ''): Markup {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`;
}
