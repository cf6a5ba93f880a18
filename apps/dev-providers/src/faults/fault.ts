import type { Answer } from '../http/exchange.js';
import type { Call } from '../http/routes.js';

export const ACTIONS = [
  'answer',
  'accept_then_answer',
  'reset_before',
  'reset_after',
  'hang_before',
  'hang_after',
  'slow',
] as const;

/** What goes wrong with a call. */
export interface Fault {
  action: (typeof ACTIONS)[number];
  /** For `answer` and `accept_then_answer`. */
  answer?: Answer;
  /** For `slow`. */
  ms?: number;
}

/** A fault that waits for a fitting call; what is not said fits all. */
export interface FaultScript extends Omit<Fault, 'answer'>, Partial<Answer> {
  channel?: string;
  /** `send` unless said otherwise; `any` for all. */
  call?: Call['call'] | 'any';
  account?: string;
  to?: string;
  text?: string;
  mark?: string;
  /** How many calls it meets: 1 unless said otherwise, 0 for all to come. */
  times?: number;
  /** Of fitting calls, the share that it meets, from 0 to 1. */
  share?: number;
}
