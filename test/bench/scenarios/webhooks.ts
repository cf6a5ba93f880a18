import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contact } from '../dataset/contact.js';
import { OBJECT, type World } from '../dataset/world.js';
import type { Scenario } from '../scenario.js';

const EVENTS = 60;
// The first ones meet code that is not compiled yet.
const WARM_UP = 20;
const WITHIN_MS = 50;
const MOST_LOOKS = 20_000;

export const webhooks: Scenario = {
  name: 'webhooks',
  about: 'From the commit of a record to the arrival of its event at a webhook, one after the other.',
  async run({ service, worlds }) {
    const arrivals = await listen();
    const waits = await measure(`http://127.0.0.1:${service.port}`, worlds[0]!, arrivals).finally(arrivals.close);
    const [typical, late] = [0.5, 0.95].map((share) => waits[Math.floor(waits.length * share)]!);
    return [
      {
        what: 'commit of a record to its arrival at a webhook, idle, p50',
        target: `< ${WITHIN_MS} ms`,
        result: `${typical!.toFixed(0)} ms`,
        reached: typical! < WITHIN_MS,
        detail: `p95 ${late!.toFixed(0)} ms, ${EVENTS} records one after the other, from the beginning of each transaction`,
      },
    ];
  },
};

interface Arrivals {
  url: string;
  /** When the event of a record arrived, once it has. */
  of: Map<string, number>;
  close: () => void;
}

async function listen(): Promise<Arrivals> {
  const of = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      of.set((JSON.parse(Buffer.concat(chunks).toString()) as Sent).data.subject.id, at);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, of, close: () => void server.close() };
}

interface Sent {
  data: { subject: { id: string } };
}

/** Milliseconds from the beginning of each write's transaction, a little before its commit, to the arrival, sorted. */
async function measure(api: string, world: World, arrivals: Arrivals): Promise<number[]> {
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${world.api_key}`, 'content-type': 'application/json' };
    const answer = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: Record<string, string>; created_at: string } }).data;
  };
  const webhook = await send('POST', '/v1/webhooks', { url: arrivals.url, kinds: ['record.created'], object: OBJECT });
  const waits: number[] = [];
  for (let n = 0; n < EVENTS + WARM_UP; n++) {
    const { id, created_at } = await send('POST', `/v1/records/${OBJECT}`, { data: contact(9_000_000 + n, world) });
    for (let looks = 0; !arrivals.of.has(id.record_id!); looks++) {
      if (looks > MOST_LOOKS) throw new Error(`Nothing arrived of record ${n}.`);
      await sleep(1);
    }
    if (n >= WARM_UP) waits.push(arrivals.of.get(id.record_id!)! - Date.parse(created_at));
    // Idle is when nothing is left to do of the one before.
    await sleep(50);
  }
  await send('DELETE', `/v1/webhooks/${webhook.id.webhook_id}`);
  return waits.sort((a, b) => a - b);
}
