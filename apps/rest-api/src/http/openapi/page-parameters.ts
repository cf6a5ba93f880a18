import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

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

/** The query parameters of a listing by cursor, whose cursors have at most so many characters. */
export const CursorPage = (longest: number) =>
  applyDecorators(
    LimitQuery({ otherwise: 25, most: 100 }),
    ApiQuery({
      name: 'cursor',
      required: false,
      description: PAGE_TEXTS.cursor,
      schema: { type: 'string', minLength: 1, maxLength: longest },
    }),
  );
