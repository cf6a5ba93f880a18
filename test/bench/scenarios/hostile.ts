import { between, cpuTimes } from '../cpu.js';
import { OBJECT, type World } from '../dataset/world.js';
import type { Bench, Line, Scenario } from '../scenario.js';

const MOST_MS = 2000;
const is = (attribute: string, operator: string, value?: unknown, match?: string) => ({
  attribute,
  operator,
  value,
  match,
});
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const deep = (kind: 'and' | 'or', inner: object): object => ({ [kind]: [{ [kind]: [{ [kind]: [inner] }] }] });
const sorted = (...attributes: string[]) => attributes.map((attribute) => ({ attribute, direction: 'desc' }));

/** What no index answers well: common conditions, rare ones without an index, orders of several keys, deep offsets. */
function hostile({ contacts, companies }: World): Record<string, object> {
  const rare = is('bio', 'ends_with', 'zz nowhere');
  const tags = ['Press', 'Partner', 'Investor', 'Supplier'];
  return {
    'a part of a text that is nowhere': { filter: [is('bio', 'contains', 'zz nowhere')] },
    'the end of a text that is nowhere': { filter: [rare] },
    'a part of a text that most have': { filter: [is('bio', 'contains', 'a')], sort: sorted('score') },
    'a place that is nowhere': { filter: [is('address.city', 'eq', 'Nowhere')] },
    'not of what most have': { filter: { not: is('name', 'is_not_empty') } },
    'half of all in three orders': { filter: [is('subscribed', 'eq', true)], sort: sorted('stage', 'score', 'title') },
    'all in four orders': { sort: sorted('stage', 'budget.currency_code', 'title', 'score') },
    'a common word by relevance': { query: 'ba be', sort: 'relevance' },
    'a letter by relevance': { query: 'b', sort: 'relevance' },
    'twenty letters': { query: times(20, (n) => String.fromCharCode(97 + n)).join(' ') },
    'all words but one': { query: 'b', filter: [rare] },
    'a path to half of the companies': { filter: [is('company.employee_count', 'gte', 2500)], sort: sorted('score') },
    'a path that leads nowhere': { filter: [is('company.description', 'ends_with', 'zz nowhere')] },
    'a path that is negated': { filter: { not: is('company.employee_count', 'gte', 2500) }, sort: sorted('title') },
    'twenty-five parts of texts': { filter: { or: times(25, (n) => is('bio', 'contains', `zz ${n}`)) } },
    'twenty-five that all have': { filter: times(25, (n) => is('score', 'gte', -n)), total: 'exact' },
    'deep in or': { filter: [deep('or', rare), deep('and', is('score', 'gte', 0))], total: 'exact' },
    'values that all of several meet': { filter: [is('tags', 'in', tags, 'all')], total: 'exact' },
    'values that none of several meets': { filter: [is('tags', 'in', tags, 'none')], sort: sorted('last_seen') },
    'fifty ids and a rare end': { filter: [is('record_id', 'in', contacts.slice(0, 50)), rare] },
    'fifty companies': { filter: [is('company', 'in', companies.slice(0, 50))], sort: sorted('budget') },
    'a deep offset': { filter: [is('subscribed', 'eq', true)], sort: sorted('score'), offset: 100_000 },
    'a deep offset of all': { offset: 100_000, limit: 100 },
    'all of a century': { filter: [is('created_at', 'between', ['1970-01-01', '2070-01-01'])], total: 'exact' },
    'the last change first': { sort: sorted('updated_at'), filter: [is('stage', 'eq', 'Won')] },
    'the trash in four orders': { trashed: 'only', sort: sorted('stage', 'title', 'score', 'last_seen') },
    'an equality counted exactly': { filter: [is('stage', 'eq', 'Won'), is('subscribed', 'eq', true)], total: 'exact' },
    'a range without an end': { filter: [is('score', 'gte', -1e308)], sort: sorted('title'), total: 'exact' },
  };
}

const groups: Record<string, object> = {
  'groups of all by day': { group_by: [{ attribute: 'last_seen', bucket: 'day' }] },
  'groups by company and stage': { group_by: [{ attribute: 'company' }, { attribute: 'stage' }] },
  'sums of all by stage': { group_by: [{ attribute: 'stage' }], measures: [{ function: 'sum', attribute: 'budget' }] },
  'different titles': { measures: [{ function: 'count_distinct', attribute: 'title' }] },
};

interface Seen {
  name: string;
  status: number;
  /** Of CPU, of the service and Postgres together: other programs do not change it. */
  ms: number;
  /** By the clock. */
  took: number;
}

/** Queries that are meant to be slow: each is answered in time or refused. */
export const hostileQueries: Scenario = {
  name: 'hostile-queries',
  about: 'Queries and aggregates that no index answers well, one after the other: each within 2 s of CPU, or refused.',
  async run({ service, worlds, database }: Bench): Promise<Line[]> {
    const lines: Line[] = [];
    for (const world of worlds) {
      const asked = [
        ...Object.entries(hostile(world)).map(([name, body]) => ({ name, operation: 'query', body })),
        ...Object.entries(groups).map(([name, body]) => ({ name, operation: 'aggregate', body })),
      ];
      const seen: Seen[] = [];
      for (const { name, operation, body } of asked) {
        const before = await cpuTimes(database, service);
        const begun = performance.now();
        const response = await fetch(`http://127.0.0.1:${service.port}/v1/records/${OBJECT}/${operation}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${world.api_key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
        await response.arrayBuffer();
        const took = performance.now() - begun;
        const { node, postgres } = between(before, await cpuTimes(database, service));
        seen.push({ name, status: response.status, ms: (node + postgres) / 1000, took });
      }
      lines.push(summed(world, seen));
    }
    return lines;
  },
};

function summed(world: World, seen: readonly Seen[]): Line {
  const [slowest] = [...seen].sort((a, b) => b.ms - a.ms);
  const late = seen
    .filter(({ ms }) => ms > MOST_MS)
    .map(({ name, ms, took, status }) => `${name} ${ms.toFixed(0)} in ${took.toFixed(0)} (${status})`);
  const refused = seen.filter(({ status }) => status === 400).length;
  const failed = seen.filter(({ status }) => status !== 200 && status !== 400);
  return {
    what: `${seen.length} hostile queries, ${world.records.toLocaleString('en-US')} records`,
    target: `<= ${MOST_MS} ms of CPU each, or refused`,
    result: `${slowest!.ms.toFixed(0)} ms`,
    reached: late.length === 0 && failed.length === 0,
    detail: [
      `slowest: ${slowest!.name}, in ${slowest!.took.toFixed(0)} ms by the clock; ${refused} refused`,
      ...(late.length > 0 ? [`late: ${late.join(', ')}`] : []),
      ...(failed.length > 0 ? [`failed: ${failed.map(({ name, status }) => `${name} ${status}`).join(', ')}`] : []),
    ].join('; '),
  };
}
