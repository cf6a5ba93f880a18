import { add } from './erasure.js';
import type { Correspondence } from './person-message.store.js';
import type { PersonTable } from './person-tables.js';
import { redactColumns, type Erasing, type Rule } from './redact-row.js';
import { ERASED } from './stand-in.js';
import { Redactor, withStandIns } from './traces.js';

/** What became of a message. `left`: it stays as it is until a later step or round. `gone`: it was a draft to nobody else. */
type Outcome = 'left' | 'gone' | 'changed' | 'same';

/**
 * A message from the person, or to nobody else, is emptied; a draft to nobody else goes. One that others take part in is
 * theirs too: it loses the addresses and the name, and if it is a draft, it has another version then.
 */
export const eraseMessage: Rule = async (erasing, table, row) => isErased(await outcomeOf(erasing, table, row));

const isErased = (outcome: Outcome) => outcome === 'gone' || outcome === 'changed';

async function outcomeOf(erasing: Erasing, table: PersonTable, row: Parameters<Rule>[2]): Promise<Outcome> {
  const { personMessages: messages } = erasing.stores;
  const [message_id] = row.key as [string];
  const handles = withStandIns(erasing.subject.traces);
  // Its delivery still needs it: the erasure waits for that before it ends.
  if ((await messages.hold(message_id)) === 'pending') return 'left';
  const message = row.own ? await messages.correspondence(message_id, handles) : undefined;
  if (message?.is_alone)
    return message.status === 'draft' ? deleteDraft(erasing, message_id, message) : empty(erasing, table, row.key);
  const columns = table.texts.map(({ name }) => name);
  const texts = columns.filter((name) => !ENUMS.includes(name) && !PROVIDER_IDS.includes(name));
  const names = row.own || (await isBesideThem(row, erasing, table));
  if (!(await redactColumns(erasing, table, row.key, { columns: texts, names }))) return 'same';
  await messages.raiseDraftVersion(message_id);
  return 'changed';
}

/** Whether a row that may hold the name of the person is of one of their conversations, so that it means them. */
export async function isBesideThem(
  { name, key }: Parameters<Rule>[2],
  { stores, subject }: Erasing,
  table: PersonTable,
): Promise<boolean> {
  return name && (await stores.personMessages.isBesideThem(table.name, key, withStandIns(subject.traces)));
}

/**
 * Whoever has its conversation may be writing an answer to it. They are not waited for: they may wait for a message that
 * is held here.
 */
async function deleteDraft(
  { stores: { drafts, personMessages } }: Erasing,
  message_id: string,
  { conversation_id }: Correspondence,
): Promise<Outcome> {
  if (!(await drafts.holdIfFree(conversation_id))) return 'left';
  await personMessages.deleteDraft(message_id);
  await drafts.unanswer({ message_id, conversation_id });
  await drafts.syncParticipants(conversation_id);
  return 'gone';
}

async function empty({ stores, subject }: Erasing, table: PersonTable, key: readonly string[]): Promise<Outcome> {
  const held = await stores.persons.texts(table, key, true);
  if (!held || held.body === ERASED) return 'same';
  const redactor = new Redactor(subject.traces);
  await stores.persons.write(table, key, {
    body: ERASED,
    body_html: null,
    failure_detail: null,
    subject: held.subject === null ? null : ERASED,
    from_handle: held.from_handle === null ? null : redactor.handle(held.from_handle as string),
    reply_handles: held.reply_handles === null ? null : (held.reply_handles as string[]).map((h) => redactor.handle(h)),
    internet_message_id: await redactor.json(held.internet_message_id ?? null),
  });
  await stores.personMessages.deleteAttachments(key[0]!);
  return 'changed';
}

const ENUMS = ['channel', 'direction', 'status'];
/** By these a message is known that the provider shows again: it would come in a second time without. */
const PROVIDER_IDS = ['provider_message_id'];

