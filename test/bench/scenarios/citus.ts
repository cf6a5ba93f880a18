import { CitusCluster, citusPrograms } from '../../growth/support/citus-cluster.js';
import { compareWithPostgres } from '../citus/compare-with-postgres.js';
import type { Bench, Line, Scenario } from '../scenario.js';

/** The same requests to one Postgres and to a cluster of two workers. */
export const citus: Scenario = {
  name: 'citus',
  about: 'CPU of the database servers on a Citus cluster against one Postgres, where CITUS_PG_CONFIG leads to a Citus.',
  async run(bench: Bench): Promise<Line[]> {
    const pgConfig = process.env.CITUS_PG_CONFIG ?? 'pg_config';
    const programs = citusPrograms(pgConfig);
    if (!programs) return [missing(pgConfig)];
    const cluster = await CitusCluster.start(programs);
    try {
      return await compareWithPostgres(bench, cluster);
    } finally {
      await cluster.remove();
    }
  },
};

function missing(pgConfig: string): Line {
  return {
    what: 'Citus',
    target: 'a server with the extension',
    result: 'not found, nothing compared',
    reached: null,
    detail: `${pgConfig} is of no server with Citus; name its pg_config with CITUS_PG_CONFIG`,
  };
}
