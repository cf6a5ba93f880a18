import { byText, indexText } from './keys.js';
import { fromJson, line, object } from './parse.js';
import { MOST_FIELDS } from './plain-value.js';
import { ValueRefusal, defineValueType } from './value-type.js';

type PersonalName = { first_name: string; last_name: string };

const part = line({ min: 0, max: 255 });
const bothParts = object({ first_name: part, last_name: part }, {}, ['full_name']);
const partSchema = { type: 'string', maxLength: 255 };

function fullName({ first_name, last_name }: PersonalName): string {
  return `${first_name} ${last_name}`.trim();
}

export const personalName = defineValueType<PersonalName>({
  type: 'personal-name',
  several: 'never',
  canBeUnique: false,
  parse(input) {
    const given = bothParts(input);
    if (fullName(given) !== '') return given;
    throw new ValueRefusal('One of first_name and last_name must not be empty.', 'first_name and last_name');
  },
  serialise: (value) => ({ ...value, full_name: fullName(value) }),
  compare: (a, b) => byText(a.last_name, b.last_name) || byText(a.first_name, b.first_name),
  text: fullName,
  index: (value) => ({ text: indexText(fullName(value)) }),
  fromDefault: fromJson,
  inputSchema: {
    type: 'object',
    properties: { first_name: partSchema, last_name: partSchema },
    required: ['first_name', 'last_name'],
    maxProperties: MOST_FIELDS,
  },
  wireSchema: {
    properties: { first_name: { type: 'string' }, last_name: { type: 'string' }, full_name: { type: 'string' } },
    required: ['first_name', 'last_name', 'full_name'],
  },
  examples: [
    { first_name: 'Ada', last_name: 'Lovelace' },
    { first_name: ' Grace ', last_name: 'Hopper', full_name: 'ignored' },
    { first_name: 'Plato', last_name: '' },
  ],
  refusals: [
    'Ada Lovelace',
    { first_name: 'Ada' },
    { first_name: 'Ada', last_name: null },
    { first_name: ' ', last_name: '' },
    { first_name: 'Ada', last_name: 'Love\nlace' },
    { first_name: 'Ada', last_name: 'Lovelace', middle_name: 'King' },
  ],
});
