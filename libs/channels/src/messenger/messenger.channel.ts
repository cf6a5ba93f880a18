import type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from '../contract/channel.js';
import { findInConversation } from '../meta/conversation-lookup.js';
import { callProvider } from '../provider/provider-call.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { MESSENGER_ANSWERS, messengerOutcome } from './messenger-answers.js';

/** Text through the Messenger Send API, to people who wrote to the page before. */
export class MessengerChannel implements Channel {
  readonly name = 'facebook';
  readonly concurrency = 10;

  constructor(
    private readonly settings: Pick<ProviderSettings, 'META_GRAPH_BASE_URL'>,
    readonly graceMs = 60_000,
  ) {}

  async prepare(): Promise<Prepared> {
    return { kind: 'prepared', provider_draft_id: null, provider_thread_id: null };
  }

  async transmit(message: OutboundMessage, access: ChannelAccess): Promise<Outcome> {
    const answer = await callProvider({
      method: 'POST',
      url: `${this.settings.META_GRAPH_BASE_URL}/${encodeURIComponent(access.external_account_id)}/messages`,
      token: access.token,
      signal: access.signal,
      json: textMessage(message),
    });
    return messengerOutcome(answer);
  }

  reconcile(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled> {
    const base = this.settings.META_GRAPH_BASE_URL;
    return findInConversation({ platform: 'messenger', base, table: MESSENGER_ANSWERS }, message, access, trace);
  }
}

/**
 * `metadata` comes back in the echo webhook. What answers a message is a RESPONSE, everything else an UPDATE; both only
 * within the window (Send API: messaging types). From memory: where `reply_to` stands.
 */
function textMessage({ message_id, body, to: [to = ''], reply }: OutboundMessage): object {
  return {
    recipient: { id: to },
    messaging_type: reply ? 'RESPONSE' : 'UPDATE',
    message: { text: body, metadata: message_id },
    ...(reply?.provider_message_id && { reply_to: { mid: reply.provider_message_id } }),
  };
}
