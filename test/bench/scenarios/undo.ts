import { answerOf, ask } from '../ask.js';
import { costOf, cpuOf, shareOfFloor, summary, type Cost, type Sides } from '../costs.js';
import { median } from '../compare.js';
import { change } from '../dataset/contact.js';
import { OBJECT } from '../dataset/world.js';
import type { Bench, Line, Scenario, Target } from '../scenario.js';

/** Least part of the records a second of the floor, which gives all records of a request their values back at once. */
const SHARE = 0.5;
/** Most CPU that a record may take among more of them, or of others: an undo is linear in what it touches. */
const GROWTH = 1.2;

interface Kind {
  what: string;
  /** Records that the request has changed which is undone. */
  records: number;
  /** Requests that are undone in a turn, one after the other. */
  requests: number;
}

const ONE: Kind = { what: 'an update of one record', records: 1, requests: 40 };
const MANY: Kind = { what: 'a batch of 100 updates', records: 100, requests: 3 };
const MOST: Kind = { what: 'a batch of 500 updates', records: 500, requests: 1 };

interface Answer {
  data: { undone: unknown[]; left: unknown[] };
}

export const undo: Scenario = {
  name: 'undo',
  about: 'Undo of an update and of batches of updates, one request at a time, against the floor.',
  async run(bench) {
    const changes = changesOf(bench);
    const one = await measured(bench, ONE, changes);
    const many = await measured(bench, MANY, changes);
    const most = await measured(bench, MOST, changes);
    const others = await recent(bench);
    const among = await measured(bench, ONE, changes);
    return [
      shareOfFloor(`Undo of ${ONE.what}`, SHARE, one),
      shareOfFloor(`Undo of ${MANY.what}`, SHARE, many),
      shareOfFloor(`Undo of ${MOST.what}`, SHARE, most),
      growth('Undo of 100 records together, each against one alone', one, many),
      growth('Undo of 500 records together, each against one of 100', many, most),
      growth(`Undo of one record after ${others} other changes in two minutes, against few`, one, among),
    ];
  },
};

async function measured(bench: Bench, kind: Kind, changes: Changes): Promise<Sides> {
  const sides: Sides = { ours: [], floors: [] };
  const round = async () => ({
    ours: await turn(bench, bench.service, { kind, changes }),
    floors: await turn(bench, bench.floor, { kind, changes }),
  });
  // Code and statements that ran before.
  await round();
  for (let n = 0; n < bench.options.rounds; n++) {
    const { ours, floors } = await round();
    sides.ours.push(ours);
    sides.floors.push(floors);
  }
  return sides;
}

/** Changes records, always through the service, and undoes that. */
async function turn(
  { database, worlds }: Bench,
  target: Target,
  { kind: { records, requests }, changes }: { kind: Kind; changes: Changes },
): Promise<Cost> {
  const world = worlds.at(-1)!;
  const ids: string[] = [];
  while (ids.length < requests) ids.push(await changes(records));
  return costOf({ database, target, records: records * requests }, async () => {
    for (const request_id of ids) {
      const asked = { method: 'POST', path: '/v1/undo', body: JSON.stringify({ request_id }) } as const;
      const { data } = (await answerOf(target, world, asked)) as Answer;
      if (data.undone.length !== records || data.left.length > 0)
        throw new Error(`${target.name} has left something: ${JSON.stringify(data).slice(0, 500)}`);
    }
  });
}

/** Changes so many records with one request, each time others. Gives its id. */
type Changes = (records: number) => Promise<string>;

function changesOf({ service, worlds }: Bench): Changes {
  const world = worlds.at(-1)!;
  let next = 0;
  const updated = () => ({ record: world.contacts[next % world.contacts.length]!, data: change(next++) });
  return async (records) => {
    const path = `/v1/records/${OBJECT}`;
    const items = Array.from({ length: records }, updated);
    const [{ record, data }] = items as [(typeof items)[number]];
    const batch = { mode: 'atomic', items: items.map((item) => ({ op: 'update', ...item })) };
    const asked =
      records === 1
        ? ({ method: 'PATCH', path: `${path}/${record}`, body: JSON.stringify({ data }) } as const)
        : ({ method: 'POST', path: `${path}/batch`, body: JSON.stringify(batch) } as const);
    const response = await ask(service, world, asked);
    await response.arrayBuffer();
    return response.headers.get('X-Request-Id')!;
  };
}

/** By CPU, since the two were not measured in turns. */
function growth(what: string, before: Sides, after: Sides): Line {
  const by = (side: keyof Sides, of: (cost: Cost) => number) =>
    median(after[side].map((cost, round) => of(cost) / of(before[side][round]!)));
  const times = (side: keyof Sides) => `${by(side, ({ ms }) => ms).toFixed(2)}x by the clock, ${summary(after[side])}`;
  const ratio = by('ours', cpuOf);
  return {
    what,
    target: `<= ${GROWTH.toFixed(2)}x the CPU`,
    result: `${ratio.toFixed(2)}x`,
    reached: ratio <= GROWTH,
    detail: `${times('ours')}  |  floor ${by('floors', cpuOf).toFixed(2)}x, ${times('floors')}`,
  };
}

/** How much was written in the workspace in the last two minutes, among which a request's changes are looked for. */
async function recent({ database, worlds }: Bench): Promise<string> {
  const text = `select count(*)::int as n from event where workspace_id = $1 and occurred_at > now() - interval '2 minutes'`;
  const { rows } = await database.query<{ n: number }>(text, [worlds.at(-1)!.workspace_id]);
  return rows[0]!.n.toLocaleString('en-US');
}
