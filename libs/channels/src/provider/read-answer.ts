import type { z } from 'zod';
import type { ProviderAnswer } from './provider-call.js';

/** What a successful answer holds; undefined for every other one, and for one that has another form. */
export function readAnswer<T>(answer: ProviderAnswer, body: z.ZodType<T>): T | undefined {
  if (answer.kind !== 'answered' || (answer.status !== 200 && answer.status !== 201)) return undefined;
  return body.safeParse(answer.body).data;
}

export function isMissing(answer: ProviderAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 404;
}
