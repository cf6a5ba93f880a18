import { isWhatsAppUserId } from '#crm-domain/messaging';
import type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from '../contract/channel.js';
import { callProvider } from '../provider/provider-call.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { callbackData } from './whatsapp-ids.js';
import { whatsappOutcome } from './whatsapp-answers.js';

/** Text through the WhatsApp Cloud API. Nothing can be looked up: status webhooks carry our own id and tell. */
export class WhatsAppChannel implements Channel {
  readonly name = 'whatsapp';
  readonly concurrency = 20;

  constructor(
    private readonly settings: Pick<ProviderSettings, 'META_GRAPH_BASE_URL'>,
    readonly graceMs = 60_000,
  ) {}

  async prepare(): Promise<Prepared> {
    return { kind: 'prepared', provider_draft_id: null, provider_thread_id: null };
  }

  async transmit(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Outcome> {
    const answer = await callProvider({
      method: 'POST',
      url: `${this.settings.META_GRAPH_BASE_URL}/${encodeURIComponent(access.external_account_id)}/messages`,
      token: access.token,
      signal: access.signal,
      json: textMessage(message, trace),
    });
    return whatsappOutcome(answer);
  }

  async reconcile(): Promise<Reconciled> {
    const detail = 'WhatsApp has not reported the status of the message so far.';
    return { kind: 'unknown', code: 'no_status', detail, http_status: null };
  }
}

function textMessage(
  { message_id, body, to: [to = ''], reply }: OutboundMessage,
  { transmission }: DeliveryTrace,
): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(isWhatsAppUserId(to) ? { recipient: to } : { to: to.replace(/\D/g, '') }),
    type: 'text',
    text: { preview_url: false, body },
    ...(reply?.provider_message_id && { context: { message_id: reply.provider_message_id } }),
    biz_opaque_callback_data: callbackData(message_id, transmission),
  };
}
