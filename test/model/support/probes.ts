import fc from 'fast-check';
import { groups, questions } from './sequences.js';

/** One request, of which `things` and `others` stand for the slugs of the two objects. */
export interface Probe {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

const WORDS = ['ann', 'bo', 'zoë', 'long', 'one', 'example.com', 'ada', 'nobody'];
const words = fc.subarray(WORDS, { minLength: 1, maxLength: 2 }).map((some) => some.join(' '));
const formats = fc.constantFrom('detailed', 'concise', 'table');
const FIELDS = ['title', 'n', 'kind', 'tags', 'price', 'created_at'];

const queries = fc
  .record({
    asked: questions,
    words: fc.option(words, { nil: undefined, freq: 3 }),
    byRelevance: fc.boolean(),
    format: formats,
    fields: fc.option(fc.subarray([...FIELDS, 'link', 'link.title', 'link.words']), { nil: undefined }),
  })
  .map(({ asked, words: query, byRelevance, format, fields }): Probe => {
    const { of, filter, sort, limit, total } = asked;
    const shown = fields?.filter((name) => of === 'things' || !name.startsWith('link'));
    const body = {
      filter,
      limit,
      total,
      format,
      ...(query && { query }),
      ...(query && byRelevance ? { sort: 'relevance' } : sort.length > 0 && { sort }),
      ...(shown && shown.length > 0 && { fields: shown }),
    };
    return { method: 'POST', path: `/v1/records/${of}/query`, body };
  });

const aggregates = groups.map(({ of, filter, group_by, measures, order, limit, time_zone }): Probe => {
  const body = { filter, group_by, measures, order, limit, time_zone };
  return { method: 'POST', path: `/v1/records/${of}/aggregate`, body };
});

const lists = fc
  .record({
    of: fc.constantFrom('things', 'others'),
    limit: fc.integer({ min: 1, max: 9 }),
    offset: fc.nat(12),
    formats,
  })
  .map((asked): Probe => {
    const page = `limit=${asked.limit}&offset=${asked.offset}&format=${asked.formats}`;
    return { method: 'GET', path: `/v1/records/${asked.of}?${page}` };
  });

const searches = fc
  .record({ query: words, objects: fc.constantFrom(undefined, ['things'], ['things', 'others']) })
  .map((body): Probe => ({ method: 'POST', path: '/v1/search', body: { ...body, limit: 50 } }));

/** The number of a view, which are made of other queries. */
const views = fc
  .record({ view: fc.nat(9), format: formats, isGrouped: fc.boolean() })
  .map(({ view, format, isGrouped }): Probe => {
    if (!isGrouped) return { method: 'GET', path: `/v1/views/view-${view}/records?format=${format}&limit=50` };
    const body = { view: `view-${view}`, group_by: [{ attribute: 'kind' }] };
    return { method: 'POST', path: '/v1/records/things/aggregate', body };
  });

/** Any reading of many records. */
export const probes: fc.Arbitrary<Probe> = fc.oneof(
  { weight: 6, arbitrary: queries },
  { weight: 3, arbitrary: aggregates },
  { weight: 1, arbitrary: lists },
  { weight: 1, arbitrary: searches },
  { weight: 1, arbitrary: views },
);

/** Filters of things for ten views. */
export const viewed = questions.filter(({ of }) => of === 'things').map(({ filter }) => filter);
