import { median } from '../compare.js';
import { contact } from '../dataset/contact.js';
import { OBJECT, type World } from '../dataset/world.js';
import type { Scenario, Target } from '../scenario.js';

const SIZE = 500;
/** Batches that are sent one after the other in each round. */
const BATCHES = 4;
const ROUNDS = 3;
/** How many times the records a second of single creates. */
const LEAST = 4;
/** Contacts of other scenarios have smaller numbers. */
const FIRST = 20_000_000;

export const batches: Scenario = {
  name: 'batches',
  about: `Batches of ${SIZE} creates, one after the other, against single creates of many connections.`,
  async run({ service, worlds, turns }) {
    const world = worlds.at(-1)!;
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [single] = await turns([{ target: service, world, traffic: 'create' }], { rounds: 1, seconds: 3 });
      const rate = await recordsPerSecond(service, world, FIRST + round * BATCHES * SIZE);
      rates.push(rate);
      ratios.push(rate / median(single!.map((turn) => turn.perSecond)));
    }
    const ratio = median(ratios);
    return [
      {
        what: `Batch of ${SIZE} creates, records a second`,
        target: `>= ${LEAST}x of single POSTs`,
        result: `${ratio.toFixed(1)}x`,
        reached: ratio >= LEAST,
        detail: `${median(rates).toFixed(0)} records/s`,
      },
    ];
  },
};

async function recordsPerSecond(service: Target, world: World, from: number): Promise<number> {
  const bodies = Array.from({ length: BATCHES }, (_, at) => {
    const items = Array.from({ length: SIZE }, (_, n) => ({
      op: 'create',
      data: contact(from + at * SIZE + n, world),
    }));
    return JSON.stringify({ mode: 'each', items, format: 'concise', fields: ['name'] });
  });
  const begun = performance.now();
  for (const body of bodies) await send(service, world, body);
  return (1000 * BATCHES * SIZE) / (performance.now() - begun);
}

async function send({ port }: Target, { api_key }: World, body: string): Promise<void> {
  const headers = { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' };
  const path = `/v1/records/${OBJECT}/batch`;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data?: { status: number }[] };
  if (response.status !== 200 || data?.some(({ status }) => status !== 200))
    throw new Error(`A batch failed: ${response.status} ${JSON.stringify(data).slice(0, 500)}`);
}
