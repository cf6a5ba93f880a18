import type { Session } from '../../db/session.js';
import type { ProviderEventEntity } from './provider-event.entity.js';

/** An event in hand; this time is counted among its attempts. `age_ms`: milliseconds since it was received. */
export type ProviderEventRow = Pick<ProviderEventEntity, 'provider_event_id' | 'channel' | 'payload' | 'attempt'> & {
  age_ms: number;
};

/** `at`: how far behind the asker's place its line is, from 1. */
export type ClaimedEvent = ProviderEventRow & Pick<ProviderEventEntity, 'account'> & { at: number };

export type NewProviderEvent = Pick<ProviderEventEntity, 'provider_event_id' | 'channel' | 'dedup_key' | 'account'> & {
  payload: object;
};

// Lines are found by hopping along the index from $3 on, and from its beginning after its end, only as far as lines are
// wanted: Postgres runs a recursion no further than its rows are read. Each line gives its oldest before any gives its
// second. There are more than are wanted, because others who ask at once hold some of them.
const CLAIM = `with recursive ahead as (
    (select account, run_at from provider_event
      where processed_at is null and account > $3 order by account, run_at limit 1)
    union all
    select next.* from ahead, lateral (select e.account, e.run_at from provider_event e
      where e.processed_at is null and e.account > ahead.account order by e.account, e.run_at limit 1) next
  ), behind as (
    (select account, run_at from provider_event
      where processed_at is null and account <= $3 order by account, run_at limit 1)
    union all
    select next.* from behind, lateral (select e.account, e.run_at from provider_event e
      where e.processed_at is null and e.account > behind.account and e.account <= $3
      order by e.account, e.run_at limit 1) next
  ), line as materialized (
    select account, row_number() over () as at from (
      select * from (select * from ahead union all select * from behind) head where run_at <= now() limit 4 * $1) due
  ), next as (
    select d.provider_event_id, line.at, row_number() over (partition by line.account order by d.run_at, d.provider_event_id) as turn
    from line, lateral (select provider_event_id, run_at from provider_event e
      where e.processed_at is null and e.account = line.account and e.run_at <= now()
      order by e.run_at limit 4 * $1) d
  ), due as materialized (
    select provider_event_id, at from next order by turn, at
  ), held as materialized (
    select d.provider_event_id, due.at from due, lateral (select provider_event_id from provider_event
      where provider_event_id = due.provider_event_id and processed_at is null and run_at <= now()
      for no key update skip locked) d
    limit $1)
  update provider_event e set run_at = now() + $2 * interval '1 millisecond', attempt = e.attempt + 1
  from held where e.provider_event_id = held.provider_event_id
  returning e.provider_event_id, e.channel, e.account, e.payload, e.attempt, held.at::int as at,
    (extract(epoch from now() - e.received_at) * 1000)::float8 as age_ms`;

/** Who has an event in hand: one whose attempt is over changes nothing while somebody else has it. */
export type EventKey = Pick<ProviderEventRow, 'provider_event_id' | 'attempt'>;

/** What webhooks brought. One POST may concern several tenants, so no statement here is bound to one. */
export class ProviderEventStore {
  constructor(private readonly session: Session) {}

  /** Keeps what is not known yet. How many those were. */
  async insert(events: readonly NewProviderEvent[]): Promise<number> {
    const text = `insert into provider_event (provider_event_id, channel, dedup_key, account, payload)
      select provider_event_id, channel, dedup_key, account, payload
      from jsonb_to_recordset($1::jsonb) e(provider_event_id uuid, channel text, dedup_key text, account text,
        payload jsonb)
      on conflict on constraint provider_event_once do nothing returning 1`;
    const rows = await this.session.query({ name: 'provider-event-insert', text }, [JSON.stringify(events)]);
    return rows.length;
  }

  /**
   * Takes what is due, in turns of the accounts, beginning behind `after`; others find it again after `leaseMs`.
   */
  acquireLeases(limit: number, leaseMs: number, after: string): Promise<ClaimedEvent[]> {
    return this.session.query({ name: 'provider-event-claim', text: CLAIM }, [limit, leaseMs, after]);
  }

  /** It is over; its text is forgotten unless it is to be kept, and that it was there is remembered. */
  async finish({ provider_event_id, attempt }: EventKey, keepsText: boolean): Promise<void> {
    const text = `update provider_event
      set processed_at = now(), payload = case when $3 then payload else '{}' end, last_error = null
      where provider_event_id = $1 and attempt = $2 and processed_at is null`;
    await this.session.query({ name: 'provider-event-finish', text }, [provider_event_id, attempt, keepsText]);
  }

  /** To be taken up again; without a time it is given up and kept for whoever looks into it. */
  async fail({ provider_event_id, attempt }: EventKey, reason: string, inMs: number | null): Promise<void> {
    const text = `update provider_event
      set last_error = $3, run_at = now() + coalesce($4, 0) * interval '1 millisecond',
        processed_at = case when $4::int is null then now() end
      where provider_event_id = $1 and attempt = $2 and processed_at is null`;
    await this.session.query({ name: 'provider-event-fail', text }, [provider_event_id, attempt, reason, inMs]);
  }

  /** To be taken up again, and this attempt does not count. */
  async wait({ provider_event_id, attempt }: EventKey, reason: string, inMs: number): Promise<void> {
    const text = `update provider_event
      set last_error = $3, run_at = now() + $4 * interval '1 millisecond', attempt = attempt - 1
      where provider_event_id = $1 and attempt = $2 and processed_at is null`;
    await this.session.query({ name: 'provider-event-wait', text }, [provider_event_id, attempt, reason, inMs]);
  }

  /** Whether something that was told until then of one of these accounts was not worked on yet. */
  async isWaiting(accounts: readonly string[], until: Date): Promise<boolean> {
    const text = `select exists (select 1 from provider_event
      where processed_at is null and account = any ($1::text[]) and received_at <= $2) as waits`;
    const [row] = await this.session.query<{ waits: boolean }>({ text }, [accounts, until]);
    return row!.waits;
  }

  /** Forgets some of what was finished long ago. How many. */
  async forget(days: number, limit: number): Promise<number> {
    const text = `delete from provider_event where provider_event_id in
      (select provider_event_id
        from provider_event
        where processed_at < now() - $1 * interval '1 day'
        limit $2 for update skip locked)
      returning 1`;
    return (await this.session.query({ text }, [days, limit])).length;
  }
}
