import { setTimeout as sleep } from 'node:timers/promises';
import { openDomain } from '#auth';
import { residentMiB } from '../cpu.js';
import { urlOf } from '../database.js';
import { OBJECT, type World } from '../dataset/world.js';
import { listen } from '../driver/listeners.js';
import type { Bench, Line, Scenario } from '../scenario.js';

const MILLION = 1_000_000;
const MOST_SECONDS = 300;
const ROWS = 20_000;
/** Of one process, and of one credential. */
const LISTENERS = 5000;
const OF_ONE = 1000;
const WRITES = 100;

export const filesAndStreams: Scenario = {
  name: 'files-and-streams',
  about: 'Rate and memory of an export of the largest workspace, of an import, and of 5,000 listeners.',
  async run(bench) {
    const world = bench.worlds.at(-1)!;
    bench.say(`  export of ${world.records} records`);
    const exported = await exportOf(bench, world);
    bench.say(`  import of ${ROWS} rows`);
    const imported = await importInto(bench, world);
    bench.say(`  ${LISTENERS} listeners`);
    return [exported, imported, await streamsOf(bench)];
  },
};

/** What a service took while something ran. */
interface Price {
  seconds: number;
  /** MiB of resident memory before, and the most. */
  before: number;
  most: number;
}

async function priceOf({ service }: Bench, work: () => Promise<void>): Promise<Price> {
  const before = residentMiB(service.pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMiB(service.pid))), 100);
  const begun = performance.now();
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return { seconds: (performance.now() - begun) / 1000, before, most };
}

function detailOf({ before, most }: Price): string {
  return `memory ${before.toFixed(0)} MiB before, ${most.toFixed(0)} at most`;
}

/** Sends a request as the key of a world. @throws Error for an answer that is none of success */
async function call<Data>(bench: Bench, { api_key }: World, request: { path: string; method?: string; body?: object }) {
  const { path, method = 'GET', body } = request;
  const raw = body instanceof Uint8Array;
  const response = await fetch(`http://127.0.0.1:${bench.service.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${api_key}`,
      ...(body && { 'content-type': raw ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: raw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}

async function exportOf(bench: Bench, world: World): Promise<Line> {
  interface Export {
    id: { export_id: string };
    state: string;
    records: number;
    bytes: number;
  }
  const asked = { method: 'POST', path: '/v1/exports', body: { object: OBJECT, format: 'ndjson' } };
  let done = await call<Export>(bench, world, asked);
  const price = await priceOf(bench, async () => {
    while (done.state === 'queued' || done.state === 'running') {
      await sleep(200);
      done = await call<Export>(bench, world, { path: `/v1/exports/${done.id.export_id}` });
    }
  });
  if (done.state !== 'completed') throw new Error(`The export is ${done.state}.`);
  const ofMillion = (price.seconds * MILLION) / done.records;
  return {
    what: `export of ${done.records} records, as for a million`,
    target: `<= ${MOST_SECONDS} s`,
    result: `${ofMillion.toFixed(0)} s`,
    reached: ofMillion <= MOST_SECONDS,
    detail: `${(done.bytes / 2 ** 20).toFixed(0)} MiB, ${detailOf(price)}`,
  };
}

async function importInto(bench: Bench, world: World): Promise<Line> {
  interface Import {
    id: string;
    state: string;
    parts: number;
    part_bytes: number;
    mapping: object;
    rows: { created: number };
  }
  const rows = Array.from({ length: ROWS }, (_, n) => `Company ${n},company-${n}-${Date.now()}.example.com`);
  const file = Buffer.from(`Name,Domain\n${rows.join('\n')}\n`);
  const body = { object: 'companies', file_name: 'companies.csv', bytes: file.length };
  let shown = await call<Import>(bench, world, { method: 'POST', path: '/v1/imports', body });
  const path = `/v1/imports/${shown.id}`;
  const until = async (states: string[]) => {
    while (!states.includes(shown.state)) {
      if (shown.state === 'failed') throw new Error('The import has failed.');
      await sleep(100);
      shown = await call<Import>(bench, world, { path });
    }
  };
  for (let part = 1; part <= shown.parts; part++) {
    const bytes = file.subarray((part - 1) * shown.part_bytes, part * shown.part_bytes);
    await call(bench, world, { method: 'PUT', path: `${path}/parts/${part}`, body: new Uint8Array(bytes) });
  }
  await until(['ready']);
  const price = await priceOf(bench, async () => {
    shown = await call<Import>(bench, world, { method: 'POST', path: `${path}/run`, body: shown.mapping });
    await until(['done']);
  });
  if (shown.rows.created !== ROWS) throw new Error(`${shown.rows.created} of ${ROWS} rows were imported.`);
  return {
    what: `import of ${ROWS} rows of CSV`,
    target: 'none',
    result: `${(ROWS / price.seconds).toFixed(0)} rows/s`,
    reached: null,
    detail: detailOf(price),
  };
}

/** Each thousand in a workspace of its own. */
async function streamsOf(bench: Bench): Promise<Line> {
  const keys: string[] = [];
  const writers: World[] = [];
  const domain = await openDomain(urlOf(bench.database));
  try {
    for (let n = 0; n < LISTENERS / OF_ONE; n++) {
      const { workspace_id } = await domain.workspaces.create({ name: `Listeners ${n}` });
      const key = async (capabilities: string[]) =>
        (await domain.apiKeys.create({ workspace_id, name: 'Listener', capabilities })).api_key;
      keys.push(await key(['read:data']));
      writers.push({ ...bench.worlds[0]!, workspace_id, api_key: await key(['write:data']) });
    }
  } finally {
    await domain.close();
  }
  const before = residentMiB(bench.service.pid);
  const listeners = await listen(bench.service.port, keys, OF_ONE);
  try {
    const request = { method: 'POST', path: '/v1/records/companies', body: { data: { name: 'Told to all' } } };
    const price = await priceOf(bench, async () => {
      for (let n = 0; n < WRITES; n++) await call(bench, writers[n % writers.length]!, request);
      await listeners.until(WRITES * OF_ONE);
    });
    return {
      what: `${LISTENERS} listeners, ${WRITES} writes to a fifth of them each`,
      target: 'none',
      result: `${(listeners.told / price.seconds).toFixed(0)} events/s`,
      reached: null,
      detail: `${detailOf(price)}; ${before.toFixed(0)} without them`,
    };
  } finally {
    listeners.stop();
  }
}
