import { invalid, type DomainError, type Issue } from '../../errors.js';
import { line, text } from '../../values/parse.js';
import { ERASED } from '../../persons/stand-in.js';
import { ValueRefusal } from '../../values/value-type.js';
import { addressOf, isAddress, parseAddress } from '../address.js';
import { CHANNELS, handleKind, isMail, longestBody, type ChannelName } from '../channel-name.js';
import type { MessageRow, RecipientRow } from '../conversations/conversation.store.js';

/** What a person composes (contract: Draft). What is left undefined stays as it was, or is empty in a new draft. */
export interface Compose {
  channel?: ChannelName;
  body?: string;
  /** Mail alone. */
  subject?: string | null;
  /** The message that is answered. */
  reply_to?: string | null;
  to?: readonly string[];
  /** Mail alone. */
  cc?: readonly string[];
}

/** A draft as it is stored: possible on its channel, though perhaps not complete. */
export interface ValidatedDraft {
  channel: ChannelName;
  body: string;
  subject: string | null;
  reply_to: string | null;
  recipients: RecipientRow[];
}

/** Between whom a message went that is answered. */
export type Answered = Pick<MessageRow, 'direction' | 'from_handle' | 'reply_handles'> & {
  recipients: Pick<RecipientRow, 'role' | 'handle'>[];
};

/** Characters of a subject. */
export const MAX_SUBJECT_LENGTH = 255;
/** Of `to` and `cc` together. */
export const MAX_RECIPIENTS = 100;
/** On the channel that takes the longest. */
export const MAX_BODY_LENGTH = Math.max(...CHANNELS.map(longestBody));

/**
 * Judges a draft by the rules of its channel (contract: Write rules 3).
 *
 * @throws DomainError validation with every issue
 */
export function validateDraft({ channel, ...compose }: Compose & { channel: ChannelName }): ValidatedDraft {
  const issues: Issue[] = [];
  const { to = [], cc = [] } = compose;
  if (to.length + cc.length > MAX_RECIPIENTS) {
    throw invalid([{ path: 'to', message: `must be at most ${MAX_RECIPIENTS} recipients together with cc.` }]);
  }
  const judged = <T>(path: string, judge: () => T): T | undefined => {
    try {
      return judge();
    } catch (error) {
      if (!(error instanceof ValueRefusal)) throw error;
      issues.push({ path, message: error.message, expected: error.expected });
      return undefined;
    }
  };
  const recipients = (['to', 'cc'] as const).flatMap((role) =>
    (compose[role] ?? []).flatMap((given, at): RecipientRow[] => {
      const address = judged(`${role}[${at}]`, () => parseAddress(channel, given));
      return address ? [{ role, ...address }] : [];
    }),
  );
  const body = judged('body', () => bodyOf(channel, compose.body ?? ''));
  const subject = judged('subject', () =>
    line({ max: MAX_SUBJECT_LENGTH, min: 0 })(compose.subject ?? '', 'The subject'),
  );
  issues.push(...refusedBy(channel, compose));
  if (issues.length > 0) throw invalid(issues);
  const { reply_to = null } = compose;
  return { channel, body: body!, subject: subject || null, reply_to, recipients: withoutRepeats(recipients) };
}

/**
 * An answer goes back to where its sender wants it, and one to a message of our own to the same people again, unless
 * its writer says to whom: `to` that is given, though empty, stands. What cannot be written to is left out.
 */
export function answering<C extends Compose & { channel: ChannelName }>(compose: C, parent: Answered | undefined): C {
  if (!parent || compose.to !== undefined) return compose;
  const { direction, from_handle, reply_handles, recipients } = parent;
  const senders = reply_handles ?? (from_handle === null ? [] : [from_handle]);
  const people = direction === 'inbound' ? senders.map((handle) => ({ role: 'to', handle })) : recipients;
  const of = (role: 'to' | 'cc') => people.filter((each) => each.role === role).map(({ handle }) => handle);
  const { channel, cc = writable(channel, of('cc')) } = compose;
  return { ...compose, to: writable(channel, of('to')), cc };
}

