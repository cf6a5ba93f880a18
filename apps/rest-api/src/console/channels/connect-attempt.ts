import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Person } from '#crm-domain/people';
import type { ChannelName } from '#crm-domain/messaging';

/** A mailbox on its way to being connected. */
export interface ConnectAttempt {
  workspace_id: string;
  channel: ChannelName;
  code_verifier: string;
}

const TEN_MINUTES = 600_000;

/**
 * The attempt as its cookie keeps it, and the state that goes to the provider. The state is made with a secret of the
 * session, so it holds for nobody else, for no other channel or workspace, and not after the session's end.
 */
export function begun(person: Person, attempt: ConnectAttempt, now = Date.now()): { cookie: string; state: string } {
  const cookie = [attempt.workspace_id, attempt.code_verifier, now + TEN_MINUTES].join('.');
  return { cookie, state: stateOf(person, attempt.channel, cookie) };
}

/**
 * The attempt that a state and a cookie belong to, if they are of this session, this channel and the last ten minutes.
 */
export function resumed(
  person: Person,
  channel: ChannelName,
  answer: { cookie: string; state: string },
  now = Date.now(),
): ConnectAttempt | undefined {
  const [given, wanted] = [answer.state, stateOf(person, channel, answer.cookie)].map((text) => Buffer.from(text));
  if (given!.length !== wanted!.length || !timingSafeEqual(given!, wanted!)) return undefined;
  const [workspace_id = '', code_verifier = '', end] = answer.cookie.split('.');
  return Number(end) > now ? { workspace_id, channel, code_verifier } : undefined;
}

function stateOf({ csrf }: Person, channel: ChannelName, cookie: string): string {
  return createHmac('sha256', csrf).update(`connect.${channel}.${cookie}`).digest('base64url');
}
