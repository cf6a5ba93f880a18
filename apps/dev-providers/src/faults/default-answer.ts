import type { ChannelName } from '#crm-domain/messaging';
import { gmailError } from '../gmail/gmail-error.js';
import { graphError } from '../graph/graph-error.js';
import type { Answer } from '../http/exchange.js';
import { metaError } from '../meta/meta-error.js';

/** What a provider says with a bare status, for scripts that name no body. */
export function defaultAnswer(channel: ChannelName, status: number): Answer {
  if (channel === 'gmail') return gmailError(status);
  if (channel === 'outlook') return graphError(status);
  if (status === 401) return metaError(190, 'Error validating access token.', { status });
  if (status === 429) return metaError(channel === 'whatsapp' ? 130429 : 613, 'Rate limit hit', { status });
  if (status >= 500) return metaError(2, 'Service temporarily unavailable', { status });
  return metaError(100, 'Invalid parameter', { status });
}
