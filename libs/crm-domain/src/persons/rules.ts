import { eraseAuditEntry } from './erase-audit-entry.js';
import {
  eraseConversation,
  eraseMessage,
  eraseParticipant,
  isBesideThem,
  redactDelivery,
  redactRecipient,
} from './erase-messages.js';
import { eraseEvent, eraseRecord } from './erase-records.js';
import type { PagedRow } from './person.store.js';
import type { PersonTable } from './person-tables.js';
import { redactColumns, redacted, type Erasing, type Rule } from './redact-row.js';
import { ERASED } from './stand-in.js';
import { Redactor } from './traces.js';

/** Takes traces out of these columns. With `names` where the row is about the person. */
const redact =
  (
    columns: readonly string[],
    names: (row: PagedRow, erasing: Erasing, table: PersonTable) => boolean | Promise<boolean> = () => false,
  ): Rule =>
  async (erasing, table, row) =>
    redactColumns(erasing, table, row.key, { columns, names: await names(row, erasing, table) });

const isAbout = ({ own, key }: PagedRow, { subject }: Erasing) => own || subject.about.includes(key[0]!);

const remove: Rule = async ({ stores }, table, row) => {
  if (!row.own) return false;
  await stores.persons.delete(table, row.key);
  return true;
};

/** A repeated request must not be done again, so that the row stays; whose key tells who is meant goes. */
const eraseAnswer: Rule = async ({ stores, subject }, table, row) => {
  const { persons } = stores;
  const held = await persons.texts(table, row.key, true);
  if (!held || held.answer === ANSWER) return false;
  const redactor = new Redactor(subject.traces, true);
  if ((await redactor.text(row.key.join(' '))) !== row.key.join(' ')) await persons.delete(table, row.key);
  else if (row.own || row.name || Object.hasOwn(await redacted(table, held, redactor), 'answer'))
    await persons.write(table, row.key, { answer: ANSWER, fingerprint: NO_REQUEST });
  else return false;
  return true;
};

/** Of no request: a short text can be guessed from the fingerprint of one. */
const NO_REQUEST = '';

/** Stands in the place of a kept answer. */
const ANSWER = JSON.stringify({ erased: true });

/** Of a file's rows those that hold an address of the person lose all their cells: one with the name may be of another. */
const eraseImported: Rule = async ({ stores, subject }, table, { key }) => {
  const held = await stores.persons.texts(table, key, true);
  if (!held) return false;
  const redactor = new Redactor(subject.traces);
  const rows = JSON.parse(held.cells as string) as unknown[];
  const erased: unknown[] = [];
  for (const row of rows) erased.push(JSON.stringify(await redactor.json(row)) === JSON.stringify(row) ? row : ERASED);
  if (erased.every((row, at) => row === rows[at])) return false;
  await stores.persons.write(table, key, { cells: JSON.stringify(erased) });
  return true;
};

/** What is done with a row that may be about the person, by table; a table without a rule is only looked through. */
export const RULES: Readonly<Record<string, Rule>> = {
  record: eraseRecord,
  value_history: redact(['value', 'via'], isAbout),
  event: eraseEvent,
  message: eraseMessage,
  message_attachment: redact(['filename'], async (row, ...of) => row.own || isBesideThem(row, ...of)),
  message_recipient: redactRecipient,
  message_delivery: redactDelivery,
  conversation: eraseConversation,
  conversation_participant: eraseParticipant,
  user_block: remove,
  idempotency: eraseAnswer,
  import_rows: eraseImported,
  import_job: redact(['file_name', 'columns', 'failure'], () => true),
  import_error: redact(['reason'], () => true),
  export: redact(['asked', 'failure']),
  webhook: redact(['description']),
  webhook_delivery: redact(['error']),
  automation: redact(['name', 'condition', 'actions']),
  automation_run: redact(['error']),
  record_view: redact(['title', 'query']),
  audit_entry: eraseAuditEntry,
};