/** Whether a draft goes to just those to whom an answer goes whose writer does not say to whom. */
export function isAsAnswered(
  { channel, recipients }: Pick<ValidatedDraft, 'channel' | 'recipients'>,
  answered: Answered | null | undefined,
): boolean {
  const { to = [], cc = [] }: Compose = answering({ channel }, answered ?? undefined);
  const usual = new Set([...to.map((each) => `to ${each}`), ...cc.map((each) => `cc ${each}`)]);
  const there = new Set(recipients.map(({ role, address }) => `${role} ${address}`));
  return usual.size === there.size && [...there].every((each) => usual.has(each));
}

/**
 * A chat is with one person, and an answer in it goes to that one.
 *
 * @throws DomainError validation when it goes to somebody else
 */
export function requireSamePerson(
  { channel, recipients }: ValidatedDraft,
  answered: Answered | null | undefined,
): void {
  if (isMail(channel) || !answered) return;
  const { direction, from_handle } = answered;
  const person = direction === 'inbound' ? from_handle : answered.recipients[0]?.handle;
  const isOther = person && recipients.some(({ handle }) => handle !== person);
  if (isOther) throw otherPerson(channel);
}

/** That a chat would go on with somebody else. */
export function otherPerson(channel: ChannelName): DomainError {
  const message = `must be the person of this ${channel} conversation; to write to somebody else, make a draft without reply_to.`;
  return invalid([{ path: 'to', message }]);
}

/** Of the message that a draft answers: an answer without a subject of its own has its. */
export interface AnsweredSubject {
  answers_draft?: boolean;
  parent_subject?: string | null;
}

/** What keeps a draft from being sent; it may be saved all the same (decisions: An incomplete draft). */
export function missingForSend(draft: ValidatedDraft & AnsweredSubject): Issue[] {
  const { channel, body, subject, reply_to, recipients, answers_draft, parent_subject } = draft;
  const isErased = parent_subject?.includes(ERASED) === true;
  // The subject of a draft may change after somebody has approved the reply to it.
  const needsSubject = isMail(channel) && !subject && (!reply_to || answers_draft === true || isErased);
  const answered = isErased ? 'a reply to a message that was erased' : 'a reply to a message that was not sent yet';
  const withoutSubject = reply_to ? answered : 'a mail that is not a reply';
  const missing: [boolean, string, string][] = [
    [!recipients.some(({ role }) => role === 'to'), 'to', 'needs at least one recipient.'],
    [body.trim() === '', 'body', 'is empty; write the text of the message.'],
    [needsSubject, 'subject', `is empty; ${withoutSubject} needs a subject.`],
  ];
  return missing.filter(([lacks]) => lacks).map(([, path, message]) => ({ path, message }));
}

/** The subject that keeps a reply in its thread. */
export function replySubject(parent: string | null): string | null {
  if (!parent) return null;
  return (/^re\s*:/i.test(parent) ? parent : `Re: ${parent}`).slice(0, MAX_SUBJECT_LENGTH).toWellFormed();
}

function bodyOf(channel: ChannelName, given: string): string {
  const max = longestBody(channel);
  if (given === '') return given;
  if (channel === 'instagram' && Buffer.byteLength(given) > max) {
    throw new ValueRefusal(`The body must be at most ${max} bytes long on ${channel}.`, `at most ${max} bytes`);
  }
  return text({ max })(given, 'The body');
}

/** Handles as one writes to them. What came from outside may be no address. */
function writable(channel: ChannelName, handles: string[]): string[] {
  const addresses = handles.map((handle) => addressOf(handleKind(channel), handle));
  return addresses.filter((address) => isAddress(channel, address));
}

/** What a channel does not have. */
function refusedBy(channel: ChannelName, { to = [], cc = [], subject }: Compose): Issue[] {
  if (isMail(channel)) return [];
  const wrong: [boolean, string, string][] = [
    [to.length > 1, 'to', `must be one recipient on ${channel}; only gmail and outlook allow several.`],
    [cc.length > 0, 'cc', `is not part of a ${channel} message; only of mail.`],
    [!!subject, 'subject', `is not part of a ${channel} message; only of mail.`],
  ];
  return wrong.filter(([is]) => is).map(([, path, message]) => ({ path, message }));
}

/** Everybody once, where they were named first. */
function withoutRepeats(recipients: RecipientRow[]): RecipientRow[] {
  return recipients.filter(({ handle }, at) => recipients.findIndex((each) => each.handle === handle) === at);
}
