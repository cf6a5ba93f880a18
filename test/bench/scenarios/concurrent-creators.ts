import { median, summary } from '../compare.js';
import { contact } from '../dataset/contact.js';
import type { Scenario } from '../scenario.js';

const SHARE = 0.75;

export const concurrentCreators: Scenario = {
  name: 'concurrent-creators',
  about:
    'Creators in one object at once, with the counter of its records against none: the floor with both statements.',
  traffic: {
    'create-uncounted': (world, n) => ({
      method: 'POST',
      path: '/v1/records/uncounted',
      body: JSON.stringify({ data: contact(n, world) }),
    }),
  },
  async run({ floor, worlds, options, turns }) {
    const world = worlds.at(-1)!;
    const [counted, uncounted] = await turns(
      ['create', 'create-uncounted'].map((traffic) => ({ target: floor, world, traffic })),
    );
    const ratio = median(counted!.map((turn, round) => turn.perSecond / uncounted![round]!.perSecond));
    return [
      {
        what: `${options.connections} creators in one object, with its counter`,
        target: `>= ${SHARE} of the rate without`,
        result: ratio.toFixed(2),
        reached: ratio >= SHARE,
        detail: `${summary(counted!)}  |  without ${summary(uncounted!)}`,
      },
    ];
  },
};
