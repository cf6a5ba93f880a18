import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../dataset/world.js';
import { Connection } from '../driver/connection.js';
import { getRecord } from '../scenarios/get-record.js';
import type { Flood, Flooded } from './flood.js';

/* A process that sends requests at a rate of its own, whether they are answered or not: callers do not wait for each other. */

const make = getRecord.traffic!['get']!;

process.once('message', (flood: Flood) => {
  void pour(flood).then((flooded) => {
    process.send!(flooded);
    process.disconnect();
  });
});

/** Each connection has its turns, spread evenly; one that is still waiting for an answer misses its turn. */
async function pour({ port, world, rate, seconds, connections }: Flood): Promise<Flooded> {
  const answered: number[] = [];
  const refused: number[] = [];
  const counts = { sent: 0, failed: 0, missed: 0 };
  const begin = performance.now();
  const lane = async (first: number) => {
    const connection = new Connection(port);
    for (let turn = 0; ; turn++) {
      const due = begin + ((first + turn * connections) / rate) * 1000;
      if (due > begin + seconds * 1000) break;
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      // A whole round late.
      else if (-early > (connections / rate) * 1000) {
        counts.missed++;
        continue;
      }
      counts.sent++;
      const { status, milliseconds } = await connection.ask(written(world, counts.sent));
      if (status === 200) answered.push(milliseconds);
      else if (status === 503) refused.push(milliseconds);
      else counts.failed++;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => lane(at)));
  const perSecond = answered.length / ((performance.now() - begin) / 1000);
  const [p50, p99] = [rank(answered, 0.5), rank(answered, 0.99)];
  return {
    ...counts,
    answered: answered.length,
    shed: refused.length,
    perSecond,
    p50,
    p99,
    shedP99: rank(refused, 0.99),
  };
}

function rank(times: number[], share: number): number {
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function written(world: World, n: number): string {
  const { path } = make(world, n);
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world.api_key}\r\n\r\n`;
}
