import type pg from 'pg';
import { between, cpuTimes } from './cpu.js';
import type { Driver } from './driver/driver.js';
import type { Turn } from './driver/turn.js';
import type { Options } from './options.js';
import type { Bench, Side } from './scenario.js';

// Beyond the numbers of loaded records, so that no e-mail address comes twice.
let next = 10_000_000;
const BLOCK = 500_000;

export function takeTurns(driver: Driver, database: pg.Client, options: Options): Bench['turns'] {
  const drive = async (side: Side, seconds: number, requests = 0): Promise<Turn> => {
    const { target, world, traffic, connections = options.connections } = side;
    const before = await cpuTimes(database, target);
    next += BLOCK;
    const order = { port: target.port, traffic, world: world.records, from: next, seconds, requests, connections };
    const driven = await driver.drive(order);
    const { node, postgres } = between(before, await cpuTimes(database, target));
    return { ...driven, nodeMicros: node / driven.requests, postgresMicros: postgres / driven.requests };
  };
  return async (sides, { rounds, seconds } = options) => {
    // At first a side runs code that is not compiled yet, for ten times the price; and compiles it, which after ten
    // thousand requests is still a third of the work.
    for (const side of sides) await drive(side, 1, options.warmUp);
    const turns: Turn[][] = sides.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [at, side] of sides.entries()) turns[at]!.push(await drive(side, seconds));
    }
    return turns;
  };
}
