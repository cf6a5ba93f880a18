import type { AnswerTable } from '../provider/answer-table.js';
import type { Outcome } from '../contract/channel.js';
import { OF_ALL_META, metaTable, sendApiOutcome } from '../meta/meta-answers.js';
import type { ProviderAnswer } from '../provider/provider-call.js';

/** Messenger Platform: error-codes. */
export const MESSENGER_ANSWERS: AnswerTable = metaTable([
  { codes: ['10/2018278'], is: 'rejected', detail: 'More than 24 hours have passed since this person last wrote.' },
  { codes: ['100/2018001'], is: 'rejected', detail: 'Messenger does not know this person for this page.' },
  {
    codes: ['10/2018108', '200/1545041', '551/1545041', '551'],
    is: 'rejected',
    detail: 'This person does not receive messages from the page at the moment.',
  },
  { codes: ['10/1893063'], is: 'rejected', detail: 'Messenger has restricted this page.' },
  { codes: ['80006'], is: 'transient', throttles: 'account', detail: 'Messenger asks this page to send more slowly.' },
  ...OF_ALL_META,
]);

/** The verdict over the answer to a message. Pure. */
export function messengerOutcome(answer: ProviderAnswer): Outcome {
  return sendApiOutcome(answer, MESSENGER_ANSWERS);
}
