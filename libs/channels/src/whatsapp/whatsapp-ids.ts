import { z } from 'zod';

/** What WhatsApp calls somebody with a telephone number; it may differ from the number one writes to. */
export const waId = z
  .string()
  .regex(/^\d{1,20}$/)
  .nullish()
  .catch(null);

/**
 * What `biz_opaque_callback_data` carries, which WhatsApp gives back in every status webhook: our id of the message,
 * and from its second transmission on which of them this is. A message is handed over again after a refusal, and
 * WhatsApp may tell of that refusal a second time. The first one bears the id alone, which releases before this form
 * understand as well.
 */
export function callbackData(messageId: string, transmission = 1): string {
  return transmission === 1 ? messageId : `${messageId}/${transmission}`;
}

/**
 * Reads it again. It comes from outside and may be anything. An id alone names no transmission: it is the first one's,
 * or was sent by a release that named none.
 */
export function readCallbackData(text: string | null | undefined): {
  mark: string | null;
  transmission: number | null;
} {
  const [, mark = '', count] = /^(.*?)(?:\/(\d{1,6}))?$/s.exec(text ?? '') ?? [];
  return { mark: mark || null, transmission: count === undefined ? null : Number(count) };
}
