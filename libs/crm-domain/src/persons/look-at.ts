import { createHash } from 'node:crypto';
import type { Stores } from '../stores.js';
import { add, type Progress, type Subject } from './erasure.js';
import type { PersonErasureEntity } from './person-erasure.entity.js';
import type { Looked, PagedRow } from './person.store.js';
import type { PersonTable } from './person-tables.js';
import { redacted } from './redact-row.js';
import { Redactor, widePatterns, withStandIns } from './traces.js';

/** Rows of a page that may be about the person, and how many were looked at to find them. */
interface Page {
  table: PersonTable;
  rows: readonly PagedRow[];
  looked: number;
}

/** By what rows of the person are found. */
export function lookedFor({ records, traces }: Subject): Looked {
  return { records, handles: traces.addresses.map(({ handle }) => handle), ...widePatterns(traces) };
}

/** Counts what is there, or what is left, and adds it to `progress`. */
export async function lookAt(
  { persons, personMessages }: Stores,
  { subject, step }: Pick<PersonErasureEntity, 'subject' | 'step'>,
  ...[{ table, rows, looked }, progress]: [page: Page, progress: Progress]
): Promise<void> {
  const [bare, named] = [new Redactor(subject!.traces), new Redactor(subject!.traces, true)];
  const { scanned, counted } = progress;
  if (step === 'scan') scanned.rows += looked;
  // What others write in a conversation of the person is about them; it may have come in behind the walk.
  const isAbout = ({ key }: PagedRow) => personMessages.isBesideThem(table.name, key, withStandIns(subject!.traces));
  for (const row of rows) {
    const held = await persons.texts(table, row.key);
    if (!held) continue;
    // Events of the person stay in the feed, emptied.
    const isOwn = row.own && !(step === 'scan' && table.name === 'event');
    const isTrace = isOwn || (row.address && (await isIn(table, { held, key: row.key }, bare)));
    if (step === 'count' && isTrace) {
      add(counted, table.name, 1);
      progress.digest = digestOf(progress.digest, [table.name, ...row.key]);
    } else if (step === 'scan' && isTrace) add(scanned.found, table.name, 1);
    else if (step === 'scan' && row.name && (await isIn(table, { held, key: row.key }, named)))
      add((await isAbout(row)) ? scanned.found : scanned.names, table.name, 1);
  }
}

function digestOf(before: string, row: readonly string[]): string {
  return createHash('sha256')
    .update([before, ...row].join(' '))
    .digest('hex');
}

/** Whether a trace is in the row itself, and not only in how it was written out. Words of the search are no text. */
async function isIn(
  table: PersonTable,
  { held, key }: { held: Record<string, unknown>; key: readonly string[] },
  redactor: Redactor,
): Promise<boolean> {
  if (table.texts.length === 0) return true;
  if (Object.keys(await redacted(table, held, redactor)).length > 0) return true;
  for (const part of key) if ((await redactor.text(part)) !== part) return true;
  return false;
}
