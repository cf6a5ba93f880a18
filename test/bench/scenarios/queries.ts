import { compare, type Comparison } from '../compare.js';
import { STAGES } from '../dataset/contact.js';
import { randomFrom } from '../dataset/random.js';
import { OBJECT } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

const PATH = `/v1/records/${OBJECT}/query`;

/** A query of 25 records with the quick total, against the floor. */
function query(name: string, about: string, body: (n: number) => object): Scenario {
  const comparison: Comparison = { what: about, traffic: name, share: 0.6, growth: 1.15 };
  return {
    name,
    about: `POST of ${about}, with the quick total, against the floor.`,
    traffic: {
      [name]: (_world, n) => ({ method: 'POST', path: PATH, body: JSON.stringify({ ...body(n), limit: 25 }) }),
    },
    run: (bench) => compare(bench, comparison),
  };
}

const inStage = (n: number) => [{ attribute: 'stage', operator: 'eq', value: STAGES[n % STAGES.length] }];

/** The request that each scenario sends first is also sent to compare the answers. */
export const QUERIES: readonly Scenario[] = [
  query('query-page', 'a query of 25 records without a condition', () => ({})),
  query('query-equality', 'a query of 25 records by stage', (n) => ({ filter: inStage(n) })),
  query('query-range', 'a query of 25 records by a range, sorted by it', (n) => ({
    filter: [{ attribute: 'score', operator: 'gte', value: Math.floor(randomFrom(n)() * 9000) }],
    sort: { attribute: 'score', direction: 'desc' },
  })),
  query('query-three-fields', 'a query of 25 records by stage, three fields of each', (n) => ({
    filter: inStage(n),
    fields: ['name', 'stage', 'score'],
    format: 'concise',
  })),
];
