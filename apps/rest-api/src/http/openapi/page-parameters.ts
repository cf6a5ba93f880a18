import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { MAX_NAMED, QUERY_GRAMMAR, SHOWN_SYSTEM_FIELDS as SYSTEM_FIELDS } from '#crm-domain';

/** What the document says of a page wherever one can be asked for: as a query parameter, or as a field of a body. */
export const PAGE_TEXTS = {
  limit: (most: number) => `The maximum number of rows in a page. Values outside 1 to ${most} are clamped.`,
  offset: 'How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused.',
  cursor:
    '`next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones.',
};

/** The query parameter `limit` of a listing. */
export const LimitQuery = ({ otherwise, most }: { otherwise: number; most: number }) =>
  ApiQuery({
    name: 'limit',
    required: false,
    description: PAGE_TEXTS.limit(most),
    schema: { type: 'integer', default: otherwise, minimum: 1, maximum: most },
  });

const FIELDS = `Slugs or ids of the attributes to show, at most ${MAX_NAMED}, and of the system fields ${SYSTEM_FIELDS.join(', ')}. Others are left out`;

/** What the document says of the form of records, as query parameters and as fields of a body. */
export const SHAPE_TEXTS = {
  writtenFields: `${FIELDS}; the id and the version are always shown. Fields of other records are not shown: read the record for them. In a batch over several objects, each object has to have all of them.`,
  fields: `${FIELDS}, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in \`company.name\`, it is a field of the records that it refers to, and stands bare under \`related\`, or in its column of a table.`,
  format: (formats: readonly string[]) =>
    [
      '`detailed`: `Record`, each value with its type, its time and its author.',
      '`concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them.',
      ...(formats.includes('table')
        ? [
            '`table`: `{ "columns": ["id", ...], "rows": [[...]] }` of concise values in place of the array, null where there is none.',
          ]
        : []),
      'Default: `detailed`.',
    ].join(' '),
};

/** The query parameters that say how records are shown. */
export const ShapeQuery = (formats: readonly string[], longest: number) =>
  applyDecorators(
    ApiQuery({
      name: 'fields',
      required: false,
      description: `${SHAPE_TEXTS.fields} With commas between them.`,
      schema: { type: 'string', minLength: 1, maxLength: longest },
      example: 'name,created_at',
    }),
    ApiQuery({
      name: 'format',
      required: false,
      description: SHAPE_TEXTS.format(formats),
      schema: { type: 'string', enum: [...formats] },
    }),
  );

/** The query parameters of a listing by offset. */
export const OffsetPage = (farthest: number) =>
  applyDecorators(
    LimitQuery({ otherwise: 25, most: 100 }),
    ApiQuery({
      name: 'offset',
      required: false,
      description: PAGE_TEXTS.offset,
      schema: { type: 'integer', default: 0, minimum: 0, maximum: farthest },
    }),
  );

/** The query parameter `cursor` of a listing, whose cursors have at most so many characters. */
export const CursorQuery = (longest: number) =>
  ApiQuery({
    name: 'cursor',
    required: false,
    description: PAGE_TEXTS.cursor,
    schema: { type: 'string', minLength: 1, maxLength: longest },
  });

/** The query parameters of a listing by cursor. */
export const CursorPage = (longest: number) =>
  applyDecorators(LimitQuery({ otherwise: 25, most: 100 }), CursorQuery(longest));

/** How well the matches of a query are counted, as a query parameter and as a field of a body. */
export const TOTAL_TEXT =
  'How well matches are counted: `quick` (the default) is exact where that is cheap, else a lower bound; `exact` counts up to 10,000; `none` leaves `total` out.';

/** The query parameter `total` of a listing. */
export const TotalQuery = () =>
  ApiQuery({
    name: 'total',
    required: false,
    description: TOTAL_TEXT,
    schema: { type: 'string', enum: [...QUERY_GRAMMAR.totals] },
  });
