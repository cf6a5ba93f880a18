import { setImmediate } from 'node:timers/promises';
import { WorkTime } from '../../db/work-time.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { itemsOf, type Values } from '../document.js';
import { MAX_CHARACTERS, isSearched, placeOfWord } from '../lexemes.js';
import type { FoundRow, ReadingStore } from './reading.store.js';

/** An attribute whose text holds one of the words, with what stands around it. */
export interface Matched {
  /** Slug of the attribute. */
  attribute: string;
  text: string;
}

/** Words that were searched for, as they are indexed: of the prefixes a word may be only the beginning. */
export interface Sought {
  whole: ReadonlySet<string>;
  prefixes: readonly string[];
}

/** Pages of values that are read for one search: of records behind them is not said what matched. */
const MAX_PAGES = 2;
/** Attributes that are named of one record. */
const MAX_MATCHED = 10;
const SHOWN_CHARACTERS = 160;
/** Of these, so many stand before the word. */
const CHARACTERS_BEFORE = 40;

/** What matched in each record, by its id. The records are read page by page, since each may be large. */
export async function matchedIn(
  reading: ReadingStore,
  schema: WorkspaceSchema,
  { rows, sought }: { rows: readonly FoundRow[]; sought: Sought },
): Promise<Map<string, Matched[]>> {
  const matched = new Map<string, Matched[]>();
  let ids = rows.map(({ record_id }) => record_id);
  for (let pages = 0; ids.length > 0 && pages < MAX_PAGES; pages++) {
    const page = await reading.valuesOf(ids);
    WorkTime.workOn(page.reduce((sum, { bytes }) => sum + bytes, 0));
    for (const { record_id, object_id, vals } of page) {
      matched.set(record_id, matchedOf(schema.find(object_id)!, vals, sought));
      // Long texts take a while, and other requests have their turn in between.
      await setImmediate();
    }
    const last = page.at(-1)?.record_id;
    ids = last === undefined ? [] : ids.slice(ids.indexOf(last) + 1);
  }
  return matched;
}

/** No more of a record is looked through than was for its index: a text of 2 MiB can take a second. */
function matchedOf(object: ObjectSchema, vals: Values, { whole, prefixes }: Sought): Matched[] {
  const isSought = (word: string) => whole.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
  const matched: Matched[] = [];
  let left = MAX_CHARACTERS;
  for (const { slug, attr_no, valueType: type, context } of object.attributes.filter(isSearched)) {
    const textOf = type.search || type.text;
    for (const item of itemsOf(vals, attr_no)) {
      if (left <= 0) return matched;
      const text = textOf(item, context);
      const { place, characters } = placeOfWord(text, left, isSought);
      left -= characters;
      if (place === undefined) continue;
      matched.push({ attribute: slug, text: around(text, place) });
      break;
    }
    if (matched.length === MAX_MATCHED) break;
  }
  return matched;
}

function around(text: string, place: number): string {
  const from = Math.max(0, Math.min(place - CHARACTERS_BEFORE, text.length - SHOWN_CHARACTERS));
  const shown = text.slice(from, from + SHOWN_CHARACTERS);
  // A cut may go through a character of two halves.
  const whole = shown.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '').replace(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${whole}${from + SHOWN_CHARACTERS < text.length ? '…' : ''}`;
}
