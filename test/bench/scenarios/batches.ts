import { median } from '../compare.js';
import { change, contact } from '../dataset/contact.js';
import { OBJECT, type World } from '../dataset/world.js';
import type { Bench, Line, Scenario, Target } from '../scenario.js';

const SIZE = 500;
/** Batches that are sent one after the other in each round. */
const BATCHES = 4;
const ROUNDS = 3;
/** Batches that whoever loads a million records has under way: single writes have many, too. */
const LOADERS = 2;
/** Contacts of other scenarios have smaller numbers. */
const FIRST = 20_000_000;
const MILLION = 1_000_000;
const MOST_MINUTES = 10;

interface Kind {
  what: string;
  /** The single writes that it is compared with. */
  traffic: string;
  /** How many times their records a second. */
  least: number;
  item: (world: World, n: number) => object;
}

const KINDS: readonly Kind[] = [
  { what: 'creates', traffic: 'create', least: 4, item: (world, n) => ({ op: 'create', data: contact(n, world) }) },
  {
    what: 'updates',
    traffic: 'update',
    least: 5,
    item: (world, n) => ({ op: 'update', record: world.contacts[n % world.contacts.length], data: change(n) }),
  },
  {
    what: 'upserts of new records',
    traffic: 'upsert-new',
    least: 4,
    item: (world, n) => ({ op: 'upsert', match: 'email', data: contact(2 * FIRST + n, world) }),
  },
];

export const batches: Scenario = {
  name: 'batches',
  about: `Batches of ${SIZE} creates, updates and upserts, one after the other, against single ones: of one connection, and of many.`,
  async run(bench) {
    const lines: Line[] = [];
    for (const kind of KINDS) lines.push(...(await compareWithSingles(bench, kind)));
    return lines;
  },
};

async function compareWithSingles({ service, worlds, turns }: Bench, kind: Kind): Promise<Line[]> {
  const world = worlds.at(-1)!;
  const isLoad = kind.traffic === 'create';
  const ratios = { one: [] as number[], many: [] as number[] };
  const rates: number[] = [];
  const loads: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const side = { target: service, world, traffic: kind.traffic };
    const [many, one] = await turns([side, { ...side, connections: 1 }], { rounds: 1, seconds: 3 });
    const from = FIRST + round * (1 + LOADERS) * BATCHES * SIZE;
    const rate = await recordsPerSecond(service, world, { kind, from, atOnce: 1 });
    rates.push(rate);
    ratios.many.push(rate / many![0]!.perSecond);
    ratios.one.push(rate / one![0]!.perSecond);
    const behind = { kind, from: from + BATCHES * SIZE, atOnce: LOADERS };
    if (isLoad) loads.push(await recordsPerSecond(service, world, behind));
  }
  const rate = `${median(rates).toFixed(0)} records/s`;
  const lines = [
    line(kind, 'of one client, one request at a time', { ratio: median(ratios.one), detail: rate }),
    line(kind, 'of many connections', { ratio: median(ratios.many), detail: rate }),
  ];
  return isLoad ? [...lines, ofAMillion(median(loads))] : lines;
}

function line({ what, least }: Kind, singles: string, { ratio, detail }: { ratio: number; detail: string }): Line {
  return {
    what: `Batch of ${SIZE} ${what}, against single ones ${singles}`,
    target: `>= ${least}x the records/s`,
    result: `${ratio.toFixed(1)}x`,
    reached: ratio >= least,
    detail,
  };
}

function ofAMillion(rate: number): Line {
  const minutes = MILLION / rate / 60;
  return {
    what: `A million records through batches, ${LOADERS} at a time, extrapolated`,
    target: `<= ${MOST_MINUTES} minutes`,
    result: `${minutes.toFixed(1)} minutes`,
    reached: minutes <= MOST_MINUTES,
    detail: `${rate.toFixed(0)} records/s`,
  };
}

interface Load {
  kind: Kind;
  from: number;
  /** Batches under way at the same time, each of so many that follow each other. */
  atOnce: number;
}

async function recordsPerSecond(service: Target, world: World, { kind, from, atOnce }: Load): Promise<number> {
  const bodies = Array.from({ length: BATCHES * atOnce }, (_, at) => {
    const items = Array.from({ length: SIZE }, (_, n) => kind.item(world, from + at * SIZE + n));
    return JSON.stringify({ mode: 'each', items, format: 'concise', fields: ['name'] });
  });
  const records = bodies.length * SIZE;
  const begun = performance.now();
  const sendAll = async () => {
    for (let body = bodies.pop(); body; body = bodies.pop()) await send(service, world, body);
  };
  await Promise.all(Array.from({ length: atOnce }, sendAll));
  return (1000 * records) / (performance.now() - begun);
}

async function send({ port }: Target, { api_key }: World, body: string): Promise<void> {
  const headers = { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' };
  const path = `/v1/records/${OBJECT}/batch`;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data?: { status: number }[] };
  if (response.status !== 200 || data?.some(({ status }) => status !== 200))
    throw new Error(`A batch failed: ${response.status} ${JSON.stringify(data).slice(0, 500)}`);
}
