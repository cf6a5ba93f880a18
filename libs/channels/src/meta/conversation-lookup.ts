import { z } from 'zod';
import { judge, notLearnt, type AnswerTable } from '../answers/answer-table.js';
import { providerId } from '../answers/provider-id.js';
import { readAnswer } from '../answers/read-answer.js';
import type { ChannelAccess, DeliveryTrace, OutboundMessage, Reconciled } from '../channel.js';
import { callProvider } from '../provider-call.js';
import { sentAround } from '../sent-around.js';

/** Their time has whole seconds, and their clock is not ours. */
const CLOCK_TOLERANCE_MS = 2000;

const conversations = z.object({
  data: z.array(
    z.object({
      messages: z
        .object({
          data: z.array(
            z.object({
              id: providerId,
              created_time: z.union([z.string(), z.number()]),
              from: z.object({ id: z.string() }).nullish(),
              message: z.string().nullish(),
            }),
          ),
        })
        .optional(),
    }),
  ),
});

/** Where and how to look: the platform's name, its base URL and its table of answers. */
export interface ConversationLookup {
  platform: 'messenger' | 'instagram';
  base: string;
  table: AnswerTable;
}

/**
 * Looks for the message in the conversation with its recipient: from us, since we began, the same text. Nothing found
 * proves nothing, since a message may show up late; so this never answers `not_sent`.
 */
export async function findInConversation(
  lookup: ConversationLookup,
  message: OutboundMessage,
  access: ChannelAccess,
  trace: DeliveryTrace,
): Promise<Reconciled> {
  const [person = ''] = message.to;
  const answer = await callProvider({
    method: 'GET',
    url: `${lookup.base}/${encodeURIComponent(access.external_account_id)}/conversations`,
    query: {
      platform: lookup.platform,
      user_id: person,
      fields: 'messages.limit(20){id,created_time,from,message}',
    },
    token: access.token,
    signal: access.signal,
  });
  const found = readAnswer(answer, conversations);
  if (!found) return notLearnt(judge(answer, lookup.table));
  const alike = found.data
    .flatMap(({ messages }) => messages?.data ?? [])
    .filter((each) => {
      const isFromUs = each.from !== undefined && each.from !== null && each.from.id !== person;
      return isFromUs && each.message?.trim() === message.body.trim();
    });
  const begun = trace.transmit_started_at;
  const near = begun ? sentAround(alike, (each) => momentOf(each.created_time), begun, CLOCK_TOLERANCE_MS) : [];
  const candidates = near.map(({ id }) => ({
    provider_message_id: id,
    provider_thread_id: null,
    internet_message_id: null,
  }));
  if (candidates.length > 0) return { kind: 'alike', candidates };
  const detail = 'The message has not shown up in the conversation so far.';
  return { kind: 'unknown', code: 'not_in_conversation', detail, http_status: 200 };
}

/** Milliseconds; the documentation shows ISO 8601 in one place and Unix seconds in another. */
function momentOf(time: string | number): number {
  const seconds = Number(time);
  return Number.isNaN(seconds) ? Date.parse(String(time)) : seconds * 1000;
}
