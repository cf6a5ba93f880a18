import { answerOf } from '../ask.js';
import { median } from '../compare.js';
import { costOf, shareOfFloor, type Sides } from '../costs.js';
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
/** Of those against the floor: in the middle of a block, of which other scenarios use the beginning. */
const FIRST_AGAINST_FLOOR = 20_250_000;
/** Least part of the records a second of the floor, which creates all of a batch with one statement. */
const SHARE = 0.5;
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

const CREATES: Kind = {
  what: 'creates',
  traffic: 'create',
  least: 4,
  item: (world, n) => ({ op: 'create', data: contact(n, world) }),
};

const KINDS: readonly Kind[] = [
  CREATES,
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
  about: `Batches of ${SIZE} creates, updates and upserts, one after the other, against single ones, and against the floor.`,
  async run(bench) {
    const lines: Line[] = [];
    for (const kind of KINDS) lines.push(...(await compareWithSingles(bench, kind)));
    return [...lines, await againstFloor(bench)];
  },
};

/** A batch of creates as this scenario sends it. */
export function createsOf(world: World, from: number, size = SIZE) {
  return batchOf(world, { kind: CREATES, from, size });
}

function batchOf(world: World, { kind, from, size }: { kind: Kind; from: number; size: number }) {
  const items = Array.from({ length: size }, (_, n) => kind.item(world, from + n));
  const body = JSON.stringify({ mode: 'each', items, format: 'concise', fields: ['name'] });
  return { method: 'POST', path: `/v1/records/${OBJECT}/batch`, body } as const;
}

async function againstFloor({ database, service, floor, worlds, options }: Bench): Promise<Line> {
  const world = worlds.at(-1)!;
  const records = BATCHES * SIZE;
  const sides: Sides = { ours: [], floors: [] };
  let from = FIRST_AGAINST_FLOOR;
  const turn = async (target: Target) => {
    const requests = Array.from({ length: BATCHES }, (_, at) => createsOf(world, from + at * SIZE));
    from += records;
    return costOf({ database, target, records }, async () => {
      for (const request of requests) await send(target, world, request);
    });
  };
  // The first round runs code and statements that never ran before.
  for (let round = 0; round <= options.rounds; round++) {
    const [ours, floors] = [await turn(service), await turn(floor)];
    if (round === 0) continue;
    sides.ours.push(ours);
    sides.floors.push(floors);
  }
  return shareOfFloor(`Batch of ${SIZE} creates`, SHARE, sides);
}

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
  const requests = Array.from({ length: BATCHES * atOnce }, (_, at) =>
    batchOf(world, { kind, from: from + at * SIZE, size: SIZE }),
  );
  const records = requests.length * SIZE;
  const begun = performance.now();
  const sendAll = async () => {
    for (let next = requests.pop(); next; next = requests.pop()) await send(service, world, next);
  };
  await Promise.all(Array.from({ length: atOnce }, sendAll));
  return (1000 * records) / (performance.now() - begun);
}

async function send(target: Target, world: World, request: ReturnType<typeof createsOf>): Promise<void> {
  const { data } = (await answerOf(target, world, request)) as { data: { status: number }[] };
  if (data.some(({ status }) => status !== 200))
    throw new Error(`A batch failed: ${JSON.stringify(data).slice(0, 500)}`);
}
