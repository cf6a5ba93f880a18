import type { Thread } from '#crm-domain/messaging';
import { momentAndSince } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { withoutReordering } from '../layout/reordering.js';
import { listed } from './listed.js';

type Message = Thread['messages'][number];

export interface CardOptions {
  /** Path of the conversation. */
  path: string;
  /** Whether the message also has a formatted text. */
  isFormatted: boolean;
  withImages: boolean;
  /** Whether the formatted text is shown at once. */
  isOpen: boolean;
  /** Subject of the conversation, which need not be said with each message. */
  subject: string | null;
  /** Of a message that failed: the form that makes a draft of it again. */
  again?: Markup | undefined;
}

/** A message that came, or was sent. */
export function messageCard(message: Message, options: CardOptions): Markup {
  const { id, to, cc, attachments } = message;
  const subject = message.subject && withoutReordering(message.subject);
  const when = message.sent_at ?? message.queued_at ?? message.created_at;
  const [from, state] = [withoutReordering(sender(message)), stateOf(message)];
  const told = state ? `Message to ${listed(to) || 'nobody'}: ${state.label}.` : `New message from ${from}.`;
  return html`<article
    class="card message ${message.direction}"
    id="message-${id}"
    aria-labelledby="from-${id}"
    data-told="${told}"
    tabindex="-1"
  >
    <div class="top">
      <h2 id="from-${id}"><bdi>${from}</bdi> <span class="soft">${momentAndSince(when)}</span></h2>
      ${state && html`<span class="badge ${state.kind}">${state.label}</span>`}
    </div>
    ${
      (to.length > 0 || cc.length > 0) &&
      html`<p class="soft small" dir="auto">To ${listed(to) || 'nobody'}${cc.length > 0 && `, cc ${listed(cc)}`}</p>`
    }
    ${subject && withoutReply(subject) !== withoutReply(withoutReordering(options.subject ?? '')) && html`<p class="small" dir="auto"><strong>${subject}</strong></p>`}
    ${text(message, from, options)}
    ${
      attachments.length > 0 &&
      html`<ul class="attachments" aria-label="Attachments">
        ${attachments.map(
          ({ filename, content_type, size }) =>
            html`<li>
              <bdi>${withoutReordering(filename)}</bdi> (<bdi>${withoutReordering(content_type)}</bdi>, ${inKb(size)})
            </li>`,
        )}
      </ul>`
    }
    ${failure(message, options.again)}
  </article>`;
}

function withoutReply(subject: string): string {
  return subject.replace(/^(re|aw|sv)\s*:\s*/i, '');
}

function sender({ direction, author, from }: Message): string {
  if (direction === 'outbound') return author ? author.name : 'Sent from the account itself';
  const known = from?.match === 'record' ? from.display_name : null;
  return known ? `${known} (${from!.address})` : (from?.address ?? 'Unknown sender');
}

function text({ id, body, shortened }: Message, from: string, options: CardOptions): Markup {
  const { path, isFormatted, withImages, isOpen } = options;
  // Several messages have the same folds and links.
  const of = html`aria-describedby="from-${id}"`;
  const plain = html`<div class="body" dir="auto">${body || html`<span class="soft">No text.</span>`}</div>
    ${shortened && html`<p class="soft small">The text goes on. <a href="${path}/messages/${id}/text" ${of}>Show all of it</a></p>`}`;
  if (!isFormatted) return plain;
  const frame = `${path}/messages/${id}/formatted${withImages ? '?images=load' : ''}`;
  return html`<details class="fold" ${isOpen && html`open`}>
      <summary ${of}>Formatted</summary>
      <iframe
        class="mail"
        src="${frame}"
        title="Formatted text of the message from ${from}"
        height="${heightFor(body)}"
        loading="lazy"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
      ></iframe>
      <p class="soft small">
        ${
          withImages
            ? 'Images are loaded from other servers, which can see that you read this.'
            : html`Images from other servers are not loaded.
                <a href="${path}?images=${id}#message-${id}" ${of}>Load them</a>`
        }
      </p>
    </details>
    <details class="fold" ${!isOpen && html`open`}>
      <summary ${of}>Plain text</summary>
      ${plain}
    </details>`;
}

/** The frame cannot say how high it is, since nothing runs in it; people can pull it larger. */
function heightFor(body: string): number {
  const lines = body.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 80), 0);
  return Math.min(640, Math.max(240, 80 + lines * 28));
}

function inKb(size: number): string {
  return size > 0 ? `${Math.max(1, Math.round(size / 1024)).toLocaleString('en')} KB` : 'size unknown';
}

/** What a state is called, and how it looks. */
const STATES: Record<Message['status'], [string, string]> = {
  draft: ['Draft', ''],
  pending: ['Being sent', ''],
  sent: ['Sent', 'more'],
  failed: ['Failed', 'bad'],
};

/** What became of a message that was sent from here. */
function stateOf(message: Message): { label: string; kind: string } | null {
  const { direction, status, delivered_at, read_at } = message;
  if (direction === 'inbound') return null;
  if (isUndelivered(message)) return { label: 'Not delivered', kind: 'bad' };
  if (message.failure_code === 'outcome_unknown') return { label: 'Outcome unknown', kind: 'bad' };
  const [label, kind] = STATES[status];
  const seen = read_at ? 'Read' : delivered_at ? 'Delivered' : label;
  return { label: status === 'sent' ? seen : label, kind };
}

/** The provider accepted it, and reported later that it could not deliver it. */
function isUndelivered({ status, failure_code }: Pick<Message, 'status' | 'failure_code'>): boolean {
  return status === 'sent' && failure_code !== undefined;
}

/** Whether its person did not get it, or perhaps did not. */
export function hasFailed(message: Pick<Message, 'status' | 'failure_code'>): boolean {
  return message.status === 'failed' || isUndelivered(message);
}

function failure(message: Message, again: Markup | undefined): Markup | null {
  const { status, failure_code, failure_detail } = message;
  if (!hasFailed(message)) return null;
  const reason = failure_detail ?? failure_code ?? 'the provider refused it.';
  const isUnknown = failure_code === 'outcome_unknown';
  return html`<div class="problem">
    <p>${status === 'sent' ? 'Accepted, but not delivered' : isUnknown ? 'Outcome unknown' : 'Not sent'}: ${reason}</p>
    ${isUnknown && html`<p>It may have arrived all the same: ask before you send it again.</p>`} ${again}
  </div>`;
}
