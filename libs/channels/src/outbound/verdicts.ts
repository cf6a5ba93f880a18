import type { Lease, OutgoingRow, Verdict } from '#crm-domain/messaging';
import type { Outcome } from '../contract/channel.js';

type Declined<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

export const NO_ACCOUNT: Declined<'rejected'> = {
  kind: 'rejected',
  code: 'no_connected_account',
  detail: 'No account is connected for this channel, so the message was not sent.',
  http_status: null,
};

const NOT_ALLOWED: Declined<'rejected'> = {
  kind: 'rejected',
  code: 'sender_not_allowed',
  detail: 'The person who sent this message may no longer use the account, so the message was not sent.',
  http_status: null,
};

const CLIENT_REVOKED: Declined<'rejected'> = {
  kind: 'rejected',
  code: 'connection_revoked',
  detail:
    'The client that sent this message was revoked, or lost the right to send without approval, before the message could leave, so it was not sent.',
  http_status: null,
};

/** It waits for the access, as webhooks and automations do. */
const NO_API_ACCESS: Declined<'transient'> = {
  kind: 'transient',
  code: 'no_api_access',
  detail: 'The workspace has no API access, so the message waits.',
  http_status: null,
  retry_after_seconds: null,
  throttles: 'message',
};

/** Why a message is not to be sent, or not now, whatever its provider says. */
export function refusalOf(found: OutgoingRow): Declined<'rejected' | 'transient'> | undefined {
  if (!found.is_sender_allowed) return NOT_ALLOWED;
  if (found.is_client_revoked) return CLIENT_REVOKED;
  return found.has_api_access ? undefined : NO_API_ACCESS;
}

/** Said before anybody could look at the draft of an earlier attempt, which a person may have sent. */
export function unlooked(said: Declined<'rejected' | 'transient'>): Verdict {
  return said.kind === 'rejected' ? { ...said, looked: false } : said;
}

export const LATE: Declined<'transient'> = {
  kind: 'transient',
  code: 'woke_up_late',
  detail: 'The service was delayed before it could send.',
  http_status: null,
  retry_after_seconds: null,
  throttles: 'message',
};

export const ENDING: Declined<'transient'> = {
  kind: 'transient',
  code: 'process_ending',
  detail: 'The service was ended before it could send.',
  http_status: null,
  retry_after_seconds: 0,
  throttles: 'message',
};

const ERROR = {
  code: 'internal_error',
  detail: 'An internal error occurred in the service.',
  http_status: null,
  retry_after_seconds: null,
};

/**
 * After an error that nobody expected, by how far the delivery had come: not sent yet, perhaps sent, or not looked up.
 */
export const BROKEN: Readonly<Record<Lease['state'], Verdict>> = {
  leased: { kind: 'transient', throttles: 'message', ...ERROR },
  transmitting: { kind: 'ambiguous', ...ERROR },
  unknown: { kind: 'unknown', looked: false, ...ERROR },
};
