import { z } from 'zod';
import { classifyAnswer, range, type AnswerTable } from '../provider/answer-table.js';
import { providerId } from '../contract/provider-id.js';
import { readAnswer } from '../provider/read-answer.js';
import type { Outcome } from '../contract/channel.js';
import { OF_ALL_META, metaTable } from '../meta/meta-answers.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import { waId } from './whatsapp-ids.js';

const sentBody = z.object({
  messages: z.array(z.object({ id: providerId })).min(1),
  contacts: z
    .array(z.object({ wa_id: waId }))
    .optional()
    .catch(undefined),
});
const anyObject = z.record(z.string(), z.unknown());

/** Cloud API: support/error-codes. */
const WHATSAPP_ANSWERS: AnswerTable = metaTable([
  {
    codes: ['131047'],
    is: 'rejected',
    detail: 'More than 24 hours have passed since this person last wrote; WhatsApp then takes approved templates only.',
  },
  {
    codes: ['131026', '131030'],
    is: 'rejected',
    detail: 'WhatsApp cannot deliver to this number; perhaps it is not on WhatsApp.',
  },
  { codes: ['131021'], is: 'rejected', detail: 'Sender and recipient are the same number.' },
  {
    codes: ['131008', '131009', '131051', '131052', '131053'],
    is: 'rejected',
    detail: 'WhatsApp refuses the message as invalid.',
  },
  {
    codes: ['131042'],
    is: 'rejected',
    detail: 'WhatsApp refuses the message until the payment of this account is settled.',
  },
  {
    codes: ['0', '3', '10', '131005', ...range(200, 299).map(String)],
    is: 'rejected',
    account: 'reauth_required',
    detail: 'The access token of this account lacks a permission; connect it again.',
  },
  {
    codes: ['33'],
    is: 'rejected',
    account: 'disconnected',
    detail: 'The number of this account no longer exists at WhatsApp.',
  },
  { codes: ['131031'], is: 'rejected', detail: 'WhatsApp has locked this account.' },
  {
    codes: ['131037', '131045', '133010'],
    is: 'rejected',
    detail: 'The number of this account is not registered for sending.',
  },
  {
    codes: ['130472', '131049', '131050'],
    is: 'rejected',
    detail: 'WhatsApp chose not to deliver the message to this person.',
  },
  { codes: ['130497'], is: 'rejected', detail: 'This account may not write to people in that country.' },
  { codes: range(132000, 132999).map(String), is: 'rejected', detail: 'WhatsApp refuses the template.' },
  // The limit between this number and one person; other people can be written to.
  {
    codes: ['131056'],
    is: 'transient',
    throttles: 'message',
    detail: 'WhatsApp asks this number to send more slowly to this person.',
  },
  {
    codes: ['80007', '130429', '131048', '133016'],
    is: 'transient',
    throttles: 'account',
    detail: 'WhatsApp asks this number to send more slowly.',
  },
  {
    codes: ['131000', '131016', '131057'],
    is: 'ambiguous',
    detail: 'WhatsApp failed and did not say whether it sent the message.',
  },
  ...OF_ALL_META,
]);

/**
 * The verdict over the answer to a message. A success whose id cannot be read is an acceptance without one: nothing
 * could be looked up later, and the status webhooks carry our own id. One that names no message proves nothing, and those
 * webhooks are waited for. Pure.
 */
export function whatsappOutcome(answer: ProviderAnswer): Outcome {
  const sent = readAnswer(answer, sentBody);
  if (!sent && !isSuccess(answer)) return classifyAnswer(answer, WHATSAPP_ANSWERS);
  return {
    kind: 'accepted',
    provider_message_id: sent?.messages[0]?.id ?? null,
    provider_thread_id: sent?.contacts?.[0]?.wa_id ?? null,
    internet_message_id: null,
  };
}

/** How a success begins, whatever follows. */
const BEGINS_AS_SUCCESS = /^\s*\{\s*"(?:messaging_product|contacts|messages)"\s*:/;

/**
 * What is no JSON object, names no message, or broke off before it said anything of a success, may be an error or have
 * been written by somebody else, such as a proxy, and proves nothing.
 */
function isSuccess(answer: ProviderAnswer): boolean {
  if (answer.kind !== 'answered' || answer.status !== 200) return false;
  if (answer.broke_off) {
    const type = String(answer.headers['content-type'] ?? '');
    return /^application\/json\b/i.test(type) && BEGINS_AS_SUCCESS.test(answer.beginning ?? '');
  }
  const body = anyObject.safeParse(answer.body).data;
  return body !== undefined && !('error' in body) && namesMessage(body);
}

function namesMessage({ messages }: Record<string, unknown>): boolean {
  return Array.isArray(messages) && messages.some((each) => anyObject.safeParse(each).success);
}
