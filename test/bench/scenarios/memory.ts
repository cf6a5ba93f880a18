import { residentMiB } from '../cpu.js';
import { pick, randomFrom } from '../dataset/random.js';
import type { Scenario, Traffic } from '../scenario.js';
import { summary } from '../compare.js';
import { createRecord } from './create-record.js';
import { getRecord } from './get-record.js';
import { listPage } from './list-page.js';
import { updateRecord } from './update-record.js';

const MOST_MIB = 200;
const parts = { ...getRecord.traffic, ...listPage.traffic, ...createRecord.traffic, ...updateRecord.traffic } as Record<
  string,
  Traffic
>;
/** Of twelve requests. */
const MIX = ['get', 'get', 'get', 'get', 'get', 'get', 'list', 'list', 'create', 'create', 'update', 'update'];

export const memory: Scenario = {
  name: 'memory',
  about: 'Resident memory of the service through a mixed run of reads, pages, creates and updates.',
  traffic: {
    mixed: (world, n) => parts[pick(MIX, randomFrom(n))]!(world, n),
  },
  async run({ service, worlds, turns, options }) {
    const seen: number[] = [];
    const watch = setInterval(() => seen.push(residentMiB(service.pid)), 250);
    const side = { target: service, world: worlds.at(-1)!, traffic: 'mixed' };
    const [turn] = await turns([side], { rounds: 1, seconds: options.memorySeconds }).finally(() =>
      clearInterval(watch),
    );
    const most = Math.max(...seen);
    return [
      {
        what: `resident memory of the service, ${options.memorySeconds} s mixed`,
        target: `<= ${MOST_MIB} MiB`,
        result: `${most.toFixed(0)} MiB`,
        reached: most <= MOST_MIB,
        detail: `at the end ${seen.at(-1)?.toFixed(0)} MiB; ${summary(turn!)}`,
      },
    ];
  },
};
