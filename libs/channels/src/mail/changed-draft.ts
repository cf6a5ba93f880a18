import type { Declined } from '../contract/channel.js';

/** What is said of a draft of ours that is not as it was made: its owner approved something else. */
export const DRAFT_CHANGED: Declined = {
  kind: 'rejected',
  code: 'draft_changed',
  detail:
    'The draft of this message was changed in the mailbox, so it was not sent from here. A person can send it there.',
  http_status: null,
};

/** What is said of one that a person has taken away from the other drafts. */
export const DRAFT_REMOVED: Declined = {
  kind: 'rejected',
  code: 'draft_removed',
  detail: 'The draft of this message was deleted or moved in the mailbox, so it was not sent from here.',
  http_status: null,
};
