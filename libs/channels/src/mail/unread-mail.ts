import { countSkippedMail, logger } from '#platform';
import type { ChannelName } from '#crm-domain/messaging';

/** Stands in a mail of which only the headers were read. */
export const TOO_MUCH = '[This mail is too large to be shown here.]';

/** Notes that a mail is passed over because nothing of it can be read: no mail may stop those behind it. */
export function noteSkipped(channel: ChannelName, provider_message_id: string): void {
  countSkippedMail(channel);
  logger.error({ channel, provider_message_id }, 'A mail that cannot be read was skipped.');
}
