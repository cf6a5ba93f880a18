import { join } from 'node:path';
import { URLSearchParams } from 'node:url';
import { median, summary } from '../compare.js';
import { urlOf } from '../database.js';
import { STAGES } from '../dataset/contact.js';
import { randomFrom } from '../dataset/random.js';
import type { World } from '../dataset/world.js';
import { fillDirectus } from '../directus/fill.js';
import { VERSION, findDirectus, type DirectusPackage } from '../directus/package.js';
import { DIRECTUS_TOKEN, startDirectus } from '../directus/server.js';
import type { Turn } from '../driver/turn.js';
import type { Bench, Line, Scenario, Target, Traffic } from '../scenario.js';

/** Requests of ours and of theirs for the same page of 25, and how many times theirs ours should be answered. */
const PARTS = [
  { what: 'a page', ours: 'list', theirs: 'directus-page', least: 4 },
  { what: 'equality, all fields', ours: 'query-equality', theirs: 'directus-equality', least: 2.3 },
  { what: 'equality, concise against all fields', ours: 'query-concise', theirs: 'directus-equality', least: 5 },
  { what: 'equality, three fields', ours: 'query-three-fields', theirs: 'directus-equality-three', least: 9 },
  { what: 'sorted range, all fields', ours: 'query-range', theirs: 'directus-range', least: 3 },
  { what: 'sorted range, three fields', ours: 'query-range-three', theirs: 'directus-range-three', least: 9 },
] as const;

const THREE = ['name', 'stage', 'score'];
const LARGEST = 100_000;

/** Their request for 25 items; they count matches exactly, as they do in their app. */
function items(asked: (n: number) => { filter?: object; sort?: string; page?: number }, fields = ['*']): Traffic {
  return (_world, n) => {
    const { filter, sort, page = 1 } = asked(n);
    const query = new URLSearchParams({
      limit: '25',
      page: String(page),
      fields: fields.join(','),
      meta: filter ? 'filter_count' : 'total_count',
      ...(filter && { filter: JSON.stringify(filter) }),
      ...(sort && { sort }),
    });
    return { method: 'GET', path: `/items/contacts?${query.toString()}`, bearer: DIRECTUS_TOKEN };
  };
}

const equality = (n: number) => ({ filter: { stage: { _eq: STAGES[n % STAGES.length] } } });
const least = (n: number) => Math.floor(randomFrom(n)() * 9000);
const range = (n: number) => ({ filter: { score: { _gte: least(n) } }, sort: '-score' });

/** Beside npm's Directus on the same Postgres, with as many contacts. */
export const directus: Scenario = {
  name: 'directus',
  about: `Pages and queries against Directus ${VERSION}, where --directus names a folder in which npm has installed it.`,
  traffic: {
    'directus-page': items((n) => ({ page: 1 + (n % 200) })),
    'directus-equality': items(equality),
    'directus-equality-three': items(equality, THREE),
    'directus-range': items(range),
    'directus-range-three': items(range, THREE),
    'query-range-three': (_world, n) => ({
      method: 'POST',
      path: '/v1/records/contacts/query',
      body: JSON.stringify({
        limit: 25,
        fields: THREE,
        format: 'concise',
        filter: [{ attribute: 'score', operator: 'gte', value: least(n) }],
        sort: { attribute: 'score', direction: 'desc' },
      }),
    }),
  },
  async run(bench: Bench): Promise<Line[]> {
    const found = findDirectus(bench.options.directus);
    if (!found) return [missing(bench.options.directus)];
    const world = bench.worlds.findLast(({ records }) => records <= LARGEST)!;
    const database = new URL(urlOf(bench.database));
    await bench.database.query('drop database if exists directus with (force)');
    await bench.database.query('create database directus');
    database.pathname = '/directus';
    const work = join(process.cwd(), '.data', 'bench', 'directus');
    const server = await startDirectus(found, { database: database.href, work });
    try {
      bench.say(`  loading ${world.records} contacts into Directus`);
      await fillDirectus(server.port, database.href, world);
      return await compared(bench, { server, world, found });
    } finally {
      await server.stop();
      await bench.database.query('drop database directus with (force)');
    }
  },
};

async function compared(
  { turns, service }: Bench,
  { server, world, found }: { server: Target; world: World; found: DirectusPackage },
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { what, ours, theirs, least: times } of PARTS) {
    const sides = [
      { target: service, world, traffic: ours },
      { target: server, world, traffic: theirs },
    ];
    const [mine, other] = (await turns(sides)) as [Turn[], Turn[]];
    const by = (of: (turn: Turn) => number) => median(mine.map((turn, at) => of(turn) / of(other[at]!)));
    const rate = by((turn) => turn.perSecond);
    const cpu = 1 / by((turn) => turn.nodeMicros + turn.postgresMicros);
    lines.push({
      what: `${what}, ${world.records.toLocaleString('en-US')} records`,
      target: `>= ${times} times the rate of Directus ${found.version}`,
      result: rate.toFixed(1),
      reached: rate >= times,
      detail: `by CPU time ${cpu.toFixed(1)}; ${summary(mine)}  |  Directus ${summary(other)}`,
    });
  }
  return lines;
}

function missing(folder: string): Line {
  return {
    what: 'Directus',
    target: `${VERSION} installed in ${folder}`,
    result: 'not installed, nothing compared',
    reached: null,
    detail: `npm install directus@${VERSION} --ignore-scripts in a folder, and name the folder with --directus`,
  };
}
