import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsIn, IsInt, Min, ValidateIf } from 'class-validator';
import {
  ATTRIBUTE_TYPES,
  FILTER_OPERATORS,
  FORMATS,
  QUERY_GRAMMAR,
  UNSEARCHED_TYPES,
  VALUE_TYPES,
  type Format,
  type RecordQuery,
} from '#crm-domain';
import { PAGE_TEXTS, TOTAL_TEXT } from '../http/openapi/page-parameters.js';
import { Text } from '../http/fields.js';
import { Fields, FormatOf } from './shape-fields.js';

const DIRECTIONS = ['asc', 'desc'];

/**
 * A whole number that may be left out. Its default stands in words: clients made from the document would demand the
 * field.
 */
export const Whole = (schema: { description: string; minimum?: number; maximum?: number }) =>
  applyDecorators(
    ApiProperty({ type: 'integer', required: false, ...schema }),
    ValidateIf((_, value) => value !== undefined),
    IsInt(),
  );

/** What one attribute's values may be, at their largest; the type of the attribute says more. */
const OPERANDS = [
  { type: 'string', maxLength: 100_000 },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object', maxProperties: 20 },
];

/**
 * Which operators fit which types, as the types themselves say it; operators that fit the same types share a part of
 * the sentence.
 */
function operatorsAndTypes(): string {
  const byTypes = new Map<string, string[]>();
  for (const operator of FILTER_OPERATORS) {
    const types = typesText(ATTRIBUTE_TYPES.filter((type) => VALUE_TYPES[type].filter.operators.includes(operator)));
    byTypes.set(types, [...(byTypes.get(types) ?? []), `\`${operator}\``]);
  }
  const parts = [...byTypes].map(([types, operators]) => `${operators.join(', ')}: ${types}`);
  return `Operators and the types they fit: ${parts.join('; ')}.`;
}

function typesText(types: readonly string[]): string {
  const others = ATTRIBUTE_TYPES.filter((type) => !types.includes(type));
  if (others.length === 0) return 'all types';
  return others.length < types.length ? `all types except ${others.join(', ')}` : types.join(', ');
}

export class FilterDto {
  @Text({
    description:
      'Slug or id of an attribute. A dot leads to a part of its values: `email_addresses.email_domain`. In a query it also leads to other records: over one reference, `company.location.country`, or back, from the object whose records refer to these, `deals.stage`; and `created_at`, `updated_at`, `created_by` and `record_id` can be named.',
    example: 'job_title',
  })
  attribute: string;

  @ApiProperty({
    enum: FILTER_OPERATORS,
    description: `${operatorsAndTypes()} \`is_empty\` and \`is_not_empty\` take no \`value\`; \`in\` and \`not_in\` take an array of at most 50, \`between\` one of two, both included. \`not_eq\` and \`not_in\` are \`eq\` and \`in\` negated: they also hold where there is no value.`,
  })
  @Text()
  operator: string;

  @ApiProperty({
    required: false,
    anyOf: [...OPERANDS, { type: 'array', maxItems: 50, items: { anyOf: OPERANDS } }],
    description:
      'A value as it is written into records, or shorter: an amount without its currency, a full name, the id or slug of a record. In a query, dates may be relative (`"today"`, `"this_month"`, `"last_quarter"`, `{"days_ago": 30}`), and a member may be an e-mail address or `"me"`. Text comparison is case-insensitive. `contains` searches only the first 64 characters of a text; use `query` to find words anywhere in it.',
    example: 'Engineer',
  })
  @Allow()
  value?: unknown;

  @ApiProperty({
    required: false,
    enum: QUERY_GRAMMAR.matches,
    description:
      'How many of several values have to meet the condition: any (the default), all (at least one), or none.',
  })
  @Text({ optional: true })
  match?: string;
}

const TREE = { $ref: '#/components/schemas/Conditions' };
/** What `filter` may be. */
export const CONDITIONS = [{ type: 'array', maxItems: QUERY_GRAMMAR.conditions, items: TREE }, TREE];
const several = { type: 'array', minItems: 1, maxItems: QUERY_GRAMMAR.conditions, items: TREE };
const combined = (name: string, of: object) => ({
  type: 'object',
  properties: { [name]: of },
  required: [name],
  additionalProperties: false,
});

