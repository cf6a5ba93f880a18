// In both statements $1 is who claims, $2 how many at most, $3 how many of one account by channel, $4 how many by provider,
// $5 the provider of each channel.

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
const DUE = `with recursive busy as materialized (
    select lane, workspace_id, $5::jsonb ->> channel as provider, count(*) as places,
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
    from line, lateral (select $5::jsonb ->> line.channel as provider,
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
    where own_of_tenant + of_own <= ceil(0.75 * (($4::jsonb ->> provider)::int + own_of_tenant))
  ), of_all as (
    select of_providers.*, row_number() over (partition by workspace_id order by of_tenant + of_own, run_at) as of_all,
      row_number() over (order by of_tenant + of_own, run_at) as place_of_all
    from of_providers
    where own_of_tenant + of_own <= ceil(0.75 * (($4::jsonb ->> provider)::int + own_of_tenant + of_own - place))
  ), due as materialized (
    select of_all.*, row_number() over (partition by provider order by of_tenant + of_own, run_at) as turn
    from of_all
    where own_of_all + of_all <= ceil(0.75 * ($2 + own_of_all + of_all - place_of_all))
    order by of_tenant + of_own, run_at
  )`;

/** What a part of a database would give, in the order in which it would. */
export const OFFER = `${DUE} select provider, (of_tenant + of_own)::int as turn, run_at from due
  where turn <= ($4::jsonb ->> provider)::int order by of_tenant + of_own, run_at limit $2`;

/** $6 milliseconds of the lease, $7 and $8 as $4 and $2: what of it this part gives. */
export const CLAIM = `${DUE}, held as materialized (
    select d.* from due, lateral (select workspace_id, message_id from message_delivery
      where workspace_id = due.workspace_id and message_id = due.message_id and lease_until is null
        and state in ('queued', 'unknown')
      for no key update skip locked) d
    where due.turn <= ($7::jsonb ->> due.provider)::int limit $8)
  update message_delivery d
    set state = case d.state when 'queued' then 'leased' else d.state end, attempt = d.attempt + 1,
    freed_at = coalesce(d.freed_at, now()),
    lease_owner = $1, lease_until = now() + $6 * interval '1 millisecond', updated_at = now()
  from held where d.workspace_id = held.workspace_id and d.message_id = held.message_id
  returning d.workspace_id, d.message_id, d.channel, d.channel_account_id, d.state, d.lease_owner, d.attempt,
    d.transmit_count, d.not_sent_count,
    d.transmit_started_at, d.provider_draft_id, d.provider_thread_id,
    (extract(epoch from now() - coalesce(d.freed_at, d.created_at)) * 1000)::float8 as age_ms,
    (extract(epoch from now() - coalesce(d.transmit_started_at, d.created_at)) * 1000)::float8 as transmitted_ms`;
