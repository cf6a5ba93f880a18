import type { Outcome } from '../channel.js';

type Declined<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

export const NO_ACCOUNT: Declined<'rejected'> = {
  kind: 'rejected',
  code: 'no_connected_account',
  detail: 'No account is connected for this channel, so the message was not sent.',
  http_status: null,
};

export const LATE: Declined<'transient'> = {
  kind: 'transient',
  code: 'woke_up_late',
  detail: 'The service was held up before it could send.',
  http_status: null,
  retry_after_seconds: null,
  throttles: 'message',
};
