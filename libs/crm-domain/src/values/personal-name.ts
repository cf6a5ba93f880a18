import { textFilter } from './filter.js';
import { byText, indexText } from './keys.js';
import { VISIBLE, fromJson, isObject, line, object } from './parse.js';
import { textParts } from './parts.js';
import { MAX_FIELDS } from './plain-value.js';
import { fieldColumns } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

type PersonalName = { first_name: string; last_name: string };

const MAX_LENGTH = 255;
const part = line({ min: 0, max: MAX_LENGTH });
const bothParts = object({ first_name: part, last_name: part }, {}, ['full_name']);
const whole = line({ min: 1, max: MAX_LENGTH });
const partSchema = { type: 'string', maxLength: MAX_LENGTH };
const EXPECTED = 'an object with first_name and last_name, or a full name as text';

function fullName({ first_name, last_name }: PersonalName): string {
  return `${first_name} ${last_name}`.trim();
}

/** `fullName` in SQL: null without a value, of which nothing holds then. */
function fullNameSql(item: string): string {
  return `btrim((${item} ->> 'first_name') || ' ' || (${item} ->> 'last_name'))`;
}

/** The last word is the last name, whatever stands before it the first. */
function divided(full: string): PersonalName {
  const at = full.lastIndexOf(' ');
  return at < 0
    ? { first_name: full, last_name: '' }
    : { first_name: full.slice(0, at).trimEnd(), last_name: full.slice(at + 1) };
}

/** Whether the full name alone means the same two parts. */
function isWhole(full: string, first_name: string): boolean {
  return [...full].length <= MAX_LENGTH && VISIBLE.test(full) && divided(full).first_name === first_name;
}

export const personalName = defineValueType<PersonalName>({
  type: 'personal-name',
  several: 'never',
  canBeUnique: false,
  namesPerson: true,
  parse(input) {
    if (typeof input === 'string') return divided(whole(input));
    if (!isObject(input)) throw new ValueRefusal(`The value must be ${EXPECTED}, such as "Ada Lovelace".`, EXPECTED);
    const given = bothParts(input);
    if (fullName(given) !== '') return given;
    throw new ValueRefusal('One of first_name and last_name must not be empty.', 'first_name and last_name');
  },
  serialise: (value) => ({
    first_name: value.first_name,
    last_name: value.last_name,
    full_name: fullName(value),
  }),
  concise: ({ first_name, last_name }) => {
    const full = fullName({ first_name, last_name });
    return isWhole(full, first_name) ? full : { first_name, last_name };
  },
  columns: () => ['first_name', 'last_name'],
  reportColumns: () => [
    { type: 'text', sql: (item) => `nullif(${fullNameSql(item)}, '')` },
    ...fieldColumns('first_name', 'last_name'),
  ],
  compare: (a, b) => byText(a.last_name, b.last_name) || byText(a.first_name, b.first_name),
  text: fullName,
  filter: textFilter<PersonalName>({
    whole: fullName,
    sql: fullNameSql,
    inFull: (full_name) => ({ first_name: full_name, last_name: '' }),
  }),
  parts: textParts<PersonalName, keyof PersonalName>('first_name', 'last_name'),
  index: (value) => ({ text: indexText(fullName(value)) }),
  fromDefault: fromJson,
  inputSchema: {
    anyOf: [
      {
        type: 'object',
        properties: { first_name: partSchema, last_name: partSchema },
        required: ['first_name', 'last_name'],
        maxProperties: MAX_FIELDS,
      },
      { ...partSchema, description: 'A full name: its last word is the last name.' },
    ],
  },
  wireSchema: {
    properties: { first_name: { type: 'string' }, last_name: { type: 'string' }, full_name: { type: 'string' } },
    required: ['first_name', 'last_name', 'full_name'],
  },
  examples: [
    { first_name: 'Ada', last_name: 'Lovelace' },
    { first_name: ' Grace ', last_name: 'Hopper', full_name: 'ignored' },
    { first_name: 'Plato', last_name: '' },
    'Ada Augusta Lovelace',
    'Plato',
  ],
  refusals: [
    '',
    ' ',
    'Ada\nLovelace',
    5,
    { first_name: 'Ada' },
    { first_name: 'Ada', last_name: null },
    { first_name: ' ', last_name: '' },
    { first_name: 'Ada', last_name: 'Love\nlace' },
    { first_name: 'Ada', last_name: 'Lovelace', middle_name: 'King' },
  ],
});