/** What `filter` and `sort` may be, for the OpenAPI document; the domain judges them. */
export const QUERY_SCHEMAS = {
  Sort: {
    type: 'object',
    properties: {
      attribute: {
        type: 'string',
        maxLength: 255,
        description: 'Slug or id of an attribute that holds one value, a part of it, `created_at` or `updated_at`.',
        examples: ['created_at'],
      },
      direction: {
        type: 'string',
        enum: DIRECTIONS,
        description: 'Default: asc. Records without a value come last in both directions.',
      },
    },
    required: ['attribute'],
    additionalProperties: false,
  },
  Conditions: {
    description: `A condition, or several combined: \`and\`, \`or\`, \`not\`, nested at most ${QUERY_GRAMMAR.depth} deep.`,
    anyOf: [
      { $ref: '#/components/schemas/Filter' },
      combined('and', several),
      combined('or', several),
      combined('not', TREE),
    ],
  },
};

const SORT = { $ref: '#/components/schemas/Sort' };

export class RecordQueryDto {
  @Text({
    optional: true,
    max: 1000,
    description: `Words that a record must contain, all of them; the last word matches as a prefix. These types of attributes are not searched: ${UNSEARCHED_TYPES.join(', ')}; use \`filter\` for them. Of a web address, only the domain is searched. Only the first 500 different words in the first 100,000 characters of a record are searched.`,
  })
  query?: string;

  @ApiProperty({
    required: false,
    description: `At most ${QUERY_GRAMMAR.conditions} conditions; of an array, all must hold.`,
    anyOf: CONDITIONS,
    example: [{ attribute: 'job_title', operator: 'eq', value: 'Engineer' }],
  })
  @Allow()
  filter?: RecordQuery['filter'];

  @Text({
    optional: true,
    max: 100,
    description:
      'Slug or UUID of a view of this object: its conditions hold beside `filter`, and its `sort`, `fields` and `time_zone` where the request says nothing else.',
  })
  view?: string;

  @ApiProperty({
    required: false,
    description: `One attribute or up to ${QUERY_GRAMMAR.sorts}; with words in \`query\`, \`relevance\` puts records first whose name is them, begins with them or holds them. Without it, the oldest record comes first.`,
    anyOf: [
      SORT,
      { type: 'array', minItems: 1, maxItems: QUERY_GRAMMAR.sorts, items: SORT },
      { type: 'string', enum: ['relevance'] },
    ],
  })
  @Allow()
  sort?: RecordQuery['sort'];

  @ApiProperty({ required: false, enum: ['only'], description: 'Only records in the trash, in place of all others.' })
  @Text({ optional: true })
  @IsIn(['only'])
  @ValidateIf((_, value) => value !== undefined)
  trashed?: 'only';

  @Whole({ minimum: 1, maximum: 100, description: `${PAGE_TEXTS.limit(100)} Default: 25.` })
  limit?: number;

  @Whole({ minimum: 0, maximum: 100_000, description: `${PAGE_TEXTS.offset} Ignored when \`cursor\` is set.` })
  @Min(0)
  offset?: number;

  @ApiProperty({
    required: false,
    enum: QUERY_GRAMMAR.totals,
    description: TOTAL_TEXT,
  })
  @Text({ optional: true })
  @IsIn(QUERY_GRAMMAR.totals)
  @ValidateIf((_, value) => value !== undefined)
  total?: RecordQuery['total'];

  @Text({
    optional: true,
    max: 64,
    description: 'The time zone (IANA) in which relative dates are meant. Default: UTC.',
    example: 'Europe/Berlin',
  })
  time_zone?: string;

  @Text({
    optional: true,
    max: QUERY_GRAMMAR.cursor,
    description: `${PAGE_TEXTS.cursor} Refused beside another \`query\`, \`filter\`, \`view\`, \`sort\`, \`trashed\` or \`time_zone\`.`,
  })
  cursor?: string;

  @Fields()
  fields?: string[];

  @FormatOf(FORMATS)
  format?: Format;
}
