import { z } from 'zod';
import type { Outcome } from '../contract/channel.js';
import { classifyAnswer, type AnswerTable } from '../provider/answer-table.js';
import { providerId } from '../contract/provider-id.js';
import { readAnswer } from '../provider/read-answer.js';
import type { ProviderAnswer } from '../provider/provider-call.js';

const sentBody = z.object({ message_id: providerId });

/** The verdict over an answer of the Send API, which Messenger and Instagram share. Pure. */
export function sendApiOutcome(answer: ProviderAnswer, table: AnswerTable): Outcome {
  const sent = readAnswer(answer, sentBody);
  if (!sent) return classifyAnswer(answer, table);
  return {
    kind: 'accepted',
    provider_message_id: sent.message_id,
    provider_thread_id: null,
    internet_message_id: null,
  };
}
