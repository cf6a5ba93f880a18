import type { ChannelName } from '#crm-domain/messaging';
import { html, type Markup } from './html.js';

const PERSON = html`<g fill="none" stroke-width="2.25" stroke-linecap="round">
  <circle cx="14" cy="10.75" r="3.25" />
  <path d="M7.75 20.25c1-3 3.4-4.25 6.25-4.25s5.25 1.25 6.25 4.25" />
</g>`;

/** Beside the name of the product, in the colours of the page. */
export const MARK = html`<svg viewBox="0 0 28 28" aria-hidden="true">
  <rect width="28" height="28" rx="8" fill="var(--accent)" />
  <g stroke="var(--on-accent)">${PERSON}</g>
</svg>`;

/** The same for the tab of a browser, which knows no colours of the page. */
export const FAVICON = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">
  <rect width="28" height="28" rx="8" fill="#3047b8" />
  <g stroke="#fff">${PERSON}</g>
</svg>`.text;

const ENVELOPE = 'M3 5.5h14v9.5H3zM3 6l7 5.5L17 6';
const BUBBLE = 'M10 3.5a6.5 6.5 0 1 1-3.2 12.2L3.5 16.5l.8-3.2A6.5 6.5 0 0 1 10 3.5z';

/** Signs of our own: the providers' logos are theirs. */
const SIGNS: Record<ChannelName, string> = {
  gmail: ENVELOPE,
  outlook: `${ENVELOPE}M3 15l4.6-4.4M17 15l-4.6-4.4`,
  whatsapp: `${BUBBLE}M7.8 7.6c0 2.6 2 4.6 4.6 4.6l.6-1.4-1.5-.8-.8.7-1.4-1.4.7-.8-.8-1.5z`,
  facebook: `${BUBBLE}M6.7 11.2l2.5-2.6 1.7 1.6 2.4-1.4-2.5 2.6-1.7-1.6z`,
  instagram:
    'M5 3.5h10A1.5 1.5 0 0 1 16.5 5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V5A1.5 1.5 0 0 1 5 3.5zM13.2 10a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0zM14 6h.1',
};

/** The sign of a channel, beside its name. */
export function channelIcon(channel: ChannelName): Markup {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${SIGNS[channel]}" /></svg>`;
}
