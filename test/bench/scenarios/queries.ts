import { compare, type Comparison } from '../compare.js';
import { STAGES } from '../dataset/contact.js';
import { randomFrom } from '../dataset/random.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

/** A query of 25 records, or an aggregate, against the floor. */
function query(name: string, about: string, body: (n: number) => object, operation = 'query'): Scenario {
  const comparison: Comparison = { what: about, traffic: name, share: 0.6, growth: 1.15 };
  const path = `/v1/records/${OBJECT}/${operation}`;
  return {
    name,
    about: `POST of ${about}, against the floor.`,
    traffic: {
      [name]: (_world, n) => ({ method: 'POST', path, body: JSON.stringify({ ...body(n), limit: 25 }) }),
    },
    run: (bench) => compare(bench, comparison),
  };
}

const inStage = (n: number) => [{ attribute: 'stage', operator: 'eq', value: STAGES[n % STAGES.length] }];

/** The request that each scenario sends first is also sent to compare the answers. */
export const QUERIES: readonly Scenario[] = [
  query('query-page', 'a query of 25 records without a condition, with the quick total', () => ({})),
  query('query-equality', 'a query of 25 records by stage, with the quick total', (n) => ({ filter: inStage(n) })),
  query('query-range', 'a query of 25 records by a range, sorted by it, with the quick total', (n) => ({
    filter: [{ attribute: 'score', operator: 'gte', value: Math.floor(randomFrom(n)() * 9000) }],
    sort: { attribute: 'score', direction: 'desc' },
  })),
  query('query-three-fields', 'a query of 25 records by stage, three fields of each, with the quick total', (n) => ({
    filter: inStage(n),
    fields: ['name', 'stage', 'score'],
    format: 'concise',
  })),
  query('query-two-conditions', 'a query of 25 records by stage and a range, sorted by it, without a total', (n) => ({
    filter: [...inStage(n), { attribute: 'score', operator: 'gte', value: Math.floor(randomFrom(n)() * 9000) }],
    sort: { attribute: 'score', direction: 'desc' },
    total: 'none',
  })),
  query('aggregate-stages', 'a count of records by stage', () => ({ group_by: [{ attribute: 'stage' }] }), 'aggregate'),
];
