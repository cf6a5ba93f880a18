import { median, summary } from '../compare.js';
import { launch } from '../processes.js';
import type { Scenario } from '../scenario.js';

const MOST_MICROS = 60;

export const gatewayAlone: Scenario = {
  name: 'gateway-alone',
  about: 'tools/call get_record with token check and database taken out: the work of the tool server itself.',
  async run({ worlds, turns }) {
    const world = worlds.at(-1)!;
    const start = (ALONE: string, firstPort: number) =>
      launch({ name: ALONE, application: 'none', entry: './alone/main.js', firstPort, env: { ALONE } });
    const servers = [await start('gateway', 15_680), await start('bare', 15_700)];
    try {
      const [ours, bare] = await turns(servers.map((target) => ({ target, world, traffic: 'call-get' })));
      const micros = median(ours!.map(({ nodeMicros }) => nodeMicros));
      return [
        {
          what: 'tools/call, the tool server itself, without token and database',
          target: `<= ${MOST_MICROS} us CPU a call`,
          result: `${micros.toFixed(0)} us`,
          reached: micros <= MOST_MICROS,
          detail: `${summary(ours!)}  |  bare node:http ${summary(bare!)}`,
        },
      ];
    } finally {
      for (const { stop } of servers) await stop();
    }
  },
};
