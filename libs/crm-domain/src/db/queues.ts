import { rowsOfParts, type Session } from './session.js';

/** How much waits, and for how many seconds the oldest has. */
interface QueueState {
  queue: string;
  depth: number;
  oldest_seconds: number;
}

type Waiting = Omit<QueueState, 'queue'>;

interface OpenDeliveries {
  channel: string;
  state: string;
  count: number;
}

/** Counting stops there: whoever has that much waiting does not ask how much more it is. */
const MAX_COUNT = 10_000;

/** Every queue of the database: since when each piece of work is due, the oldest first. One line for each. */
const QUEUES: Record<string, string> = {
  message_delivery: `select run_at as due
    from message_delivery
    where state in ('queued', 'unknown') and run_at <= now() and not is_behind`,
  event_pending: 'select occurred_at as due from event_pending',
  provider_event: 'select run_at as due from provider_event where processed_at is null and run_at <= now()',
  webhook: firstUndone('webhook'),
  automation: firstUndone('automation'),
};

/** Of each consumer of the change feed that is behind, since when it could have done the next event. */
function firstUndone(consumer: string): string {
  return `select greatest(next.occurred_at, c.next_attempt_at) as due
            from ${consumer} c
            cross join lateral (select occurred_at from event_feed f
                                 where f.workspace_id = c.workspace_id and f.position > c.position
                                 order by f.position limit 1) next
           where c.status = 'active' and c.next_attempt_at <= now()`;
}

const DELIVERIES = `select channel, state, count(*)::int as count from (
  (select channel, state from message_delivery where state in ('queued', 'unknown') limit ${MAX_COUNT})
  union all
  (select channel, state from message_delivery where state in ('leased', 'transmitting') limit ${MAX_COUNT})
) open group by channel, state`;

/** What waits, over all tenants: a question of the operator's, so no statement of it names a workspace. */
export async function readQueues(session: Session): Promise<{ queues: QueueState[]; deliveries: OpenDeliveries[] }> {
  const queues: QueueState[] = [];
  for (const [queue, due] of Object.entries(QUEUES)) {
    const text = `select count(*)::int as depth,
      coalesce(greatest(extract(epoch from now() - min(due)), 0), 0)::float8 as oldest_seconds
       from (${due} order by due limit ${MAX_COUNT}) waiting`;
    const rows = isOfNoTenant(queue)
      ? await session.query<Waiting>({ text }, [])
      : await rowsOfParts<Waiting>(session, { text }, []);
    const oldest_seconds = Math.max(...rows.map((row) => row.oldest_seconds));
    queues.push({ queue, depth: sumOf(rows.map(({ depth }) => depth)), oldest_seconds });
  }
  return { queues, deliveries: summed(await rowsOfParts<OpenDeliveries>(session, { text: DELIVERIES }, [])) };
}

/** It stands in one place, however many parts the database has. */
function isOfNoTenant(queue: string): boolean {
  return queue === 'provider_event';
}

/** One for each channel and state, whatever part gave how many of them. */
function summed(open: readonly OpenDeliveries[]): OpenDeliveries[] {
  const of = Map.groupBy(open, ({ channel, state }) => `${channel} ${state}`);
  return [...of.values()].map((same) => ({ ...same[0]!, count: sumOf(same.map(({ count }) => count)) }));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
