import { compare } from '../compare.js';
import { change } from '../dataset/contact.js';
import { pick, randomFrom } from '../dataset/random.js';
import { OBJECT } from '../dataset/world.js';
import type { Bench, Line, Scenario } from '../scenario.js';

const HOT_SHARE = 0.95;

export const updateRecord: Scenario = {
  name: 'update-record',
  about: 'PATCH of two attributes of a record, against the floor, and the share of HOT updates.',
  traffic: {
    update: (world, n) => ({
      method: 'PATCH',
      path: `/v1/records/${OBJECT}/${pick(world.contacts, randomFrom(n))}`,
      body: JSON.stringify({ data: change(n) }),
    }),
  },
  async run(bench) {
    const before = await updates(bench);
    const lines = await compare(bench, {
      what: 'PATCH record, 2 attributes',
      traffic: 'update',
      share: 0.8,
      growth: 1.3,
    });
    const after = await updates(bench);
    return [...lines, hot(after.hot - before.hot, after.all - before.all)];
  },
};

function hot(hot: number, all: number): Line {
  const share = hot / Math.max(1, all);
  const result = `${(100 * share).toFixed(1)} %`;
  return {
    what: 'HOT updates of records',
    target: '>= 95 %',
    result,
    reached: share >= HOT_SHARE,
    detail: `${hot} of ${all}`,
  };
}

async function updates({ database }: Bench): Promise<{ all: number; hot: number }> {
  // Backends report at most once a second.
  await database.query('select pg_sleep(1.2)');
  const { rows } = await database.query<{ all: number; hot: number }>(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'record'`,
  );
  return rows[0]!;
}
