import { setTimeout as sleep } from 'node:timers/promises';
import type { CitusCluster } from '../../growth/support/citus-cluster.js';
import { median } from '../compare.js';
import type { Bench, Line } from '../scenario.js';
import type { Stop } from '../servers.js';
import { serversCpu } from './node-cpu.js';
import { startSides, type Side } from './sides.js';

const TENANTS = 20;
const CONNECTIONS = 8;
/** Of each kind and side, before the first round. */
const WARM_UP = 2000;
/** How many times the CPU time of one Postgres all nodes may take for a request. */
const REQUESTS = [
  { what: 'GET', traffic: 'get', most: 3 },
  { what: 'list', traffic: 'list', most: 2.5 },
  { what: 'POST', traffic: 'create', most: 4 },
  { what: 'PATCH', traffic: 'update', most: 4 },
] as const;
/** Most of the CPU time of all nodes that one of them may have, where the tenants are evenly on two. */
const MOST_ON_ONE = 0.6;
/** Contacts of two turns never have the same number. */
const BLOCK = 100_000;

type Request = (typeof REQUESTS)[number] & { tenants: number };

/** CPU time of each server for one request, in microseconds, and requests a second. */
interface Cost {
  servers: number[];
  perSecond: number;
}

/**
 * The same requests in turns to one Postgres and to a cluster, for one tenant and for many. What the servers use while
 * nothing is asked does not count.
 */
export async function compareWithPostgres(bench: Bench, cluster: CitusCluster): Promise<Line[]> {
  const stops: Stop[] = [];
  try {
    bench.say(`  making ${TENANTS} workspaces in each database`);
    const sides = await startSides(cluster, TENANTS, stops);
    const turns = new Turns(bench);
    const lines: Line[] = [];
    for (const tenants of [1, TENANTS])
      for (const request of REQUESTS)
        lines.push(...linesOf({ ...request, tenants }, await turns.take(sides, { ...request, tenants })));
    return lines;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

class Turns {
  private from = BLOCK;

  constructor(private readonly bench: Bench) {}

  /** The costs of each side, by rounds. */
  async take(sides: readonly Side[], request: Request): Promise<Cost[][]> {
    const { rounds, seconds } = this.bench.options;
    this.bench.say(`  ${request.what}, tenants: ${request.tenants}`);
    for (const side of sides) await this.drive(side, request, { seconds: 0, requests: WARM_UP });
    const costs: Cost[][] = sides.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [at, side] of sides.entries()) costs[at]!.push(await this.costOf(side, request, seconds));
    return costs;
  }

  private async costOf(side: Side, request: Request, seconds: number): Promise<Cost> {
    const idle = await used(side, () => sleep(seconds * 1000));
    const driven = await used(side, () => this.drive(side, request, { seconds, requests: 0 }));
    const { requests, perSecond, failed, failure } = driven.result;
    if (failed > 0) throw new Error(`${side.name}: ${failed} requests failed: ${failure}`);
    const servers = driven.cpu.map((micros, at) => (micros - (idle.cpu[at]! * driven.took) / idle.took) / requests);
    return { servers, perSecond };
  }

  private drive(
    { driver, service }: Side,
    { traffic, tenants }: Request,
    length: { seconds: number; requests: number },
  ) {
    this.from += BLOCK;
    return driver.drive({
      ...length,
      traffic,
      port: service.port,
      world: tenants,
      from: this.from,
      connections: CONNECTIONS,
    });
  }
}

/** CPU time of the servers of a side while something is done, in microseconds; and how long it took. */
async function used<T>({ servers }: Side, work: () => Promise<T>): Promise<{ cpu: number[]; took: number; result: T }> {
  const before = serversCpu(servers);
  const begun = performance.now();
  const result = await work();
  const cpu = serversCpu(servers).map((micros, at) => micros - before[at]!);
  return { cpu, took: performance.now() - begun, result };
}

/** How each way to the cluster compares with one Postgres; and for many tenants, how evenly its nodes work. */
function linesOf({ what, most, tenants }: Request, [plain, ...clusters]: Cost[][]): Line[] {
  return ['coordinator', 'workers'].flatMap((address, at) => {
    const costs = clusters[at]!;
    const ratio = median(costs.map((cost, round) => total(cost) / total(plain![round]!)));
    const about = `${what}, tenants: ${tenants}, service given the ${address}`;
    const line: Line = {
      what: about,
      target: `<= ${most} times the CPU time of one Postgres`,
      result: ratio.toFixed(2),
      reached: ratio <= most,
      detail: `${shown(costs)}  |  one Postgres ${shown(plain!)}`,
    };
    if (tenants === 1) return [line];
    const busiest = median(costs.map((cost) => Math.max(...cost.servers) / total(cost)));
    return [
      line,
      {
        what: `${about}, busiest node`,
        target: `<= ${100 * MOST_ON_ONE} % of all nodes`,
        result: `${(100 * busiest).toFixed(0)} %`,
        reached: busiest <= MOST_ON_ONE,
        detail: '',
      },
    ];
  });
}

function total({ servers }: Cost): number {
  return servers.reduce((sum, micros) => sum + micros, 0);
}

function shown(costs: readonly Cost[]): string {
  const servers = costs[0]!.servers.map((_, at) => median(costs.map((cost) => cost.servers[at]!)).toFixed(0));
  return `${median(costs.map(({ perSecond }) => perSecond)).toFixed(0)}/s, ${servers.join(' + ')} us`;
}
