import { addressOf } from '../address.js';
import { handleKind, type ChannelName } from '../channel-name.js';
import { isAsAnswered, missingForSend, type AnsweredSubject, type ValidatedDraft } from './compose.js';
import type { Parent } from './draft.store.js';
import { isUnknownSender, type SendingAccount } from './sending-account.js';

/** A draft that was just written. */
interface WrittenDraft {
  letter: ValidatedDraft & AnsweredSubject;
  /** What it answers, where that was looked up. */
  parent: Parent | undefined;
  /** What it would leave from. */
  account: SendingAccount | undefined;
  /** The id of what it would have left from before; null: nothing. Undefined of a new draft, and of another channel. */
  earlier: string | null | undefined;
  /** To whom it goes stayed, though it answers another message now. */
  kept: boolean;
}

/** What its writer has to know of a draft; empty where there is nothing. */
export function noteOf({ letter, parent, account, earlier, kept }: WrittenDraft): string {
  const { channel } = letter;
  return [
    ...missingForSend(letter).map(({ path, message }) => `${path} ${message}`),
    ...(account ? senderNote(channel, account, earlier) : [noAccount(channel)]),
    ...(parent && goesElsewhere(letter, parent) ? [ELSEWHERE] : []),
    ...(kept && !isAsAnswered(letter, parent) ? [KEPT] : []),
  ].join(' ');
}

const KEPT =
  'The recipients stayed as they were, because they were chosen for the draft; give to if it should go to those of the answered message.';

const ELSEWHERE =
  'The answered mail asks for replies at other addresses than its sender (Reply-To); make sure that they are right.';

/** Anybody can write any address into their mail as the one that wants the answer. */
function goesElsewhere({ recipients }: ValidatedDraft, { from_handle, reply_handles }: Parent): boolean {
  const to = recipients.map(({ handle }) => handle);
  return !!reply_handles?.some((handle) => handle !== from_handle && to.includes(handle));
}

function noAccount(channel: ChannelName): string {
  return `You have no ${channel} account to send from; connect one first, or the message will fail once it is sent.`;
}

/** Why it would not leave from where its writer expects. */
function senderNote(channel: ChannelName, account: SendingAccount, earlier: string | null | undefined): string[] {
  const { address, is_other, instead_of } = account;
  const isUnknown = earlier !== undefined && isUnknownSender(account, earlier);
  const named = (given: string) => addressOf(handleKind(channel), given);
  const reasons: [unknown, string][] = [
    [is_other, 'you cannot send from the account that the conversation came in through'],
    [instead_of, `${named(instead_of ?? '')} has to be connected again`],
    [isUnknown, earlier === null ? 'there was no shared account before' : 'not from the same account as before'],
  ];
  const reason = reasons.find(([is]) => is)?.[1];
  return reason ? [`This message would leave from ${named(address)}: ${reason}.`] : [];
}
