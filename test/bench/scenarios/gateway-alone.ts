import { median, summary } from '../compare.js';
import type { Turn } from '../driver/turn.js';
import { launch } from '../processes.js';
import type { Line, Scenario } from '../scenario.js';

const MOST_MICROS = 60;

export const gatewayAlone: Scenario = {
  name: 'gateway-alone',
  about: 'tools/call get_record and search_records with token check and database taken out: the tool server itself.',
  async run({ worlds, turns }) {
    const world = worlds.at(-1)!;
    const start = (ALONE: string, firstPort: number) =>
      launch({ name: ALONE, application: 'none', entry: 'test/bench/alone/main.js', firstPort, env: { ALONE } });
    const servers = [await start('gateway', 15_680), await start('bare', 15_700)];
    try {
      const side = (traffic: string) => servers.map((target) => ({ target, world, traffic }));
      const [ours, bare] = (await turns(side('call-get'))) as [Turn[], Turn[]];
      const [page, barePage] = (await turns(side('call-search'))) as [Turn[], Turn[]];
      const micros = median(ours.map(({ nodeMicros }) => nodeMicros));
      const beyond = median(page.map(({ nodeMicros }, at) => nodeMicros - barePage[at]!.nodeMicros));
      return [
        {
          what: 'tools/call, the tool server itself, without token and database',
          ...judged(micros),
          detail: `${summary(ours)}  |  bare node:http ${summary(bare)}`,
        },
        {
          what: 'tools/call of a page of 25, the same, beyond bare node:http',
          ...judged(beyond),
          detail: `${summary(page)}  |  bare node:http ${summary(barePage)}`,
        },
      ];
    } finally {
      for (const { stop } of servers) await stop();
    }
  },
};

function judged(micros: number): Pick<Line, 'target' | 'result' | 'reached'> {
  const target = `<= ${MOST_MICROS} us CPU a call`;
  return { target, result: `${micros.toFixed(0)} us`, reached: micros <= MOST_MICROS };
}
