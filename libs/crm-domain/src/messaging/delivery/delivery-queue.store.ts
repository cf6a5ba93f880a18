import { ofParts, rowsOfParts, type Session } from '../../db/session.js';
import { CHANNELS, providerOf, type ChannelName, type ProviderName } from '../channel-name.js';
import type { DeliveryState } from './outbox.store.js';

/** A delivery in somebody's hands: owner and attempt together name the lease, which every later statement must show. */
export interface Lease {
  workspace_id: string;
  message_id: string;
  channel: ChannelName;
  channel_account_id: string | null;
  /** `leased` is to be sent, `transmitting` was handed over under this lease, `unknown` is to be looked up. */
  state: Extract<DeliveryState, 'leased' | 'transmitting' | 'unknown'>;
  lease_owner: string;
  attempt: number;
  transmit_count: number;
  not_sent_count: number;
  transmit_started_at: Date | null;
  provider_draft_id: string | null;
  provider_thread_id: string | null;
  /**
   * Milliseconds since it could be sent for the first time: nothing was before it, and a worker took it up; and since
   * its last transmission began, or where there was none, since it was queued.
   */
  age_ms: number;
  transmitted_ms: number;
}

/** Who claims how many, and for how long. */
export interface LeaseRequest {
  owner: string;
  limit: number;
  leaseMs: number;
  /** How many of one account may be in hand at once, whoever has them. */
  concurrency: Record<ChannelName, number>;
  /** How many of one provider's channels are wanted at most. */
  shares: Record<ProviderName, number>;
}

// What nobody has in hand, nor is behind another message to the same person.
const WAITS = 'lease_owner is null and finished_at is null and not is_behind';

// Lines are found by hopping along the index, so that a long one costs no more than a short one, and each gives its
// oldest as far as its account has places free. Tenants take turns, and so do the accounts of each; those count that
// have one in hand: however long the lines of one are, and however many it has, nobody else waits for their end. A
// tenant gets three quarters of the places that other tenants leave in a process, of each provider and of all: several
// that hang leave some as well. Looks for what may have left come first, but take no more than half of the places of an account: they may
// hang for half an hour. Two who ask at once see the same oldest and skip each other's, so they do not fill a place
// twice. While an account rests after a rate limit, its messages are only looked up. What is locked is looked at once
// more in other words than the index's, which Postgres would otherwise read from end to end for each of them.
const CLAIM = `with recursive busy as materialized (
    select lane, workspace_id, $6::jsonb ->> channel as provider, count(*) as places,
        count(*) filter (where lease_owner = $1) as own, count(*) filter (where state = 'unknown') as looks
      from message_delivery where lease_owner is not null group by lane, workspace_id, channel
  ), line as (
    (select lane, workspace_id, channel_account_id, channel from message_delivery
      where ${WAITS} order by lane limit 1)
    union all
    select next.* from line,
      lateral (select d.lane, d.workspace_id, d.channel_account_id, d.channel from message_delivery d
      where ${WAITS} and d.lane > line.lane order by d.lane limit 1) next
  ), room as materialized (
    select line.lane, provider, coalesce((select a.next_send_at <= now() from channel_account a
        where a.workspace_id = line.workspace_id and a.channel_account_id = line.channel_account_id), true) as may_send,
      least($2, greatest(0, most - account.places)) as free,
      greatest(0, (most + 1) / 2 - account.looks) as free_to_look,
      account.places as of_account, tenant.places as of_tenant, tenant.own as own_of_tenant, tenant.own_of_all
    from line, lateral (select $6::jsonb ->> line.channel as provider,
        coalesce(($3::jsonb ->> line.channel)::int, 1) as most) whose,
      lateral (select coalesce(sum(places), 0) as places, coalesce(sum(looks), 0) as looks from busy
        where busy.lane = line.lane) account,
      lateral (select coalesce(sum(places) filter (where busy.provider = whose.provider), 0) as places,
          coalesce(sum(own) filter (where busy.provider = whose.provider), 0) as own,
          coalesce(sum(own), 0) as own_of_all
        from busy where busy.workspace_id = line.workspace_id) tenant
  ), next as (
    select d.*, room.provider, room.of_tenant, room.own_of_tenant, room.own_of_all,
      room.of_account + row_number() over (partition by room.lane order by d.run_at) as account_turn
      from room, lateral (
      (select workspace_id, message_id, run_at from message_delivery where ${WAITS}
        and lane = room.lane and state = 'unknown' and run_at <= now() order by run_at limit room.free_to_look)
      union all
      (select workspace_id, message_id, run_at from message_delivery where ${WAITS}
        and lane = room.lane and state = 'queued' and run_at <= now() and room.may_send order by run_at limit room.free)
      limit room.free) d
  ), taking_turns as (
    select next.*, row_number() over (partition by provider, workspace_id order by account_turn, run_at) as of_own
    from next
  ), of_providers as (
    select taking_turns.*, row_number() over (partition by provider order by of_tenant + of_own, run_at) as place
    from taking_turns
    where own_of_tenant + of_own <= ceil(0.75 * (($5::jsonb ->> provider)::int + own_of_tenant))
  ), of_all as (
    select of_providers.*, row_number() over (partition by workspace_id order by of_tenant + of_own, run_at) as of_all,
      row_number() over (order by of_tenant + of_own, run_at) as place_of_all
    from of_providers
    where own_of_tenant + of_own <= ceil(0.75 * (($5::jsonb ->> provider)::int + own_of_tenant + of_own - place))
  ), due as materialized (
    select of_all.*, row_number() over (partition by provider order by of_tenant + of_own, run_at) as turn
    from of_all
    where own_of_all + of_all <= ceil(0.75 * ($2 + own_of_all + of_all - place_of_all))
    order by of_tenant + of_own, run_at
  ), held as materialized (
    select d.* from due, lateral (select workspace_id, message_id from message_delivery
      where workspace_id = due.workspace_id and message_id = due.message_id and lease_until is null
        and state in ('queued', 'unknown')
      for no key update skip locked) d
    where due.turn <= ($5::jsonb ->> due.provider)::int limit $2)
  update message_delivery d
    set state = case d.state when 'queued' then 'leased' else d.state end, attempt = d.attempt + 1,
    freed_at = coalesce(d.freed_at, now()),
    lease_owner = $1, lease_until = now() + $4 * interval '1 millisecond', updated_at = now()
  from held where d.workspace_id = held.workspace_id and d.message_id = held.message_id
  returning d.workspace_id, d.message_id, d.channel, d.channel_account_id, d.state, d.lease_owner, d.attempt,
    d.transmit_count, d.not_sent_count,
    d.transmit_started_at, d.provider_draft_id, d.provider_thread_id,
    (extract(epoch from now() - coalesce(d.freed_at, d.created_at)) * 1000)::float8 as age_ms,
    (extract(epoch from now() - coalesce(d.transmit_started_at, d.created_at)) * 1000)::float8 as transmitted_ms`;

