import type { AnswerTable } from '../provider/answer-table.js';
import type { Outcome } from '../contract/channel.js';
import { OF_ALL_META, metaTable, sendApiOutcome } from '../meta/meta-answers.js';
import type { ProviderAnswer } from '../provider/provider-call.js';

/** Instagram API with Instagram Login; its subcodes are from memory. */
export const INSTAGRAM_ANSWERS: AnswerTable = metaTable([
  { codes: ['10/2534022'], is: 'rejected', detail: 'More than 24 hours have passed since this person last wrote.' },
  { codes: ['100/2534014'], is: 'rejected', detail: 'Instagram does not know this person for this account.' },
  {
    codes: ['551'],
    is: 'rejected',
    detail: 'This person does not receive messages from the account at the moment.',
  },
  {
    codes: ['80002', '80006'],
    is: 'transient',
    throttles: 'account',
    detail: 'Instagram asks this account to send more slowly.',
  },
  ...OF_ALL_META,
]);

/** The verdict over the answer to a message. Pure. */
export function instagramOutcome(answer: ProviderAnswer): Outcome {
  return sendApiOutcome(answer, INSTAGRAM_ANSWERS);
}
