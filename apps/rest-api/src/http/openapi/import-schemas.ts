import { DATE_ORDERS, ENCODINGS, IMPORT_FORMATS, SEPARATORS } from '#crm-domain/writes';
import { createdBy } from './version-schemas.js';
import { count, flag, maybeText, maybeTime, object, text, time, uuid } from './json-schema.js';

const list = (items: object, description?: string) => ({ type: 'array', items, ...(description && { description }) });

/** Where a column goes; see the body of a check. */
const column = object({
  column: text,
  attribute: text,
  'part?': text,
  'split?': text,
  'append?': flag,
  'match?': text,
  'create?': flag,
  'date_order?': { type: 'string', enum: DATE_ORDERS },
  'decimal?': { type: 'string', enum: ['.', ','] },
  'currency_code?': text,
  'country?': text,
});

/** Imports of files. */
export const IMPORTS: Record<string, object> = {
  Import: object({
    id: uuid,
    object: { ...maybeText, description: 'Slug; null where it was deleted.' },
    state: {
      type: 'string',
      enum: ['uploading', 'reading', 'ready', 'checking', 'checked', 'running', 'done', 'canceled', 'failed'],
      description:
        'uploading until all parts are there, reading until the rows are known; then ready. A check ends in checked, a run in done.',
    },
    file_name: text,
    format: { type: 'string', enum: IMPORT_FORMATS },
    bytes: count,
    parts: { ...count, description: 'Into how many parts the file is cut, from 1.' },
    part_bytes: { ...count, description: 'Bytes of each part but the last.' },
    'missing_parts?': list(count, 'Numbers of the parts that are still to be sent. Not in lists.'),
    'reading?': {
      ...object({
        encoding: { type: ['string', 'null'], enum: [...ENCODINGS, null] },
        separator: { type: ['string', 'null'], enum: [...SEPARATORS, null] },
        sheet: maybeText,
        sheets: list(text),
      }),
      type: ['object', 'null'],
      description:
        'How the file was read, and the sheets of a workbook (the first 100); null until then. Not in lists.',
    },
    rows: {
      ...object({ total: count, done: count, created: count, updated: count, failed: count }),
      description: 'Of the file, and of the last check or run. A check counts what a run would do.',
    },
    'columns?': list(
      object({
        name: text,
        kind: {
          type: 'string',
          enum: ['empty', 'email', 'phone', 'url', 'date', 'timestamp', 'number', 'checkbox', 'text'],
          description: 'What its first texts look like.',
        },
        samples: list(text),
      }),
      'Of the file; empty until it is read. Not in lists.',
    ),
    'mapping?': {
      ...object({ 'match?': text, columns: list(column) }),
      type: ['object', 'null'],
      description:
        'That of the last check or run. Before, the one that is proposed; null until the file is read. Not in lists.',
    },
    'errors?': list(
      object({
        row: {
          ...count,
          description: 'As a spreadsheet program numbers it: the header and empty rows count. Of NDJSON, the line.',
        },
        reason: text,
      }),
      'The first 100 rows that failed, or would; all are in the error file. Not in lists.',
    ),
    failure: { ...maybeText, description: 'Why the import as a whole has failed, or was canceled.' },
    created_by: createdBy,
    created_at: time,
    updated_at: time,
    finished_at: maybeTime,
    kept_until: { ...maybeTime, description: 'Until then the rows and the error file are kept; null afterwards.' },
  }),
};

/** An import that was checked. */
export const IMPORT_EXAMPLE = {
  id: '0197f000-0000-7000-8000-0000000000a1',
  object: 'people',
  state: 'checked',
  file_name: 'contacts.csv',
  format: 'csv',
  bytes: 52,
  parts: 1,
  part_bytes: 4_194_304,
  missing_parts: [],
  reading: { encoding: 'utf-8', separator: ',', sheet: null, sheets: [] },
  rows: { total: 2, done: 2, created: 1, updated: 0, failed: 1 },
  columns: [{ name: 'Email', kind: 'email', samples: ['ada@example.com'] }],
  mapping: { match: 'email_addresses', columns: [{ column: 'Email', attribute: 'email_addresses' }] },
  errors: [{ row: 3, reason: 'Email: "ada" is not an e-mail address.' }],
  failure: null,
  created_by: { type: 'user', id: '0197f000-0000-7000-8000-000000000004' },
  created_at: '2026-02-28T09:30:00.000Z',
  updated_at: '2026-02-28T09:30:05.000Z',
  finished_at: null,
  kept_until: '2026-03-07T09:30:05.000Z',
};
