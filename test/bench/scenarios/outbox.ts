import { median, summary } from '../compare.js';
import { contact } from '../dataset/contact.js';
import type { Turn } from '../driver/turn.js';
import type { Scenario } from '../scenario.js';

/** What a record's event may add to the record: 15 %. */
const MOST = 1.15;

export const outbox: Scenario = {
  name: 'outbox',
  about:
    "What its event adds to a record's creation: the floor with the product's statement, and with the two event parts left out.",
  traffic: {
    'create-unheard': (world, n) => ({
      method: 'POST',
      path: '/v1/records/unheard',
      body: JSON.stringify({ data: contact(n, world) }),
    }),
  },
  async run({ floor, service, worlds, turns }) {
    const world = worlds.at(-1)!;
    const [heard, unheard, served] = await turns([
      { target: floor, world, traffic: 'create' },
      { target: floor, world, traffic: 'create-unheard' },
      { target: service, world, traffic: 'create' },
    ]);
    const against = (of: (turn: Turn) => number) =>
      median(heard!.map((turn, round) => of(turn) / of(unheard![round]!)));
    const added = against((turn) => 1 / turn.perSecond);
    const cpu = against((turn) => turn.nodeMicros + turn.postgresMicros);
    const postgres = against((turn) => turn.postgresMicros);
    const micros = (turns: Turn[]) => median(turns.map((turn) => turn.nodeMicros + turn.postgresMicros));
    const event = micros(heard!) - micros(unheard!);
    const ofService = event / (micros(served!) - event);
    return [
      {
        what: 'POST record, 15 attributes, with its event',
        target: `<= ${MOST.toFixed(2)}x the time without`,
        result: `${added.toFixed(2)}x`,
        reached: added <= MOST,
        detail: `CPU ${cpu.toFixed(2)}x, of Postgres ${postgres.toFixed(2)}x, at the service ${(1 + ofService).toFixed(2)}x; ${summary(heard!)}  |  without ${summary(unheard!)}  |  service ${summary(served!)}`,
      },
    ];
  },
};
