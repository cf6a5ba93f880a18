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
import { INSTAGRAM_ANSWERS, instagramOutcome } from './instagram-answers.js';

/** Text through the Instagram API with Instagram Login. It carries no mark of ours: only the text tells. */
export class InstagramChannel implements Channel {
  readonly name = 'instagram';
  readonly concurrency = 10;

  constructor(
    private readonly settings: Pick<ProviderSettings, 'INSTAGRAM_BASE_URL'>,
    readonly graceMs = 60_000,
  ) {}

  async prepare(): Promise<Prepared> {
    return { kind: 'prepared', provider_draft_id: null, provider_thread_id: null };
  }

  async transmit({ to: [to = ''], body }: OutboundMessage, access: ChannelAccess): Promise<Outcome> {
    const answer = await callProvider({
      method: 'POST',
      url: `${this.settings.INSTAGRAM_BASE_URL}/${encodeURIComponent(access.external_account_id)}/messages`,
      token: access.token,
      signal: access.signal,
      json: { recipient: { id: to }, message: { text: body } },
    });
    return instagramOutcome(answer);
  }

  reconcile(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled> {
    const base = this.settings.INSTAGRAM_BASE_URL;
    return findInConversation({ platform: 'instagram', base, table: INSTAGRAM_ANSWERS }, message, access, trace);
  }
}
