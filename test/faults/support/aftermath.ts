import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDomain } from '#auth';
import type { RecordWire } from '#crm-domain';
import type { EventWire } from '#crm-domain/events';
import { ConsistencyService, type Finding } from '#crm-domain/operations';
import { eventually } from '../../support/eventually.js';
import type { Chance } from './chance.js';
import { OBJECT } from './doors.js';
import type { Site } from './site.js';
import type { Truth } from './verdict.js';

const AT_ONCE = 8;
const PATIENCE = 600;

/** Asks the services, now at peace, for everything that is there. */
export async function truthOf(site: Site, chance: Chance): Promise<Truth> {
  const get = reader(site, chance);
  const records: RecordWire[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = await get<{ data: RecordWire[] }>(`/v1/records/${OBJECT}?limit=100&offset=${offset}`);
    records.push(...data);
    if (data.length === 0) break;
  }
  const past = new Map<string, string[]>();
  const queue = [...records];
  const look = async () => {
    for (let record = queue.pop(); record; record = queue.pop()) {
      const id = record.id.record_id;
      const { data } = await get<{ data: RecordWire }>(`/v1/records/${OBJECT}/${id}?show_historic=true`);
      past.set(
        id,
        (data.values['token'] ?? []).map(({ value }) => String(value)),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return { records, past, events: await feedOf(get), drafts: await draftsOf(site) };
}

async function feedOf(get: ReturnType<typeof reader>): Promise<EventWire[]> {
  const events: EventWire[] = [];
  for (let after = 0; ;) {
    const { data, pagination } = await get<FeedPage>(`/v1/events?limit=500&after=${after}`);
    if (data.some(({ position }, at) => position !== after + at + 1))
      throw new Error(`The feed has gaps after ${after}.`);
    events.push(...data);
    if (!pagination.has_more) return events;
    after = pagination.next_after;
  }
}

interface FeedPage {
  data: (EventWire & { position: number })[];
  pagination: { next_after: number; has_more: boolean };
}

function reader(site: Site, chance: Chance) {
  return async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${site.api_key}` };
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${site.urlOf('rest-api', chance)}${path}`, { headers }).catch(() =>
        Response.error(),
      );
      if (response.ok) return (await response.json()) as T;
      // The first who uses a connection that was cut off is told so; and a service may still be on its way up.
      if (![0, 503].includes(response.status) || tries === PATIENCE)
        throw new Error(`${path}: ${await response.text()}`);
      await sleep(100);
    }
  };
}

async function draftsOf({ database, workspace_id }: Site): Promise<Truth['drafts']> {
  const client = new pg.Client({ connectionString: database.directUrl });
  await client.connect();
  try {
    const text = 'select message_id, body, status from message where workspace_id = $1';
    return (await client.query<Truth['drafts'][number]>(text, [workspace_id])).rows;
  } finally {
    await client.end();
  }
}

/** What the consistency check finds, once the background has done what it was left. */
export async function inconsistencies({ database }: Site): Promise<{ findings: Finding[]; records: number }> {
  const domain = await openDomain({ url: database.directUrl, poolSize: 2 });
  try {
    const isDone = async () => (await domain.db.system.nextPurge()) === undefined;
    await eventually(isDone);
    return await new ConsistencyService(domain.db).check();
  } finally {
    await domain.close();
  }
}
