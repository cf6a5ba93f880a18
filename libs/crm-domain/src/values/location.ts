import countries from 'i18n-iso-countries/index.js';
import { documentFilter } from './filter.js';
import { byText } from './keys.js';
import { fromJson, line, object, optional, type Parse } from './parse.js';
import { textParts } from './parts.js';
import { MAX_FIELDS } from './plain-value.js';
import { fieldColumns } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

const part = line({ min: 0, max: 500 });
const REQUIRED = ['line1', 'city', 'state', 'postal_code', 'country'];
const ISO_COUNTRIES = countries.getAlpha2Codes();

/** Free text, but a known ISO 3166 code is shown in the one way it is written. */
const country: Parse<string> = (input, what) => {
  const given = part(input, what);
  const code = given.toUpperCase();
  return given.length === 2 && Object.hasOwn(ISO_COUNTRIES, code) ? code : given;
};
const address = object(
  { line1: part, city: part, state: part, postal_code: part, country },
  { line2: optional(part, null), line3: optional(part, null) },
);

type Location = ReturnType<typeof address>;

/** In the order in which an address is written. */
const PARTS = ['line1', 'line2', 'line3', 'city', 'state', 'postal_code', 'country'] as const;

function partsOf(value: Location): string[] {
  return PARTS.map((part) => value[part] ?? '');
}

function addressLine(value: Location): string {
  return partsOf(value).filter(Boolean).join(', ');
}

/** `addressLine` in SQL. */
function addressLineSql(item: string): string {
  return `concat_ws(', ', ${PARTS.map((part) => `nullif(${item} ->> '${part}', '')`).join(', ')})`;
}

const partSchema = { type: 'string', maxLength: 500 };
const lineSchema = { type: ['string', 'null'], maxLength: 500 };
const properties = {
  line1: partSchema,
  line2: lineSchema,
  line3: lineSchema,
  city: partSchema,
  state: partSchema,
  postal_code: partSchema,
  country: partSchema,
};
const example = { line1: '12 St James Sq', city: 'London', state: '', postal_code: 'SW1Y 4JH', country: 'gb' };

export const location = defineValueType<Location>({
  type: 'location',
  several: 'optional',
  canBeUnique: false,
  parse(input) {
    const given = address(input);
    if (addressLine(given) !== '') return given;
    throw new ValueRefusal(
      'At least one part of a location must not be empty.',
      'a location with a part that is filled',
    );
  },
  serialise: ({ line1, line2, line3, city, state, postal_code, country }) => ({
    line1,
    line2,
    line3,
    city,
    state,
    postal_code,
    country,
  }),
  concise: ({ line1, line2, line3, city, state, postal_code, country }) => ({
    line1,
    ...(line2 && { line2 }),
    ...(line3 && { line3 }),
    city,
    state,
    postal_code,
    country,
  }),
  columns: () => Object.keys(properties),
  compare(a, b) {
    const others = partsOf(b);
    const differences = partsOf(a).map((each, i) => byText(each, others[i] ?? ''));
    return differences.find((difference) => difference !== 0) ?? 0;
  },
  reportColumns: () => [
    { type: 'text', sql: (item) => `nullif(${addressLineSql(item)}, '')` },
    ...fieldColumns(...PARTS),
  ],
  text: addressLine,
  filter: documentFilter(),
  parts: textParts<Location, keyof Location>(...PARTS),
  fromDefault: fromJson,
  inputSchema: { type: 'object', properties, required: REQUIRED, maxProperties: MAX_FIELDS },
  wireSchema: { properties, required: [...REQUIRED, 'line2', 'line3'] },
  examples: [
    example,
    { ...example, line2: 'Floor 2', line3: null },
    { ...example, line1: '', country: 'Atlantis' },
    { line1: '', city: '', state: '', postal_code: '', country: 'FR' },
  ],
  refusals: [
    'London',
    { line1: '', city: ' ', state: '', postal_code: '', country: '' },
    { city: 'London', country: 'GB' },
    { ...example, postal_code: 8001 },
    { ...example, city: null },
    { ...example, line2: 2 },
    { ...example, city: 'c'.repeat(501) },
    { ...example, street: 'St James Sq' },
  ],
});
