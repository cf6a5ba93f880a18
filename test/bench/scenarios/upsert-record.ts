import { ask } from '../ask.js';
import { compare, median, summary } from '../compare.js';
import { change, contact } from '../dataset/contact.js';
import { OBJECT, type World } from '../dataset/world.js';
import type { Bench, HttpRequest, Line, Scenario } from '../scenario.js';
import { createsOf } from './batches.js';

/** Least part of the rate of a POST: an upsert looks for the record first. */
const SHARE = 0.6;
/** Least part of the floor's requests a second. */
const SHARE_OF_FLOOR = 0.6;
const PATH = `/v1/records/${OBJECT}?match=email`;
/** Contacts of other scenarios have smaller numbers. */
const FIRST = 40_000_000;
const FEW = 500;

const NEW = 'upsert-new';
const AGAIN = 'upsert-again';

export const upsertRecord: Scenario = {
  name: 'upsert-record',
  about: 'PUT of records that are new, and of records that are there, against POST of new ones and against the floor.',
  traffic: {
    [NEW]: (world, n) => putOf(contact(FIRST + n, world)),
    [AGAIN]: (world, n) => putOf({ email: contact(FIRST + (n % FEW), world).email, ...change(n) }),
  },
  async run(bench) {
    for (const world of bench.worlds) await createFew(bench, world);
    return [
      ...(await againstCreates(bench)),
      ...(await againstFloor(bench, { what: 'PUT of a new record', traffic: NEW, growth: 1.5 })),
      ...(await againstFloor(bench, { what: 'PUT of a record that is there', traffic: AGAIN, growth: 1.3 })),
    ];
  },
};

export function putOf(data: object): HttpRequest {
  return { method: 'PUT', path: PATH, body: JSON.stringify({ data }) };
}

/** Those that are updated have all attributes, whoever upserts them first. */
async function createFew({ service }: Bench, world: World): Promise<void> {
  const answer = await ask(service, world, createsOf(world, FIRST, FEW));
  await answer.arrayBuffer();
}

async function againstCreates({ service, worlds, turns }: Bench): Promise<Line[]> {
  const world = worlds.at(-1)!;
  const [made, fresh, again] = await turns(
    ['create', NEW, AGAIN].map((traffic) => ({ target: service, world, traffic })),
  );
  return [
    { what: 'PUT of a new record', ours: fresh! },
    { what: 'PUT of a record that is there', ours: again! },
  ].map(({ what, ours }) => {
    const ratio = median(ours.map((turn, round) => turn.perSecond / made![round]!.perSecond));
    return {
      what,
      target: `>= ${SHARE} of POST`,
      result: ratio.toFixed(2),
      reached: ratio >= SHARE,
      detail: `${summary(ours)}  |  POST ${summary(made!)}`,
    };
  });
}

function againstFloor(bench: Bench, of: { what: string; traffic: string; growth: number }): Promise<Line[]> {
  return compare(bench, { ...of, share: SHARE_OF_FLOOR });
}