const RELEASE = `update message_delivery
  set state = case state when 'leased' then 'queued' else 'unknown' end, lease_owner = null,
    lease_until = null, updated_at = now()
  where (workspace_id, message_id) in (select workspace_id, message_id from message_delivery
    where lease_owner is not null and lease_until < now() for no key update skip locked)
  returning message_id`;

// What was queued while the message before it ended did not see that, nor was it seen. A message whose fate is not known
// after $1 milliseconds, because nobody can look, is not waited for any longer. Reads $4 that are waited for, of one
// person after the other, so that the first of each is among them; `lane` and `recipient` say whose the last is, and are
// null where no more follow.
const CATCH_UP = `with part as materialized (
    select workspace_id, message_id, lane, recipient, created_at, is_behind
      from message_delivery
      where recipient is not null and finished_at is null and (lane, recipient) > ($2::uuid, $3::text)
        and (state <> 'unknown' or transmit_started_at > now() - $1 * interval '1 millisecond')
      order by lane, recipient, created_at, message_id limit $4
  ), first as (
    select distinct on (lane, recipient) workspace_id, message_id, is_behind
      from part order by lane, recipient, created_at, message_id
  ), freed as (
    update message_delivery set is_behind = false
      where (workspace_id, message_id) in (select workspace_id, message_id from message_delivery
        where is_behind and (workspace_id, message_id) in (select workspace_id, message_id from first where is_behind)
        for no key update skip locked)
      returning message_id
  )
  select (select count(*)::int from freed) as freed, last.lane, last.recipient
    from (values (1)) one
    left join (select lane, recipient from part order by lane, recipient offset $4 - 1) last on true`;

/** A person who is written to through an account; the lines of those behind are looked at next. */
export interface CaughtUp {
  lane: string;
  recipient: string;
}

/** Before all. */
const FROM_THE_START: CaughtUp = { lane: '00000000-0000-0000-0000-000000000000', recipient: '' };

const PROVIDER_OF = JSON.stringify(Object.fromEntries(CHANNELS.map((name) => [name, providerOf(name)])));

/** The queue of all tenants. These are among the few statements that are not bound to one workspace. */
export class DeliveryQueueStore {
  constructor(private readonly session: Session) {}

  /** Takes what is due, the oldest first; of a database in parts, from one part after the other. */
  async acquireLeases(wish: LeaseRequest): Promise<Lease[]> {
    const taken: Lease[] = [];
    await ofParts(this.session, async (part) => {
      const left = { ...wish, limit: wish.limit - taken.length, shares: sharesLeft(wish.shares, taken) };
      if (left.limit > 0) taken.push(...(await this.claim(part, left)));
    });
    return taken;
  }

  private claim(part: Session, wish: LeaseRequest): Promise<Lease[]> {
    const { owner, limit, leaseMs, concurrency, shares } = wish;
    return part.query<Lease>({ name: 'delivery-claim', text: CLAIM }, [
      ...[owner, limit, JSON.stringify(concurrency), leaseMs, JSON.stringify(shares), PROVIDER_OF],
    ]);
  }

  /** Gives back what dead processes had in hand: to be sent when it was not handed over yet, else to be looked up. */
  async release(): Promise<number> {
    return (await rowsOfParts(this.session, { name: 'delivery-release', text: RELEASE }, [])).length;
  }

  /**
   * Has nothing stay behind a message that is over, or whose fate is not known after `unknownMs`. Looks at `most` rows;
   * gives how many it freed, and from where on to look next.
   */
  async catchUp(
    { unknownMs, most }: { unknownMs: number; most: number },
    { lane, recipient }: CaughtUp = FROM_THE_START,
  ): Promise<{ count: number; next: CaughtUp | undefined }> {
    const values = [unknownMs, lane, recipient, most];
    const statement = { name: 'delivery-catch-up', text: CATCH_UP };
    const parts = await rowsOfParts<CaughtUp & { freed: number }>(this.session, statement, values);
    // No part may be passed over: those that came farther are looked at once more from there.
    const ends = parts.filter((part) => part.lane !== null).sort((one, other) => (one.lane < other.lane ? -1 : 1));
    return { count: parts.reduce((sum, { freed }) => sum + freed, 0), next: ends[0] };
  }
}

function sharesLeft(shares: LeaseRequest['shares'], taken: readonly Lease[]): LeaseRequest['shares'] {
  const left = { ...shares };
  for (const { channel } of taken) left[providerOf(channel)] -= 1;
  return left;
}
