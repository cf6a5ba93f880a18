import { median } from '../compare.js';
import type { Bench, Scenario } from '../scenario.js';

const MOST_MILLISECONDS = 0.1;
const TIMES = 400;

export const total: Scenario = {
  name: 'total',
  about: 'The total of an object from its counter, in the database alone, against count(*).',
  async run(bench) {
    const world = bench.worlds.at(-1)!;
    const of = [world.workspace_id, world.object_id];
    const milliseconds = await timed(
      bench,
      'select coalesce(sum(n), 0)::int as total from object_count where workspace_id = $1 and object_id = $2',
      of,
      TIMES,
    );
    const nothing = await timed(bench, 'select $1::uuid, $2::uuid', of, TIMES);
    const counted = await timed(
      bench,
      'select count(*) from record where workspace_id = $1 and object_id = $2 and trashed_at is null and deleted_at is null',
      of,
      3,
    );
    const result = Math.max(0, milliseconds - nothing);
    return [
      {
        what: `total of ${world.records.toLocaleString('en-US')} records`,
        target: `<= ${MOST_MILLISECONDS} ms`,
        result: `${result.toFixed(3)} ms`,
        reached: result <= MOST_MILLISECONDS,
        detail: `beyond a round trip of ${nothing.toFixed(3)} ms; count(*) ${counted.toFixed(1)} ms`,
      },
    ];
  },
};

async function timed({ database }: Bench, text: string, values: unknown[], times: number): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < times; at++) {
    const begin = performance.now();
    await database.query({ name: text.slice(0, 60), text, values });
    taken.push(performance.now() - begin);
  }
  return median(taken);
}
