import { CHANNEL_DESCRIPTORS } from '#channels';
import type { Member, Person } from '#crm-domain/people';
import { CHANNELS, type ChannelName } from '#crm-domain/messaging';
import { html } from '../layout/html.js';
import { channelIcon } from '../layout/icons.js';
import { page } from '../layout/page.js';
import { messageForm, type FailedForm } from './message-form.js';
import { INBOX } from './inbox.page.js';
import type { Senders } from './senders.js';

/** A message that begins a conversation: first its channel, then the fields of that. */
export function composePage(
  person: Person,
  of: {
    member: Member;
    channel: ChannelName | undefined;
    senders: Senders;
    failed?: FailedForm;
  },
): string {
  const { member, channel, senders, failed } = of;
  const path = `${INBOX}/${member.workspace_id}/new`;
  const links = CHANNELS.map(
    (name) =>
      html`<a href="${path}?channel=${name}" ${name === channel && html`aria-current="page"`}>
        ${channelIcon(name)} ${CHANNEL_DESCRIPTORS[name].title}
      </a>`,
  );
  const content = html`<p><a class="way" href="${INBOX}?workspace=${member.workspace_id}">Back to the inbox</a></p>
    <nav class="folders" aria-label="Channel">${links}</nav>
    ${
      channel
        ? html`<div class="card">${messageForm(person, { member, channel, senders, failed })}</div>`
        : html`<p>Choose a channel.</p>`
    }`;
  return page({ title: 'New message', content, person, at: INBOX, script: 'inbox' });
}
