import pg from 'pg';
import { openDomain } from '#auth';
import { median } from '../compare.js';
import { urlOf } from '../database.js';
import { askTwins, recallOf, walkTwins, type FoundTwins } from '../dataset/found-twins.js';
import { withoutIndexes } from '../dataset/indexes.js';
import { TABLES } from '../dataset/rows.js';
import { EXACT, NAMES, loadTwins, type Twin } from '../dataset/twins.js';
import type { Bench, Line, Scenario } from '../scenario.js';

/** One of so many people is there twice: 5,000 of a million. */
const SHARE = 200;
/** Copies whose pairs are asked for, of all kinds alike. */
const ASKED = 504;
const MOST_MS = { record: 100, page: 2000 };

export const duplicates: Scenario = {
  name: 'duplicates',
  about: 'A million people, 5,000 of them twice: which are found, and how long a page and one record take.',
  async run(bench) {
    bench.say(`  loading ${bench.options.people} people`);
    const twins = await load(bench);
    const get = getOf(bench);
    const asked = await askTwins(get, twins.slice(0, ASKED));
    const walked = await walkTwins(get, twins);
    return [...linesOf('for one record', asked, MOST_MS.record), ...linesOf('in all pages', walked, MOST_MS.page)];
  },
};

async function load({ database, worlds, options: { people } }: Bench): Promise<Twin[]> {
  const connectionString = urlOf(database);
  const settings = '-c maintenance_work_mem=1GB -c synchronous_commit=off';
  const pool = new pg.Pool({ connectionString, max: 4, options: settings });
  const domain = await openDomain(connectionString);
  try {
    let twins: Twin[] = [];
    await withoutIndexes(pool, Object.keys(TABLES), async () => {
      twins = await loadTwins({ domain, pool }, worlds[0]!.api_key, {
        records: people,
        copies: Math.ceil(people / SHARE),
      });
    });
    await pool.query(`vacuum (analyze) ${Object.keys(TABLES).join(', ')}`);
    return twins;
  } finally {
    await pool.end();
    await domain.close();
  }
}

function getOf({ service, worlds }: Bench) {
  const headers = { authorization: `Bearer ${worlds[0]!.api_key}` };
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<unknown>;
  };
}

function linesOf(where: string, found: FoundTwins, most: number): Line[] {
  const { took, recall, precision, pairs } = found;
  const exact = recallOf(found, EXACT);
  const p99 = took[Math.floor(took.length * 0.99)]!;
  const shares = Object.keys(NAMES).map((kind) => `${kind} ${percent(recall[kind]!)}`);
  return [
    {
      what: `exact duplicates, ${where}`,
      target: 'all',
      result: percent(exact),
      reached: exact === 1,
      detail: `${pairs} pairs in ${took.length} answers`,
    },
    {
      what: `similar names, ${where}`,
      target: 'none',
      result: `recall ${percent(recallOf(found, NAMES))}, precision ${percent(precision)}`,
      reached: null,
      detail: shares.join(', '),
    },
    {
      what: `time of an answer, ${where}`,
      target: `<= ${most} ms`,
      result: `${p99.toFixed(0)} ms p99`,
      reached: p99 <= most,
      detail: `p50 ${median(took).toFixed(1)}, longest ${took.at(-1)!.toFixed(0)} ms`,
    },
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
