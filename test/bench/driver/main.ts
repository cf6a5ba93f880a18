import type { World } from '../dataset/world.js';
import { SCENARIOS } from '../registry.js';
import type { HttpRequest, Traffic } from '../scenario.js';
import { Connection } from './connection.js';
import type { Driven, Order } from './turn.js';

/* The process that drives HTTP: gets the worlds first, then orders one by one, and answers each with what it saw. */

const TRAFFIC: Record<string, Traffic> = Object.assign({}, ...SCENARIOS.map((scenario) => scenario.traffic ?? {}));
let worlds: World[] = [];

process.on('message', (message: { worlds: World[] } | { order: Order }) => {
  if ('worlds' in message) worlds = message.worlds;
  else void drive(message.order).then((driven) => process.send!(driven));
});
process.on('disconnect', () => process.exit(0));

async function drive({ port, traffic, world, from, seconds, requests: least, connections }: Order): Promise<Driven> {
  const at = worlds.find((each) => each.records === world)!;
  const make = TRAFFIC[traffic]!;
  let n = from;
  let failure: string | undefined;
  const latencies: number[] = [];
  const failures: string[] = [];
  const begin = performance.now();
  const until = begin + seconds * 1000;
  const lane = async () => {
    const connection = new Connection(port);
    while (performance.now() < until || n - from < least) {
      const of = at.tenants?.[n % at.tenants.length] ?? at;
      const { status, milliseconds, body } = await connection.ask(written(make(of, n++), of.api_key));
      if (status === 200) latencies.push(milliseconds);
      else failures.push(`${status} ${body.toString().slice(-500)}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, lane)).catch((error: Error) => (failure = error.message));
  const took = (performance.now() - begin) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const rank = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const requests = latencies.length;
  return {
    requests,
    perSecond: requests / took,
    p50: rank(0.5),
    p99: rank(0.99),
    failed: failures.length,
    failure: failure ?? failures[0],
  };
}

function written({ method, path, body, bearer }: HttpRequest, key: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer ?? key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
