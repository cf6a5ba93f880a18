export const uuid = { type: 'string', format: 'uuid' };
export const text = { type: 'string' };
export const flag = { type: 'boolean' };
export const count = { type: 'integer', minimum: 0 };
export const time = { type: 'string', format: 'date-time' };
export const maybeTime = { type: ['string', 'null'], format: 'date-time' };
export const maybeText = { type: ['string', 'null'] };

/** Fields of `pagination`. A page may hold fewer rows than `limit` and still not be the last one. */
export const PAGE = {
  has_more: {
    ...flag,
    description: 'Whether there is another page. A page may have fewer rows than `limit` before it.',
  },
  next_cursor: { ...text, description: 'The `cursor` of the next page. Absent on the last page.' },
};

/** An object schema in which every property is required unless its name ends in `?`. */
export function object(properties: Record<string, object>): {
  type: 'object';
  required: string[];
  properties: Record<string, object>;
} {
  const names = Object.keys(properties);
  return {
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), properties[name]!])),
  };
}
