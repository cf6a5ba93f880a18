import { compare, type Comparison } from '../compare.js';
import { STAGES } from '../dataset/contact.js';
import { randomFrom, words } from '../dataset/random.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

interface Asked {
  operation?: 'query' | 'aggregate';
  growth?: number | null;
}

/** A query of 25 records, or an aggregate, against the floor. */
function query(
  name: string,
  about: string,
  body: (n: number) => object,
  { operation = 'query', growth = 1.15 }: Asked = {},
): Scenario {
  const comparison: Comparison = { what: about, traffic: name, share: 0.6, growth };
  const path = `/v1/records/${OBJECT}/${operation}`;
  return {
    name,
    about: `POST of ${about}, against the floor.`,
    traffic: {
      [name]: (_world, n) => ({ method: 'POST', path, body: JSON.stringify({ limit: 25, ...body(n) }) }),
    },
    run: (bench) => compare(bench, comparison),
  };
}

const DAY = 86_400_000;

const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });
const inStage = (n: number) => [where('stage', 'eq', STAGES[n % STAGES.length])];
const above = (n: number) => where('score', 'gte', Math.floor(randomFrom(n)() * 9000));
const byScore = { attribute: 'score', direction: 'desc' };

/** Two months of the five years in which contacts were seen. */
function seen(n: number) {
  const from = Date.UTC(2020, 9, 1) + Math.floor(randomFrom(n)() * 1500) * DAY;
  return where(
    'last_seen',
    'between',
    [from, from + 60 * DAY].map((at) => new Date(at).toISOString()),
  );
}

/** One company of 500, by how many people it has. */
function ofSize(n: number) {
  const from = Math.floor(randomFrom(n)() * 4990);
  return where('company.employee_count', 'between', [from, from + 9]);
}

/** The request that each scenario sends first is also sent to compare the answers. */
export const QUERIES: readonly Scenario[] = [
  query('query-page', 'a query of 25 records without a condition, with the quick total', () => ({})),
  query('query-equality', 'a query of 25 records by stage, with the quick total', (n) => ({ filter: inStage(n) })),
  query('query-range', 'a query of 25 records by a range, sorted by it, with the quick total', (n) => ({
    filter: [above(n)],
    sort: byScore,
  })),
  query('query-three-fields', 'a query of 25 records by stage, three fields of each, with the quick total', (n) => ({
    filter: inStage(n),
    fields: ['name', 'stage', 'score'],
    format: 'concise',
  })),
  query('query-concise', 'a query of 25 concise records by stage, with the quick total', (n) => ({
    filter: inStage(n),
    format: 'concise',
  })),
  query('query-two-conditions', 'a query of 25 records by stage and a range, sorted by it, without a total', (n) => ({
    filter: [...inStage(n), above(n)],
    sort: byScore,
    total: 'none',
  })),
  query(
    'query-words',
    'a query of 25 records by two words, without a total',
    (n) => ({ query: words(2, randomFrom(n)).join(' '), total: 'none' }),
    { growth: null },
  ),
  query(
    'query-path',
    'a query of 25 records by the size of their company, without a total',
    (n) => ({ filter: [ofSize(n)], total: 'none' }),
    { growth: null },
  ),
  query('query-not-or', 'a query of 25 records that are in a stage or not subscribed, without a total', (n) => ({
    filter: { or: [...inStage(n), { not: where('subscribed', 'eq', true) }] },
    total: 'none',
  })),
  query('aggregate-stages', 'a count of records by stage', () => ({ group_by: [{ attribute: 'stage' }] }), {
    operation: 'aggregate',
    growth: null,
  }),
  query(
    'aggregate-months',
    'a sum of amounts by stage and month, of two months',
    (n) => ({
      filter: [seen(n)],
      group_by: [{ attribute: 'stage' }, { attribute: 'last_seen', bucket: 'month' }],
      measures: [{ function: 'sum', attribute: 'budget' }],
      limit: 100,
    }),
    { operation: 'aggregate', growth: null },
  ),
];
