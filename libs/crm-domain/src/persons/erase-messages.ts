import { redactColumns, type Erasing, type Rule } from './redact-row.js';
import { ERASED, Redactor } from './traces.js';

/**
 * A message from the person, or to nobody else, is emptied; a draft to nobody else goes. One that others take part in is
 * theirs too: it loses the addresses and the name, and if it is a draft, it has another version then.
 */
export const eraseMessage: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  const [message_id] = row.key as [string];
  // Its delivery still needs it: the erasure waits for that before it ends.
  if ((await stores.persons.holdMessage(message_id)) === 'pending') return false;
  const message = row.own ? await stores.persons.correspondence(message_id, handlesOf(erasing)) : undefined;
  if (!message?.is_alone) {
    const columns = table.texts.map(({ name }) => name);
    const texts = columns.filter((name) => !ENUMS.includes(name) && !PROVIDER_IDS.includes(name));
    const names = row.own || (row.name && (await stores.persons.takesPart(message_id, handlesOf(erasing))));
    const isRedacted = await redactColumns(erasing, table, row.key, { columns: texts, names });
    if (isRedacted) await stores.persons.raiseDraftVersion(message_id);
    return isRedacted;
  }
  if (message.status === 'draft') {
    const conversation = await stores.persons.deleteDraft(message_id);
    // Whoever writes to it has it, and holds it until after this message: to wait here could wait for each other.
    if (conversation !== undefined && (await stores.drafts.holdIfFree(conversation)))
      await stores.drafts.syncParticipants(conversation);
    return true;
  }
  const held = await stores.persons.texts(table, row.key, true);
  if (!held || held.body === ERASED) return false;
  const redactor = new Redactor(subject.traces);
  await stores.persons.write(table, row.key, {
    body: ERASED,
    body_html: null,
    failure_detail: null,
    subject: held.subject === null ? null : ERASED,
    from_handle: held.from_handle === null ? null : redactor.handle(held.from_handle as string),
    reply_handles: held.reply_handles === null ? null : (held.reply_handles as string[]).map((h) => redactor.handle(h)),
    internet_message_id: await redactor.json(held.internet_message_id ?? null),
  });
  await stores.persons.deleteAttachments(message_id);
  return true;
};

const ENUMS = ['channel', 'direction', 'status'];
/** By these a message is known that the provider shows again: it would come in a second time without. */
const PROVIDER_IDS = ['provider_message_id'];

/** A draft loses the recipient: a message to a pseudonym would come back, or be refused for all that it goes to. */
export const redactRecipient: Rule = async ({ stores, subject }, table, row) => {
  const [message_id] = row.key as [string];
  const status = row.own ? await stores.persons.holdMessage(message_id) : 'pending';
  if (status === 'pending') return false;
  if (status === 'draft') {
    await stores.persons.delete(table, row.key);
    await stores.persons.raiseDraftVersion(message_id);
    return true;
  }
  const held = await stores.persons.texts(table, row.key, true);
  if (!held) return false;
  const handle = new Redactor(subject.traces).handle(held.handle as string);
  if (handle === held.handle) return false;
  await stores.persons.write(table, row.key, { handle, address: handle });
  return true;
};

export const redactDelivery: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  if ((await stores.persons.holdMessage(row.key[0]!)) === 'pending') return false;
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
  const isAlone = row.own && (await stores.persons.isAlone(conversation_id, handlesOf(erasing)));
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

export const eraseParticipant: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  if (!row.own) return redactColumns(erasing, table, row.key, { columns: ['display_name'], names: false });
  const handle = row.key[2]!;
  await stores.persons.write(table, row.key, {
    handle: new Redactor(subject.traces).handle(handle),
    display_name: null,
  });
  return true;
};

function handlesOf({ subject }: Erasing): string[] {
  return subject.traces.addresses.map(({ handle }) => handle);
}