/**
 * By the address the message is known as the person's, and it may be newer than the walk through messages: it is erased
 * in the same transaction. A draft loses the recipient: a message to a pseudonym would come back, or be refused for all
 * that it goes to.
 */
export const redactRecipient: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  const [message_id] = row.key as [string];
  const outcome = row.own ? await eraseAlong(erasing, message_id) : 'left';
  if (outcome === 'left') return false;
  if (outcome === 'gone') return true;
  if ((await stores.personMessages.hold(message_id)) === 'draft') {
    await stores.persons.delete(table, row.key);
    await stores.personMessages.raiseDraftVersion(message_id);
    return true;
  }
  const held = await stores.persons.texts(table, row.key, true);
  if (!held) return false;
  const handle = new Redactor(subject.traces).handle(held.handle as string);
  if (handle === held.handle) return false;
  await stores.persons.write(table, row.key, { handle, address: handle });
  return true;
};

/** A message of the person, with the names of its attachments. */
async function eraseAlong(erasing: Erasing, message_id: string): Promise<Outcome> {
  const { tables, erased, stores } = erasing;
  const outcome = await outcomeOf(erasing, tables.get('message')!, ownRow(message_id));
  if (isErased(outcome)) add(erased, 'message', 1);
  if (outcome === 'left' || outcome === 'gone') return outcome;
  const attachments = tables.get('message_attachment')!;
  for (const id of await stores.personMessages.attachments(message_id))
    if (await redactColumns(erasing, attachments, [message_id, id], { columns: ['filename'], names: true }))
      add(erased, attachments.name, 1);
  return outcome;
}

const ownRow = (id: string) => ({ key: [id], own: true, address: true, name: true });

export const redactDelivery: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  if ((await stores.personMessages.hold(row.key[0]!)) === 'pending') return false;
  const held = await stores.persons.texts(table, row.key, true);
  if (!held) return false;
  const recipient = held.recipient === null ? null : new Redactor(subject.traces).handle(held.recipient as string);
  const isTheirs = recipient !== held.recipient;
  if (isTheirs) await stores.persons.write(table, row.key, { recipient });
  const columns = ['provider_thread_id', 'provider_draft_id', 'last_error'];
  return (await redactColumns(erasing, table, row.key, { columns, names: false })) || isTheirs;
};

/** Its subject goes where nobody else takes part. A chat is known by the address: that becomes another one. */
export const eraseConversation: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  const [conversation_id] = row.key as [string];
  const held = await stores.persons.texts(table, row.key, true);
  if (!held) return false;
  const redactor = new Redactor(subject.traces, row.own);
  const isAlone = row.own && (await stores.personMessages.isAlone(conversation_id, withStandIns(subject.traces)));
  const { subject: title, external_id } = held as { subject: string | null; external_id: string | null };
  const after = title === null ? null : isAlone ? ERASED : await redactor.text(title);
  const isOfPerson = external_id !== null && (await redactor.text(redactor.handle(external_id))) !== external_id;
  if (after === title && !isOfPerson) return false;
  await stores.persons.write(table, row.key, {
    subject: after,
    ...(isOfPerson && { external_id: `erased-${conversation_id}` }),
  });
  return true;
};

/** By the address the conversation is known as the person's, and it may be newer than the walk through conversations. */
export const eraseParticipant: Rule = async (erasing, table, row) => {
  const { stores, subject, tables, erased } = erasing;
  if (!row.own) {
    const names = await isBesideThem(row, erasing, table);
    return redactColumns(erasing, table, row.key, { columns: ['display_name'], names });
  }
  const [conversation_id, kind, handle] = row.key as [string, string, string];
  const conversations = tables.get('conversation')!;
  if (await eraseConversation(erasing, conversations, ownRow(conversation_id))) add(erased, conversations.name, 1);
  const standIn = new Redactor(subject.traces).handle(handle);
  // Who wrote here again after an earlier round takes part under both.
  await stores.persons.delete(table, [conversation_id, kind, standIn]);
  await stores.persons.write(table, row.key, { handle: standIn, display_name: null });
  return true;
};
