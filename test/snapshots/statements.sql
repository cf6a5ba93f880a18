-- The prepared statements of the services, as a whole run of the tests sent them, by name. Written by "npm run accept"
-- after "npm test"; nobody edits this file. Read its differences: they say what changed in the database's work.

-- access-find-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
  on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid;

-- access-find-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
  c.revoked_at as connection_revoked_at, case
    when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
      then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
    else 0
  end as may, c.client_name from workspace w
  left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
  left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
  left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid;

-- access-find-service
select w.schema_version, w.api_access, null::text as actor_name, 15 as may from workspace w where w.workspace_id = $1::uuid;

-- aggregate-people
select u.user_id as id, u.name, u.email
    from membership m
    join app_user u on u.user_id = m.user_id
    where m.workspace_id = $1 and m.user_id = any($2::uuid[])
  union all
  select k.api_key_id, k.name, null
    from api_key k
    where k.workspace_id = $1 and k.api_key_id = any($2::uuid[]);

-- alike-account
select channel, external_account_id
  from channel_account
  where workspace_id = $1 and channel_account_id = $2;

-- alike-accounts
select workspace_id, channel_account_id from channel_account
  where channel = $1 and external_account_id = $2;

-- alike-line
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- alike-open
select m.message_id, m.subject, m.body, d.provider_thread_id, d.transmit_started_at,
    d.state = 'transmitting' and coalesce(d.lease_until > now(), false) as is_in_hand,
    d.state = 'rejected' as is_over
  from message_delivery d join message m on m.workspace_id = $1 and m.message_id = d.message_id
  where d.workspace_id = $1 and d.channel_account_id = $2
    and (d.state in ('transmitting', 'unknown') or d.state = 'rejected' and d.last_error_code = 'outcome_unknown')
    and d.transmit_started_at between $4::timestamptz - $5 * interval '1 millisecond'
    and $4::timestamptz + $6 * interval '1 millisecond'
    and ($3::text[] is null
      or (select array_agg(distinct h collate "C" order by h collate "C") from unnest($3::text[]) h)
      = (select array_agg(distinct r.handle collate "C" order by r.handle collate "C") from message_recipient r
        where r.workspace_id = $1 and r.message_id = m.message_id))
  order by abs(extract(epoch from d.transmit_started_at - $4::timestamptz)), d.message_id limit 50;

-- alike-said
select m.body,
  array(select r.handle from message_recipient r where r.workspace_id = $1 and r.message_id = $2) as handles
  from message m where m.workspace_id = $1 and m.message_id = $2;

-- alike-sent
select d.provider_message_id as id from message_delivery d
  where d.workspace_id = $1 and d.channel_account_id = $2 and d.provider_message_id = any ($3::text[])
    and d.message_id is distinct from $4::uuid;

-- alike-stored
select o.provider_message_id as id
  from message o
  join conversation c on c.workspace_id = $1 and c.conversation_id = o.conversation_id
  where o.workspace_id = $1 and o.provider_message_id = any ($3::text[]) and o.message_id is distinct from $4::uuid
    and c.channel_account_id = $2;

-- api-key-find
select api_key_id, workspace_id, public_id, secret_hash from api_key where public_id = any($1::text[]);

-- api-key-list
select * from api_key where workspace_id = $1 and (revoked_at is null or api_key_id in
    (select api_key_id
      from api_key
      where workspace_id = $1 and revoked_at is not null
      order by revoked_at desc, api_key_id desc limit 100))
  order by created_at, api_key_id;

-- audit-append
with head as (
    insert into audit_head as h (workspace_id, last_no, last_digest)
      values ($1, 1, sha256(''::bytea || convert_to(concat_ws(E'\n', (1)::text,
      to_char(date_trunc('milliseconds', now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), $2::text, coalesce($3::uuid::text, '-'), $4::text), 'UTF8')))
    on conflict (workspace_id) do update set last_no = h.last_no + 1,
      last_digest = sha256(h.last_digest || convert_to(concat_ws(E'\n', (h.last_no + 1)::text,
      to_char(date_trunc('milliseconds', now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), $2::text, coalesce($3::uuid::text, '-'), $4::text), 'UTF8'))
      where h.workspace_id = $1
    returning last_no, last_digest)
  insert into audit_entry (workspace_id, entry_no, occurred_at, action, actor_id, entry, digest)
    select $1, last_no, date_trunc('milliseconds', now()), $2::text, $3::uuid, $4::text, last_digest from head;

-- audit-expire
with oldest as (select entry_no, occurred_at from audit_entry where workspace_id = $1 order by entry_no limit $3),
  edge as (select max(entry_no) as entry_no from oldest where occurred_at < $2),
  gone as (delete from audit_entry e using edge where e.workspace_id = $1 and e.entry_no <= edge.entry_no
    returning e.entry_no, e.digest),
  moved as (update audit_head h set first_no = gone.entry_no + 1, first_before = gone.digest from gone, edge
    where h.workspace_id = $1 and gone.entry_no = edge.entry_no)
  select count(*)::int as n from gone;

-- audit-old-workspaces
select h.workspace_id from audit_head h
  join audit_entry e on e.workspace_id = h.workspace_id and e.entry_no = h.first_no
  where e.occurred_at < $1 limit 1000;

-- automation-advance
update automation
  set position = $4, attempts = 0, last_success_at = case when $5 then (select now()) else last_success_at end
  where workspace_id = $1 and automation_id = $2 and lease_owner = $3 and status = 'active' returning 1;

-- automation-claim
update automation set lease_owner = $3, lease_until = now() + make_interval(secs => $4::float8 / 1000)
  where workspace_id = $1 and automation_id = $2 and status = 'active' and next_attempt_at <= now()
    and (lease_until is null or lease_until < now())
    and (select w.api_access from workspace w where w.workspace_id = $1) returning *;

-- automation-due
select c.automation_id as id from automation c where c.workspace_id = $1 and c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id) and (exists (select 1 from event_pending p where p.workspace_id = $1)
  or c.position < (select h.position from event_head h where h.workspace_id = $1));

-- automation-due-anywhere
select c.workspace_id, c.automation_id as id
      from automation c
      left join event_head h on h.workspace_id = c.workspace_id
      where c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id) and (h.position > c.position
        or exists (select 1 from event_pending p where p.workspace_id = c.workspace_id)) limit 5000;

-- automation-mentions
select id
  from unnest($2::uuid[]) id
  where not exists (select 1
    from record
    where workspace_id = $1 and record_id = id and trashed_at is null and deleted_at is null)
  union all select id
  from unnest($3::uuid[]) id
  where not exists (select 1 from membership where workspace_id = $1 and user_id = id)
  union all select id
  from unnest($4::uuid[]) id
  where not exists (select 1 from webhook where workspace_id = $1 and webhook_id = id)
  union all select id
  from unnest($5::uuid[]) id
  where not exists (select 1 from record_view where workspace_id = $1 and view_id = id);

-- automation-postpone
update automation
  set position = $4, attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $5),
    lease_owner = null, lease_until = null
  where workspace_id = $1 and automation_id = $2 and lease_owner = $3;

-- automation-release
update automation
  set lease_owner = null, lease_until = null
  where workspace_id = $1 and automation_id = $2 and lease_owner = $3;

-- automation-renew
update automation set lease_until = now() + make_interval(secs => $4::float8 / 1000)
  where workspace_id = $1 and automation_id = $2 and lease_owner = $3 and status = 'active' returning 1;

-- automation-run-expire
delete from automation_run r using automation a, event_head h
  where a.workspace_id = $1 and h.workspace_id = $1 and r.workspace_id = $1 and r.automation_id = a.automation_id
    and r.position < h.first_kept;

-- automation-run-find
select event_id, position, record_id, state, attempts, actions_done, error, started_at, finished_at from automation_run where workspace_id = $1 and automation_id = $2 and event_id = $3;

-- automation-run-record
insert into automation_run as r (workspace_id, automation_id, event_id, position, record_id, state,
  attempts, actions_done, error, root_event_id)
  select $1, $2, $3, $4, $5, case when $6 = 'retrying' and held.status = 'disabled' then 'stopped'
    else $6 end, $9, $7, $8, $12 from (
    select status
      from automation
      where workspace_id = $1 and automation_id = $2
        and (lease_owner = $10 or ($6 <> 'retrying' or status = 'disabled')
          and (lease_until is null or lease_until < now())) for share) held
  on conflict (workspace_id, automation_id, event_id)
  do update
  set state = excluded.state, attempts = r.attempts + $9, actions_done = excluded.actions_done,
    error = excluded.error, finished_at = excluded.finished_at where r.attempts = $11
  returning event_id, position, record_id, state, attempts, actions_done, error, started_at, finished_at;

-- automation-runs
select event_id, position, record_id, state, attempts, actions_done, error, started_at, finished_at
  from automation_run
  where workspace_id = $1 and automation_id = $2 and position < $3 and attempts > 0
  order by position desc limit $4;

-- automation-runs-chained
select count(*)::int as runs
  from (select
    from automation_run
    where workspace_id = $1 and root_event_id = $2
    limit $3) r;

-- channel-account-find
select workspace_id, channel_account_id, channel, external_account_id, address, display_name,
  status, credentials
  from channel_account where workspace_id = $1 and channel_account_id = $2;

-- channel-account-lock
select workspace_id, channel_account_id, channel, external_account_id, address, display_name,
  status, credentials
  from channel_account where workspace_id = $1 and channel_account_id = $2 for no key update;

-- conversation-find
select c.conversation_id, c.channel, c.external_id, i.archived_at, i.last_read_at, i.starred_at,
  coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false) as unread, i.last_activity_at,
    c.subject, c.created_by_user_id is not null as begun_here, (
  select coalesce(json_agg(json_build_object('kind', q.kind, 'handle', q.handle, 'display_name', q.display_name)),
    '[]') from (
    select p.kind, p.handle, p.display_name from conversation_participant p where p.workspace_id = $1 and p.conversation_id = c.conversation_id and not p.is_self order by p.kind, p.handle limit 50) q) as people,
    (select count(*)::int from message m where m.workspace_id = $1
      and m.conversation_id = $3 and (m.status <> 'draft' or m.author_user_id = $2)) as total_messages
  from conversation_inbox i join conversation c on c.workspace_id = $1 and c.conversation_id = i.conversation_id
  where i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = $3 and not (exists (select 1 from conversation_block
  where workspace_id = $1 and user_id = $2 and conversation_id = $3)
  or exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = $3 and not p.is_self) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = $3 and not p.is_self and not exists (
  select 1 from user_block b
    where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle)));

-- conversation-formatted
select m.message_id from message m
  where m.workspace_id = $1 and m.conversation_id = $3 and m.message_id = any ($4::uuid[]) and (m.status <> 'draft' or m.author_user_id = $2)
    and m.body_html is not null;

-- conversation-html
select m.body_html
  from message m
  where m.workspace_id = $1 and m.conversation_id = $3 and m.message_id = $4 and (m.status <> 'draft' or m.author_user_id = $2);

-- conversation-list
with hidden as materialized (
  select k.conversation_id from (
    select distinct p.conversation_id from user_block b
      join conversation_participant p on p.workspace_id = $1 and p.kind = b.kind and p.handle = b.handle
        and not p.is_self
      where b.workspace_id = $1 and b.user_id = $2 offset 0) k
    where exists (select 1 from conversation_inbox i where i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = k.conversation_id) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = k.conversation_id and not p.is_self and not exists (
  select 1 from user_block b
    where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))
  union all
  select k.conversation_id from conversation_block k where k.workspace_id = $1 and k.user_id = $2),
  mine as not materialized (
    select i.conversation_id, i.archived_at, i.last_read_at, i.starred_at, i.last_activity_at,
      coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false) as unread
      from conversation_inbox i
    where i.workspace_id = $1 and i.user_id = $2 and (i.archived_at is not null) = $5::boolean
      and ($6::boolean is null or (i.starred_at is not null) = $6) and ($7::boolean is null or coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false) = $7)
      and ($8::text is null or i.channel = $8)),
  page as materialized (
    select * from mine where conversation_id not in (select conversation_id from hidden)
    order by last_activity_at desc, conversation_id desc limit $3 offset $4)
  select (select count(*)::int from mine) - (
    select count(*)::int from mine where conversation_id in (select conversation_id from hidden)) as total, (
    select coalesce(json_agg(json_build_object('conversation_id', c.conversation_id, 'channel', c.channel,
      'external_id', c.external_id,
      'archived_at', page.archived_at, 'last_read_at', page.last_read_at, 'starred_at', page.starred_at, 'unread',
      page.unread,
      'last_activity_at', page.last_activity_at, 'subject', c.subject, 'begun_here', c.created_by_user_id is not null,
      'people', (
  select coalesce(json_agg(json_build_object('kind', q.kind, 'handle', q.handle, 'display_name', q.display_name)),
    '[]') from (
    select p.kind, p.handle, p.display_name from conversation_participant p where p.workspace_id = $1 and p.conversation_id = c.conversation_id and not p.is_self order by p.kind, p.handle limit 5) q))
      order by page.last_activity_at desc, page.conversation_id desc), '[]')
    from page join conversation c on c.workspace_id = $1 and c.conversation_id = page.conversation_id) as rows;

-- conversation-list-of-record
with related as materialized (
      select distinct f.record_id
        from record_reference f
        join record r on r.workspace_id = $1 and r.record_id = f.record_id
        join attribute a on a.workspace_id = $1 and a.object_id = r.object_id and a.attr_no = f.attr_no
        where $6::boolean and f.workspace_id = $1 and f.target_id = $5 and r.trashed_at is null and r.deleted_at is null
        order by f.record_id limit $7 + 1),
    whose as materialized (select $5::uuid as record_id
      union (select record_id from related order by record_id limit $7)),
    parts as materialized (select record_id from whose
      union select m.record_id from whose cross join lateral (select r.record_id from record r
        where r.workspace_id = $1 and r.merged_into = whose.record_id offset 0) m),
    theirs as materialized (
      select distinct p.conversation_id from parts
        join record_handle h on h.workspace_id = $1 and h.record_id = parts.record_id
        join conversation_participant p on p.workspace_id = $1 and p.kind = h.kind and p.handle = h.handle
        where not exists (select 1
  from purge g
  where g.workspace_id = $1 and g.kind = 'attribute' and g.attribute_id = h.attribute_id)),
    hidden as materialized (
    select k.conversation_id from (
      select distinct p.conversation_id from user_block b
        join conversation_participant p on p.workspace_id = $1 and p.kind = b.kind and p.handle = b.handle
          and not p.is_self
        where b.workspace_id = $1 and b.user_id = $2 offset 0) k
      where exists (select 1 from theirs where theirs.conversation_id = k.conversation_id) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = k.conversation_id and not p.is_self and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))
    union all
    select k.conversation_id from conversation_block k where k.workspace_id = $1 and k.user_id = $2),
    seen as materialized (
      select c.conversation_id, c.channel, c.external_id, c.subject, c.last_activity_at, c.created_by_user_id
      from theirs join conversation c on c.workspace_id = $1 and c.conversation_id = theirs.conversation_id
      where (c.first_message_at is not null or c.created_by_user_id = $2)
        and c.conversation_id not in (select conversation_id from hidden)),
    page as materialized (select * from seen order by last_activity_at desc, conversation_id desc limit $3 offset $4)
    select (select count(*)::int from seen) as total, (
      select coalesce(json_agg(json_build_object('conversation_id', page.conversation_id, 'channel', page.channel,
        'external_id', page.external_id,
        'in_my_inbox', i.user_id is not null, 'archived_at', i.archived_at, 'last_read_at', i.last_read_at,
        'starred_at', i.starred_at,
        'unread', case when i.user_id is not null then coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false) end, 'last_activity_at', page.last_activity_at,
        'subject', case when i.user_id is not null then page.subject end,
        'begun_here', case when i.user_id is not null then page.created_by_user_id is not null end,
        'people', case when i.user_id is not null then (
    select coalesce(json_agg(json_build_object('kind', q.kind, 'handle', q.handle, 'display_name', q.display_name)),
      '[]') from (
      select p.kind, p.handle, p.display_name from conversation_participant p where p.workspace_id = $1 and p.conversation_id = page.conversation_id and not p.is_self order by p.kind, p.handle limit 5) q) else '[]' end)
        order by page.last_activity_at desc, page.conversation_id desc), '[]')
      from page left join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2
        and i.conversation_id = page.conversation_id) as rows,
    (select count(*) > $7 from related) as is_cut;

-- conversation-match
select distinct on (h.handle) h.handle, o.slug as object, r.record_id, left(r.label, 255) as display_name
    from record_handle h
    join record own on own.workspace_id = $1 and own.record_id = h.record_id
    join record r on r.workspace_id = $1 and r.record_id = coalesce(own.merged_into, own.record_id)
      and r.trashed_at is null and r.deleted_at is null
      join object o on o.workspace_id = $1 and o.object_id = r.object_id
    where h.workspace_id = $1 and h.kind = $2 and h.handle = any ($3::text[]) and not exists (select 1
  from purge g
  where g.workspace_id = $1 and g.kind = 'attribute' and g.attribute_id = h.attribute_id)
    order by h.handle, r.created_at, r.record_id;

-- conversation-place
select m.sort_at::text as sort_at, m.message_id, coalesce((
    select true from message o
    where o.workspace_id = $1 and o.conversation_id = $3 and (o.status <> 'draft' or o.author_user_id = $2)
      and (o.sort_at, o.message_id) < (m.sort_at, m.message_id)
    order by o.sort_at desc, o.message_id desc limit 1), false) as has_older
  from message m
  where m.workspace_id = $1 and m.conversation_id = $3 and m.message_id = $4 and (m.status <> 'draft' or m.author_user_id = $2);

-- conversation-search
with hidden as materialized (
  select k.conversation_id from (
    select distinct p.conversation_id from user_block b
      join conversation_participant p on p.workspace_id = $1 and p.kind = b.kind and p.handle = b.handle
        and not p.is_self
      where b.workspace_id = $1 and b.user_id = $2 offset 0) k
    where exists (select 1 from conversation_inbox i where i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = k.conversation_id) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = k.conversation_id and not p.is_self and not exists (
  select 1 from user_block b
    where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))
  union all
  select k.conversation_id from conversation_block k where k.workspace_id = $1 and k.user_id = $2),
  looked_at as materialized (
    select * from (
      select i.conversation_id, i.archived_at, i.last_read_at, i.starred_at, i.last_activity_at,
      coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false) as unread
      from conversation_inbox i
    where i.workspace_id = $1 and i.user_id = $2 and (i.archived_at is not null) = $5::boolean
      and ($6::boolean is null or (i.starred_at is not null) = $6) and ($7::boolean is null or coalesce(i.last_inbound_at > coalesce(i.last_read_at, '-infinity'), false) = $7)
      and ($8::text is null or i.channel = $8)) mine
    where conversation_id not in (select conversation_id from hidden)
    order by last_activity_at desc, conversation_id desc limit 10000),
  matching as materialized (
    select c.conversation_id from conversation c cross join lateral (
        select lower(concat_ws(' ', c.subject,
          string_agg(concat_ws(' ', q.handle, q.display_name), ' ')) collate "und-x-icu") as words
          from (select p.handle, p.display_name from conversation_participant p where p.workspace_id = $1 and p.conversation_id = c.conversation_id and not p.is_self
            order by p.kind, p.handle limit 50) q) said
      where c.workspace_id = $1
        and c.conversation_id = any ((select array(select conversation_id from looked_at order by 1))::uuid[])
        and said.words like all ((select array_agg(lower(p collate "und-x-icu")) from unnest($9::text[]) p)::text[])),
  found as materialized (select * from looked_at where (conversation_id in (table matching)) is true),
  page as materialized (
    select * from found order by last_activity_at desc, conversation_id desc limit $3 offset $4)
  select (select count(*)::int from found) as total, (
    select coalesce(json_agg(json_build_object('conversation_id', c.conversation_id, 'channel', c.channel,
      'external_id', c.external_id,
      'archived_at', page.archived_at, 'last_read_at', page.last_read_at, 'starred_at', page.starred_at, 'unread',
      page.unread,
      'last_activity_at', page.last_activity_at, 'subject', c.subject, 'begun_here', c.created_by_user_id is not null,
      'people', (
  select coalesce(json_agg(json_build_object('kind', q.kind, 'handle', q.handle, 'display_name', q.display_name)),
    '[]') from (
    select p.kind, p.handle, p.display_name from conversation_participant p where p.workspace_id = $1 and p.conversation_id = c.conversation_id and not p.is_self order by p.kind, p.handle limit 5) q))
      order by page.last_activity_at desc, page.conversation_id desc), '[]')
    from page join conversation c on c.workspace_id = $1 and c.conversation_id = page.conversation_id) as rows;

-- conversation-thread
select m.message_id, m.channel, m.direction, m.status, m.author_user_id, u.name as author_name,
  m.version, m.from_handle, m.reply_handles, m.subject,
    left(m.body, m.room) as body, char_length(m.body) > m.room as is_body_cut, exists (select 1 from message_recipient x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most)
      or exists (select 1 from message_attachment x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most) as are_lists_cut, m.reply_to_message_id,
    m.failure_code, m.failure_detail, m.created_at, m.updated_at, m.created_via, m.updated_via, m.approval_asked_at,
    m.queued_at, m.sent_at, m.delivered_at, m.read_at,
    (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
      'address', r.address)
      order by r.role desc, r.position), '[]')
        from (select * from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id
      order by r.role desc, r.position limit m.most) r) as recipients,
    (select coalesce(json_agg(json_build_object('filename', a.filename, 'content_type', a.content_type,
      'size', a.size)
      order by a.attachment_id), '[]')
        from (select * from message_attachment a where a.workspace_id = $1 and a.message_id = m.message_id
      order by a.attachment_id limit m.most) a) as attachments
  from (select *, case
    when sum(octet_length(body)) over (order by sort_at desc, message_id desc) - octet_length(body) < $5
      then $5 else $6 end::int as room, case when row_number() over (order by sort_at desc, message_id desc) <= $7
      then $8 else $9 end::int as most
    from (select * from message n
      where n.workspace_id = $1 and n.conversation_id = $3 and (n.status <> 'draft' or n.author_user_id = $2)
        and (n.sort_at, n.message_id) < ($10::timestamptz, $11::uuid)
      order by n.sort_at desc, n.message_id desc limit $4) newest) m
    left join app_user u on u.user_id = m.author_user_id
  order by m.sort_at, m.message_id;

-- conversation-thread-to
select m.message_id, m.channel, m.direction, m.status, m.author_user_id, u.name as author_name,
  m.version, m.from_handle, m.reply_handles, m.subject,
    left(m.body, m.room) as body, char_length(m.body) > m.room as is_body_cut, exists (select 1 from message_recipient x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most)
      or exists (select 1 from message_attachment x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most) as are_lists_cut, m.reply_to_message_id,
    m.failure_code, m.failure_detail, m.created_at, m.updated_at, m.created_via, m.updated_via, m.approval_asked_at,
    m.queued_at, m.sent_at, m.delivered_at, m.read_at,
    (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
      'address', r.address)
      order by r.role desc, r.position), '[]')
        from (select * from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id
      order by r.role desc, r.position limit m.most) r) as recipients,
    (select coalesce(json_agg(json_build_object('filename', a.filename, 'content_type', a.content_type,
      'size', a.size)
      order by a.attachment_id), '[]')
        from (select * from message_attachment a where a.workspace_id = $1 and a.message_id = m.message_id
      order by a.attachment_id limit m.most) a) as attachments
  from (select *, case
    when sum(octet_length(body)) over (order by sort_at desc, message_id desc) - octet_length(body) < $5
      then $5 else $6 end::int as room, case when row_number() over (order by sort_at desc, message_id desc) <= $7
      then $8 else $9 end::int as most
    from (select * from message n
      where n.workspace_id = $1 and n.conversation_id = $3 and (n.status <> 'draft' or n.author_user_id = $2)
        and (n.sort_at, n.message_id) <= ($10::timestamptz, $11::uuid)
      order by n.sort_at desc, n.message_id desc limit $4) newest) m
    left join app_user u on u.user_id = m.author_user_id
  order by m.sort_at, m.message_id;

-- delivery-catch-up
with part as materialized (
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
    left join (select lane, recipient from part order by lane, recipient offset $4 - 1) last on true;

-- delivery-claim
with recursive busy as materialized (
    select lane, workspace_id, $5::jsonb ->> channel as provider, count(*) as places,
        count(*) filter (where lease_owner = $1) as own, count(*) filter (where state = 'unknown') as looks
      from message_delivery where lease_owner is not null group by lane, workspace_id, channel
  ), line as (
    (select lane, workspace_id, channel_account_id, channel from message_delivery
      where lease_owner is null and finished_at is null and not is_behind order by lane limit 1)
    union all
    select next.* from line,
      lateral (select d.lane, d.workspace_id, d.channel_account_id, d.channel from message_delivery d
      where lease_owner is null and finished_at is null and not is_behind and d.lane > line.lane order by d.lane limit 1) next
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
      (select workspace_id, message_id, run_at from message_delivery where lease_owner is null and finished_at is null and not is_behind
        and lane = room.lane and state = 'unknown' and run_at <= now() order by run_at limit room.free_to_look)
      union all
      (select workspace_id, message_id, run_at from message_delivery where lease_owner is null and finished_at is null and not is_behind
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
  ), held as materialized (
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
    (extract(epoch from now() - coalesce(d.transmit_started_at, d.created_at)) * 1000)::float8 as transmitted_ms;

-- delivery-conclude
with d as (
    update message_delivery
      set state = $3, finished_at = now(), lease_owner = null, lease_until = null, updated_at = now(),
      provider_message_id = coalesce($4, provider_message_id),
      provider_thread_id = coalesce($5, provider_thread_id),
      last_error_code = $7, last_error = $8, last_status = $9, is_by_words = $10
    where workspace_id = $1 and message_id = $2 and lease_owner = $12 and attempt = $13 and finished_at is null
    returning channel, channel_account_id, state, last_error_code, provider_thread_id, sent_by_user_id, sent_via,
      transmit_started_at, lane, recipient, created_at), next as (
    update message_delivery set is_behind = false,
      freed_at = case when (select last_error_code from d) = 'retries_exhausted' then created_at end
    where workspace_id = $1 and is_behind and message_id = (select o.message_id
      from d join message_delivery o on o.workspace_id = $1 and o.lane = d.lane and o.recipient = d.recipient
      where o.message_id <> $2 and o.finished_at is null
        and (o.state <> 'unknown' or (o.created_at, o.message_id) > (d.created_at, $2))
      order by o.created_at, o.message_id limit 1))
  update message m set status = case when $3 = 'accepted' then 'sent' else 'failed' end, failure_code = $7, failure_detail = $8,
    sent_at = case when $3 = 'accepted'
      then date_trunc('milliseconds', least(coalesce($11, d.transmit_started_at), (select now()))) end,
        updated_at = date_trunc('milliseconds', now()),
    provider_message_id = coalesce($4, m.provider_message_id), internet_message_id = coalesce($6, m.internet_message_id)
  from d where m.workspace_id = $1 and m.message_id = $2 and m.status in ('pending')
  returning m.message_id, m.conversation_id, d.channel, d.channel_account_id, d.state, d.last_error_code as code,
    d.provider_thread_id as thread_id, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by;

-- delivery-draft
update message_delivery set provider_draft_id = $5, provider_thread_id = $6, updated_at = now()
  where workspace_id = $1 and message_id = $2 and lease_owner = $3 and attempt = $4 and state = 'leased' returning 1;

-- delivery-fence
update message_delivery d
  set state = 'transmitting', transmit_started_at = now(), transmit_count = transmit_count + 1,
    not_sent_count = 0, lease_until = now() + $5 * interval '1 millisecond',
    run_at = now() + $6 * interval '1 millisecond', updated_at = now()
  where d.workspace_id = $1 and d.message_id = $2 and d.lease_owner = $3 and d.attempt = $4
    and d.state = 'leased' and d.lease_until > now()
    and (d.sent_by_user_id is null or exists (select 1
    from channel_account a
      join membership b on b.workspace_id = $1 and b.user_id = d.sent_by_user_id
      join app_user u on u.user_id = d.sent_by_user_id and u.deactivated_at is null
    where a.workspace_id = $1 and a.channel_account_id = d.channel_account_id
      and (a.owner_user_id = d.sent_by_user_id
    or a.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = d.sent_by_user_id)))) and not exists (select 1 from connection c
    where c.workspace_id = $1 and c.user_id = d.sent_by_user_id
      and c.connection_id::text = d.sent_via ->> 'connection_id'
      and (c.revoked_at is not null or c.access & 8 = 0 or c.raised_at > d.created_at))
    and exists (select 1 from workspace w where w.workspace_id = $1 and w.api_access)
    and exists (select 1 from channel_account s
      where s.workspace_id = $1 and s.channel_account_id = d.channel_account_id and s.status <> 'disconnected')
  returning transmit_started_at, transmit_count;

-- delivery-note
with noted as (
    update message m set delivered_at = coalesce(m.delivered_at, $3), read_at = coalesce(m.read_at, $4),
      failure_code = case when coalesce(m.delivered_at, m.read_at, $3, $4) is not null then null else coalesce($5, m.failure_code) end,
      failure_detail = case when coalesce(m.delivered_at, m.read_at, $3, $4) is not null then null else coalesce($6, m.failure_detail) end,
      updated_at = date_trunc('milliseconds', now())
    from (select failure_code from message where workspace_id = $1 and message_id = $2) was
    where m.workspace_id = $1 and m.message_id = $2 and m.status = 'sent'
    returning m.conversation_id, m.channel, m.failure_code as code, was.failure_code is not null as is_known)
  select d.message_id, noted.conversation_id, noted.channel, noted.code, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by
  from noted join message_delivery d on d.workspace_id = $1 and d.message_id = $2
  where noted.code is not null and not noted.is_known;

-- delivery-outgoing
select m.subject, m.body, d.sent_by_user_id is null or exists (select 1
    from channel_account a
      join membership b on b.workspace_id = $1 and b.user_id = d.sent_by_user_id
      join app_user u on u.user_id = d.sent_by_user_id and u.deactivated_at is null
    where a.workspace_id = $1 and a.channel_account_id = d.channel_account_id
      and (a.owner_user_id = d.sent_by_user_id
    or a.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = d.sent_by_user_id))) as is_sender_allowed,
  exists (select 1 from connection c
    where c.workspace_id = $1 and c.user_id = d.sent_by_user_id
      and c.connection_id::text = d.sent_via ->> 'connection_id'
      and (c.revoked_at is not null or c.access & 8 = 0 or c.raised_at > d.created_at)) as is_client_revoked,
  (select w.api_access from workspace w where w.workspace_id = $1) as has_api_access,
  (select coalesce(json_agg(json_build_object('role', r.role, 'handle', r.handle, 'address', r.address)
      order by r.role desc, r.position), '[]')
        from message_recipient r
        where r.workspace_id = $1 and r.message_id = $2) as recipients,
    case when p.message_id is not null then json_build_object(
      'provider_message_id', case when coalesce(p.received_through, pd.channel_account_id, c.channel_account_id) = d.channel_account_id then p.provider_message_id end,
      'provider_thread_id', coalesce(
        case when coalesce(p.received_through, pd.channel_account_id, c.channel_account_id) = d.channel_account_id then coalesce(p.received_thread, pd.provider_thread_id) end,
        case when c.channel_account_id = d.channel_account_id then c.external_id end),
      'internet_message_id', p.internet_message_id, 'subject', p.subject,
      'references', (select coalesce(json_agg(o.internet_message_id order by o.sort_at, o.message_id), '[]') from (
        select internet_message_id, sort_at, message_id
          from message
          where workspace_id = $1 and conversation_id = p.conversation_id
          and internet_message_id is not null and (sort_at, message_id) < (p.sort_at, p.message_id)
        order by sort_at desc, message_id desc limit 20) o)) end as reply
  from message_delivery d join message m on m.workspace_id = $1 and m.message_id = $2
    left join message p on p.workspace_id = $1 and p.message_id = m.reply_to_message_id
    left join message_delivery pd on pd.workspace_id = $1 and pd.message_id = p.message_id
    left join conversation c on c.workspace_id = $1 and c.conversation_id = p.conversation_id
  where d.workspace_id = $1 and d.message_id = $2 and m.status = 'pending';

-- delivery-overrule
with d as (
    update message_delivery
      set state = $3, finished_at = now(), lease_owner = null, lease_until = null, updated_at = now(),
      provider_message_id = $4,
      provider_thread_id = coalesce($5, provider_thread_id),
      last_error_code = $7, last_error = $8, last_status = $9, is_by_words = $10
    where workspace_id = $1 and message_id = $2 and is_by_words and (state <> $3 or provider_message_id is distinct from $4)
    returning channel, channel_account_id, state, last_error_code, provider_thread_id, sent_by_user_id, sent_via,
      transmit_started_at, lane, recipient, created_at), next as (
    update message_delivery set is_behind = false,
      freed_at = case when (select last_error_code from d) = 'retries_exhausted' then created_at end
    where workspace_id = $1 and is_behind and message_id = (select o.message_id
      from d join message_delivery o on o.workspace_id = $1 and o.lane = d.lane and o.recipient = d.recipient
      where o.message_id <> $2 and o.finished_at is null
        and (o.state <> 'unknown' or (o.created_at, o.message_id) > (d.created_at, $2))
      order by o.created_at, o.message_id limit 1))
  update message m set status = case when $3 = 'accepted' then 'sent' else 'failed' end, failure_code = $7, failure_detail = $8,
    sent_at = case when $3 = 'accepted'
      then date_trunc('milliseconds', least(coalesce($11, d.transmit_started_at), (select now()))) end,
        updated_at = date_trunc('milliseconds', now()),
    provider_message_id = $4, internet_message_id = $6, delivered_at = null, read_at = null
  from d where m.workspace_id = $1 and m.message_id = $2 and m.status in ('sent')
  returning m.message_id, m.conversation_id, d.channel, d.channel_account_id, d.state, d.last_error_code as code,
    d.provider_thread_id as thread_id, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by;

-- delivery-postpone
update message_delivery set state = $3, run_at = now() + $4 * interval '1 millisecond', not_sent_count = $5,
    last_error_code = coalesce($6, last_error_code), last_error = coalesce($7, last_error),
    last_status = coalesce($8, last_status),
    lease_owner = null, lease_until = null, updated_at = now()
  where workspace_id = $1 and message_id = $2 and finished_at is null and lease_owner = $9 and attempt = $10 returning 1;

-- delivery-proven
select message_id, state, attempt, transmit_count, last_error_code, last_error, last_status,
  is_by_words,
    provider_message_id, transmit_started_at, state = 'transmitting'
      and coalesce(lease_until > now(), false) as is_in_hand,
    (extract(epoch from now() - coalesce(freed_at, created_at)) * 1000)::float8 as age_ms,
    (extract(epoch from now() - coalesce(transmit_started_at, created_at)) * 1000)::float8 as transmitted_ms
      from message_delivery
  where workspace_id = $1 and channel_account_id = $2
    and (message_id = $3 or $3::uuid is null and provider_message_id = $4)
  for no key update;

-- delivery-release
update message_delivery
  set state = case state when 'leased' then 'queued' else 'unknown' end, lease_owner = null,
    lease_until = null, updated_at = now()
  where (workspace_id, message_id) in (select workspace_id, message_id from message_delivery
    where lease_owner is not null and lease_until < now() for no key update skip locked)
  returning message_id;

-- delivery-requeue
update message_delivery set state = $3, run_at = now() + $4 * interval '1 millisecond', not_sent_count = $5,
    last_error_code = coalesce($6, last_error_code), last_error = coalesce($7, last_error),
    last_status = coalesce($8, last_status),
    lease_owner = null, lease_until = null, updated_at = now(), provider_message_id = coalesce($9, provider_message_id)
  where workspace_id = $1 and message_id = $2 and finished_at is null returning 1;

-- delivery-rest
update channel_account
  set next_send_at = greatest(next_send_at, now() + $3 * interval '1 millisecond'),
    last_error_code = $4, updated_at = now() where workspace_id = $1 and channel_account_id = $2;

-- delivery-settle
with d as (
    update message_delivery
      set state = $3, finished_at = now(), lease_owner = null, lease_until = null, updated_at = now(),
      provider_message_id = coalesce($4, provider_message_id),
      provider_thread_id = coalesce($5, provider_thread_id),
      last_error_code = $7, last_error = $8, last_status = $9, is_by_words = $10
    where workspace_id = $1 and message_id = $2
    returning channel, channel_account_id, state, last_error_code, provider_thread_id, sent_by_user_id, sent_via,
      transmit_started_at, lane, recipient, created_at), next as (
    update message_delivery set is_behind = false,
      freed_at = case when (select last_error_code from d) = 'retries_exhausted' then created_at end
    where workspace_id = $1 and is_behind and message_id = (select o.message_id
      from d join message_delivery o on o.workspace_id = $1 and o.lane = d.lane and o.recipient = d.recipient
      where o.message_id <> $2 and o.finished_at is null
        and (o.state <> 'unknown' or (o.created_at, o.message_id) > (d.created_at, $2))
      order by o.created_at, o.message_id limit 1))
  update message m set status = case when $3 = 'accepted' then 'sent' else 'failed' end, failure_code = $7, failure_detail = $8,
    sent_at = case when $3 = 'accepted'
      then date_trunc('milliseconds', least(coalesce($11, d.transmit_started_at), (select now()))) end,
        updated_at = date_trunc('milliseconds', now()),
    provider_message_id = coalesce($4, m.provider_message_id), internet_message_id = coalesce($6, m.internet_message_id)
  from d where m.workspace_id = $1 and m.message_id = $2 and m.status in ('pending', 'failed')
  returning m.message_id, m.conversation_id, d.channel, d.channel_account_id, d.state, d.last_error_code as code,
    d.provider_thread_id as thread_id, d.sent_by_user_id, d.sent_via,
    (select name from app_user where user_id = d.sent_by_user_id) as sent_by;

-- delivery-taken
select message_id
  from message_delivery
  where workspace_id = $1 and channel_account_id = $2 and provider_message_id = $3
    and is_by_words and state = 'accepted' and message_id is distinct from $4::uuid limit 1 for no key update;

-- delivery-thread
update conversation c set external_id = $4
  where c.workspace_id = $1 and c.conversation_id = $2 and c.channel_account_id = $3 and c.external_id is null
    and not exists (
      select 1 from conversation o where o.workspace_id = $1 and o.channel_account_id = $3 and o.external_id = $4)
    and not exists (
      select 1 from conversation_participant p
      where p.workspace_id = $1 and p.conversation_id = $2 and p.handle = $4);

-- draft-address
insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
  select $1, $2, x.role, x.position, x.kind, x.handle, x.address
  from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality x(role, kind, handle, address, position);

-- draft-ask-approval
update message set approval_asked_at = date_trunc('milliseconds', now()), version = version + 1
  where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft'
    and approval_asked_at is null;

-- draft-conversation
select message_id
  from (select message_id, created_at from message
    where workspace_id = $1 and author_user_id = $2 and status = 'draft' and conversation_id = $3
    order by (approval_asked_at is null), updated_at desc, message_id desc limit $4) m
  order by created_at, message_id;

-- draft-count
select count(*)::int as total
  from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
  where m.workspace_id = $1 and m.author_user_id = $2 and m.status = 'draft';

-- draft-empty
delete from conversation c where c.workspace_id = $1 and c.conversation_id = $2
  and not exists (select 1 from message m where m.workspace_id = $1 and m.conversation_id = $2) returning 1;

-- draft-find
select m.status, m.failure_code, m.conversation_id, m.xmin::text as stamp
    from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
    where m.workspace_id = $1 and m.message_id = $3
      and (m.author_user_id = $2 or m.status <> 'draft' and not (exists (select 1 from conversation_block
  where workspace_id = $1 and user_id = $2 and conversation_id = m.conversation_id)
  or exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = m.conversation_id and not p.is_self) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = m.conversation_id and not p.is_self and not exists (
  select 1 from user_block b
    where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))));

-- draft-hold
select 1 from conversation where workspace_id = $1 and conversation_id = $2 for update;

-- draft-insert
insert into message (workspace_id, author_user_id, message_id, conversation_id, channel, subject,
  body, reply_to_message_id, created_via, updated_via, sender_account_id, direction, status)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, 'outbound', 'draft');

-- draft-list
select m.message_id, m.conversation_id, m.channel, m.subject, left(m.body, 2000) as body,
    char_length(m.body) > 2000 as is_body_cut, m.reply_to_message_id as reply_to,
    m.version, m.created_at, m.updated_at, m.created_via, m.updated_via, m.approval_asked_at,
    (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
      'address', r.address) order by r.role desc, r.position), '[]')
      from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id) as recipients
  from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
  where m.workspace_id = $1 and m.author_user_id = $2 and m.status = 'draft'
  order by (m.approval_asked_at is null), m.updated_at desc, m.message_id desc limit $3 offset $4;

-- draft-parent
select m.conversation_id, m.channel, m.direction, m.from_handle, m.reply_handles,
    m.status = 'draft' as is_draft,
    (select coalesce(json_agg(json_build_object('role', r.role, 'handle', r.handle)
      order by r.role desc, r.position), '[]')
      from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id) as recipients
  from message m
    join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = m.conversation_id
  where m.workspace_id = $1 and m.message_id = $3 and (m.status <> 'draft' or m.author_user_id = $2)
    and not (exists (select 1 from conversation_block
    where workspace_id = $1 and user_id = $2 and conversation_id = m.conversation_id)
    or exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = m.conversation_id and not p.is_self) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = m.conversation_id and not p.is_self and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle)));

-- draft-read
select m.status, m.failure_code, m.conversation_id, m.xmin::text as stamp, m.version, m.channel, m.body, m.subject,
  m.reply_to_message_id as reply_to, m.created_at, m.updated_at, m.created_via, m.updated_via,
  m.approval_asked_at, m.sender_account_id, (select d.channel_account_id
    from message_delivery d where d.workspace_id = $1 and d.message_id = m.message_id) as sent_from_account_id,
  p.subject as parent_subject, coalesce(p.status = 'draft', false) as answers_draft,
    case when p.message_id is not null then json_build_object('direction', p.direction, 'from_handle', p.from_handle,
      'reply_handles', p.reply_handles, 'recipients', (select coalesce(json_agg(json_build_object('role', r.role, 'handle', r.handle)
      order by r.role desc, r.position), '[]')
      from message_recipient r where r.workspace_id = $1 and r.message_id = p.message_id)) end as answered,
    (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
      'address', r.address)
      order by r.role desc, r.position), '[]')
        from message_recipient r
        where r.workspace_id = $1 and r.message_id = m.message_id) as recipients
  from message m left join message p on p.workspace_id = $1 and p.message_id = m.reply_to_message_id
  where m.workspace_id = $1 and m.author_user_id = $2 and m.message_id = $3;

-- draft-remove
delete
  from message
  where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft';

-- draft-start
with started as (
    insert into conversation (workspace_id, conversation_id, channel, created_by_user_id)
      values ($1, $2, $3, $4)
      returning last_activity_at)
  insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at)
    select $1, $4, $2, $3, last_activity_at from started;

-- draft-tidy
with c as (
    select conversation_id
      from conversation
      where workspace_id = $1 and conversation_id = $2 and first_message_at is null
  ), drafts as (
    select m.message_id, m.subject, m.created_at
      from c
      join message m on m.workspace_id = $1 and m.conversation_id = c.conversation_id
  ), people as (
    select distinct r.kind, r.handle
      from drafts
      join message_recipient r on r.workspace_id = $1 and r.message_id = drafts.message_id
  ), titled as (
    update conversation set subject = (select subject from drafts order by created_at, message_id limit 1) from c
    where conversation.workspace_id = $1 and conversation.conversation_id = c.conversation_id
  ), gone as (
    delete from conversation_participant p using c where p.workspace_id = $1 and p.conversation_id = c.conversation_id
      and not exists (select 1 from people where people.kind = p.kind and people.handle = p.handle))
  insert into conversation_participant (workspace_id, conversation_id, kind, handle)
    select $1, c.conversation_id, people.kind, people.handle from c, people on conflict do nothing;

-- draft-unanswer
update message
  set reply_to_message_id = null, version = version + 1
  where workspace_id = $1 and conversation_id = $2 and reply_to_message_id = $3;

-- draft-update
with changed as (
    update message set conversation_id = $4, channel = $5, subject = $6, body = $7, reply_to_message_id = $8,
      updated_via = $9, updated_at = date_trunc('milliseconds', now()), version = version + 1, sender_account_id = $10
    where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft' returning message_id)
  delete from message_recipient r using changed where r.workspace_id = $1 and r.message_id = changed.message_id;

-- drop-import_error
with gone as (delete from import_error where (workspace_id, import_id, row_no) in
    (select workspace_id, import_id, row_no from import_error where workspace_id = $1 and import_id = $2 limit 5000)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- drop-import_part
with gone as (delete from import_part where (workspace_id, import_id, part_no) in
    (select workspace_id, import_id, part_no from import_part where workspace_id = $1 and import_id = $2 limit 8)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- drop-import_rows
with gone as (delete from import_rows where (workspace_id, import_id, first_row) in
    (select workspace_id, import_id, first_row from import_rows where workspace_id = $1 and import_id = $2 limit 500)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- duplicates-near
select (k.n - 1)::int as span, f.v, f.record_id
  from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality k(a, f, t, n)
  cross join lateral (select i.v, i.record_id from index_text i
    where i.workspace_id = $1 and i.attribute_id = k.a and i.v >= k.f and i.v <= k.t
    order by i.v, i.record_id limit $5) f
  limit $6;

-- duplicates-stretch
with grouped as materialized (select read.v, count(*)::int as n
    from (select i.v from index_text i
      where i.workspace_id = $1 and i.attribute_id = $2 and i.v >= $3
      order by i.v, i.record_id limit $4) read group by read.v)
  select v, n, null::int as values from grouped where $5 or n > 1 or v ~ $6
  union all select max(v), coalesce(sum(n), 0)::int, count(*)::int from grouped
  order by 3 nulls first, 1;

-- erasures-due-anywhere
select workspace_id, erasure_id, lease_until from person_erasure
  where state in ('queued', 'running') and lease_until <= now() order by lease_until limit 100;

-- event-add
with at as (select coalesce($9::timestamptz, date_trunc('milliseconds', clock_timestamp())) as t),
  written as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at, actor_type,
  actor_id, actor_name, via, depth, data)
    select $1, $2, $3, $4, $5, $6, at.t, $7, $8, $10, $11, $12, $13 from at)
  insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id) select $1, at.t, $3, $2, $4 from at;

-- event-changed
with recursive page as (
    select r.*, 0::bigint as held, 1 as place from (select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event e
  where e.workspace_id = $1 and e.subject_id = $2 and e.rev < $3 order by e.rev desc, e.event_id desc limit 1) r
    union all select r.*, p.held + p.bytes, p.place + 1 from page p cross join lateral (select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event e
  where e.workspace_id = $1 and e.subject_id = $2 and (e.rev, e.event_id) < (p.rev, p.event_id) order by e.rev desc, e.event_id desc limit 1) r
      where p.held < 2097152 and p.place < $4::int),
  found as (select *, count(*) over ()::int as found from page)
  select rev, occurred_at, actor_type, actor_id, actor_name,
    (select coalesce(json_agg(coalesce(c->>1, c->>'slug')), '[]') from json_array_elements(data->'changes') c) as slugs
  from found where held < 2097152 order by rev desc, event_id desc;

-- event-expire
with head as (select first_kept from event_head where workspace_id = $1 for update),
  old as (select f.position, f.subject_id, f.occurred_at
    from event_feed f, head
    where f.workspace_id = $1 and f.position >= head.first_kept and f.position < head.first_kept + $3),
  edge as (select coalesce(min(position) filter (where occurred_at >= $2),
  max(position) + 1) as position from old),
  gone as (delete
    from event_feed f
    using edge, head
    where f.workspace_id = $1 and f.position >= head.first_kept and f.position < edge.position
    returning f.subject_id, f.rev, f.event_id),
  moved as (update event_head h
    set first_kept = edge.position
    from edge
    where h.workspace_id = $1 and edge.position is not null),
  lost as (delete
    from event e
    using gone s
    where e.workspace_id = $1 and e.subject_id = s.subject_id and (e.rev < s.rev or e.event_id = s.event_id)
    and not exists (select 1 from record r where r.workspace_id = $1 and r.record_id = s.subject_id))
  select count(*)::int as n from gone;

-- event-find
select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data from event e where e.workspace_id = $1 and e.subject_id = $2 and e.event_id = $3;

-- event-followers
select 'webhook' as kind, c.webhook_id as id, c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id) and (exists (select 1 from event_pending p where p.workspace_id = $1)
  or c.position < (select h.position from event_head h where h.workspace_id = $1)) as due
    from webhook c
    where c.workspace_id = $1 and c.status = 'active' union all select 'automation' as kind, c.automation_id as id, c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id) and (exists (select 1 from event_pending p where p.workspace_id = $1)
  or c.position < (select h.position from event_head h where h.workspace_id = $1)) as due
    from automation c
    where c.workspace_id = $1 and c.status = 'active';

-- event-head
select coalesce(h.position, 0) as position, coalesce(h.first_kept, 1) as first_kept,
  exists (select 1 from event_pending where workspace_id = $1) as pending
  from (select 1) one left join event_head h on h.workspace_id = $1;

-- event-head-hold
select position from event_head where workspace_id = $1 for update;

-- event-head-make
insert into event_head (workspace_id) values ($1) on conflict do nothing;

-- event-old-workspaces
select h.workspace_id
  from event_head h
  join event_feed f on f.workspace_id = h.workspace_id and f.position = h.first_kept
  where f.occurred_at < $1
  limit 1000;

-- event-pending-workspaces
with recursive w as (
    (select workspace_id from event_pending where workspace_id > $2 order by workspace_id limit 1)
    union all
    select (select p.workspace_id
      from event_pending p
      where p.workspace_id > w.workspace_id
      order by p.workspace_id limit 1) from w where w.workspace_id is not null)
  select workspace_id from w where workspace_id is not null limit $1;

-- event-positions
select workspace_id, position from event_head where workspace_id = any($1::uuid[]);

-- event-read
with recursive page as (
    select r.*, 0::bigint as held, 1 as place from (select f.position, e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event_feed f
  join event e on e.workspace_id = $1 and e.subject_id = f.subject_id and e.rev = f.rev and e.event_id = f.event_id
  where f.workspace_id = $1 and f.position > $3::bigint and f.position <= $4
    and ($5::text[] is null or e.kind = any($5)) and ($6::uuid is null or e.object_id = $6) and case when e.kind like 'message.%' and not $7::boolean then exists (
      select 1 from conversation_inbox i
        where i.workspace_id = $1 and i.user_id = $2::uuid and i.conversation_id = (e.data->>'conversation_id')::uuid)
      and not (exists (select 1 from conversation_block
    where workspace_id = $1 and user_id = $2 and conversation_id = (e.data->>'conversation_id')::uuid)
    or exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = (e.data->>'conversation_id')::uuid and not p.is_self) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = (e.data->>'conversation_id')::uuid and not p.is_self and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))) else true end
  order by f.position limit 1) r
    union all select r.*, p.held + p.bytes, p.place + 1 from page p cross join lateral (select f.position, e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event_feed f
  join event e on e.workspace_id = $1 and e.subject_id = f.subject_id and e.rev = f.rev and e.event_id = f.event_id
  where f.workspace_id = $1 and f.position > p.position and f.position <= $4
    and ($5::text[] is null or e.kind = any($5)) and ($6::uuid is null or e.object_id = $6) and case when e.kind like 'message.%' and not $7::boolean then exists (
      select 1 from conversation_inbox i
        where i.workspace_id = $1 and i.user_id = $2::uuid and i.conversation_id = (e.data->>'conversation_id')::uuid)
      and not (exists (select 1 from conversation_block
    where workspace_id = $1 and user_id = $2 and conversation_id = (e.data->>'conversation_id')::uuid)
    or exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = (e.data->>'conversation_id')::uuid and not p.is_self) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = (e.data->>'conversation_id')::uuid and not p.is_self and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))) else true end
  order by f.position limit 1) r
      where p.held < 2097152 and p.place < $8::int),
  found as (select *, count(*) over ()::int as found from page)
  select coalesce(h.first_kept, 1) as first_kept, p.* from (select 1) one left join event_head h on h.workspace_id = $1
    left join found p on p.held < 2097152 order by p.position;

-- event-sequence
with batch as (select queued_at, rev, event_id, subject_id
  from event_pending
  where workspace_id = $1
  order by queued_at, rev, event_id limit $3),
  cut as (select max(queued_at) as at from batch having count(*) = $3),
  older as (select p.queued_at, p.rev, p.event_id
    from cut, event_pending p
    where p.workspace_id = $1 and p.queued_at >= cut.at
    and exists (select 1 from batch b where b.subject_id = p.subject_id and b.rev > p.rev)),
  due as (select queued_at, rev, event_id from batch union select * from older),
  moved as (delete from event_pending p
    using due
    where p.workspace_id = $1 and p.queued_at = due.queued_at and p.rev = due.rev and p.event_id = due.event_id
    returning p.*),
  ranked as (select *, max(queued_at) over (partition by subject_id order by rev, queued_at) as turn from moved),
  placed as (insert into event_feed (workspace_id, position, subject_id, rev, event_id, occurred_at)
    select workspace_id, $2::bigint + row_number() over (order by turn, rev, queued_at, event_id), subject_id, rev,
      event_id, occurred_at from ranked returning 1)
  update event_head set position = $2::bigint + (select count(*) from placed)
    where workspace_id = $1
    returning position;

-- event-timeline
with recursive page as (
    select r.*, 0::bigint as held, 1 as place from (select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event e
  where e.workspace_id = $1 and e.subject_id = $2 and e.rev < $3 order by e.rev desc, e.event_id desc limit 1) r
    union all select r.*, p.held + p.bytes, p.place + 1 from page p cross join lateral (select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event e
  where e.workspace_id = $1 and e.subject_id = $2 and (e.rev, e.event_id) < (p.rev, p.event_id) order by e.rev desc, e.event_id desc limit 1) r
      where p.held < 2097152 and p.place < $4::int),
  found as (select *, count(*) over ()::int as found from page)
  select * from found where held < 2097152 order by rev desc, event_id desc;

-- event-via
select rev, via || jsonb_build_object('actor_name', coalesce(actor_name, 'system')) as via from event
  where workspace_id = $1 and subject_id = $2 and rev = any($3::int[]);

-- event-written
with asked as (select * from unnest($2::uuid[]) with ordinality x(id, place) where place > $3),
  queued as (select a.place, p.subject_id, p.rev, p.event_id from event_pending p join asked a on a.id = p.event_id
    where p.workspace_id = $1 and p.queued_at >= now() - interval '10 seconds'),
  sized as (select q.*, sum(case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end) over (order by q.place rows unbounded preceding) - case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end as before
    from queued q join event e
      on e.workspace_id = $1 and e.subject_id = q.subject_id and e.rev = q.rev and e.event_id = q.event_id)
  select s.place::int, e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, (select count(*)::int from sized) as found from sized s join event e
    on e.workspace_id = $1 and e.subject_id = s.subject_id and e.rev = s.rev and e.event_id = s.event_id
    where s.before < 2097152 order by s.place;

-- export-add
with held as (
    update export set chunks = $4::int + 1, bytes = bytes + $6::bigint, stored_bytes = stored_bytes + length($5::bytea),
      records = $7, progress = $8, lease_until = now() + interval '60 seconds'
    where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3
    returning stored_bytes),
  added as (insert into export_chunk (workspace_id, export_id, chunk_no, body)
    select $1, $2, $4::int, $5::bytea from held)
  select stored_bytes from held;

-- export-begin
update export set as_of = $4, feed_position = $5
  where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3 returning 1;

-- export-chunk
select body from export_chunk where workspace_id = $1 and export_id = $2 and chunk_no = $3;

-- export-claim
update export e set state = 'running', attempt = e.attempt + 1, lease_until = now() + interval '60 seconds',
    as_of = null, feed_position = null, progress = 0, records = 0, bytes = 0, stored_bytes = 0, chunks = 0
  where e.workspace_id = $1 and e.export_id = $2 and e.state in ('queued', 'running') and e.lease_until <= now()
    and not exists (select 1 from export o
      where o.workspace_id = $1 and o.export_id <> $2 and o.state = 'running' and o.lease_until > now())
  returning e.*;

-- export-drop-chunks
with gone as (delete from export_chunk
    where workspace_id = $1 and export_id = $2 and chunk_no in (select chunk_no from export_chunk
      where workspace_id = $1 and export_id = $2 limit 50)
    returning 1)
  select count(*)::int as n from gone;

-- export-due-anywhere
select workspace_id, export_id, lease_until from export
  where state in ('queued', 'running') and lease_until <= now() order by lease_until limit 100;

-- export-end
update export set state = $4, failure = $5, records = $6, progress = case when $4 = 'completed' then 1 else progress end,
    finished_at = date_trunc('milliseconds', now()), expires_at = now() + interval '24 hours'
  where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3 returning 1;

-- export-find
select e.* from export e where e.workspace_id = $1 and e.export_id = $2;

-- export-old-anywhere
select workspace_id, export_id from export
  where expires_at <= now() and state not in ('queued', 'running')
    or state in ('failed', 'cancelled') and stored_bytes > 0 limit 100;

-- export-page
select record_id from record
  where workspace_id = $1 and object_id = $2 and record_id > $3 and trashed_at is null and deleted_at is null
  order by record_id limit $4;

-- found-values
select r.record_id, r.object_id, r.vals, r.bytes
      from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, (coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end))::int as bytes
        from unnest($2::uuid[]) with ordinality k(id, n)
        join record r on r.workspace_id = $1 and r.record_id = k.id
        where r.deleted_at is null) r
      where r.held < 2097152
      order by r.held;

-- idempotency-find
select fingerprint, size.bytes,
    case when $4::int is null or size.bytes <= $4::int then answer end as answer
  from idempotency
  cross join lateral (select octet_length(answer::text) as bytes) size
  where workspace_id = $1 and credential = $2 and key = $3;

-- idempotency-forget
delete
  from idempotency
  where workspace_id = $1 and credential = $2 and key = $3 and created_at < now() - interval '24 hours';

-- idempotency-forget-old
delete from idempotency i
  using (select workspace_id, credential, key
    from idempotency
    where created_at < now() - interval '24 hours'
    order by created_at limit 1000) old
  where i.workspace_id = old.workspace_id and i.credential = old.credential and i.key = old.key returning 1;

-- idempotency-keep
update idempotency set answer = $4, large_bytes = $5
  where workspace_id = $1 and credential = $2 and key = $3;

-- idempotency-large
select coalesce(sum(large_bytes), 0)::float8 as bytes,
    coalesce(extract(epoch from min(created_at) + interval '24 hours' - now()), 0)::float8 as seconds
  from idempotency
  where workspace_id = $1 and large_bytes is not null and created_at > now() - interval '24 hours';

-- idempotency-release
delete from idempotency where workspace_id = $1 and credential = $2 and key = $3;

-- idempotency-take
insert into idempotency (workspace_id, credential, key, fingerprint)
  values ($1, $2, $3, $4)
  on conflict
  do nothing returning 1;

-- identity-workspaces
select workspace_id from membership where user_id = $1 order by workspace_id;

-- import-add-errors
insert into import_error (workspace_id, import_id, row_no, reason)
  select $1, $2, x.row_no, x.reason from unnest($3::int[], $4::text[]) x(row_no, reason);

-- import-add-part
insert into import_part (workspace_id, import_id, part_no, bytes) values ($1, $2, $3, $4)
  on conflict (workspace_id, import_id, part_no) do nothing returning part_no;

-- import-add-rows
insert into import_rows (workspace_id, import_id, first_row, cells, numbers)
  select $1, $2, x.first_row, x.cells, x.numbers::int[]
  from unnest($3::int[], $4::text[], $5::text[]) x(first_row, cells, numbers);

-- import-claim
update import_job set claim = $3, attempts = attempts + 1, updated_at = now()
  where workspace_id = $1 and import_id = $2 and state = any($4::text[]) returning 1;

-- import-errors
select e.row_no, e.reason, coalesce(p.numbers[e.row_no - p.first_row + 1], e.row_no) as row
  from import_error e
    left join lateral (select r.first_row, r.numbers from import_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.first_row <= e.row_no
      order by r.first_row desc limit 1) p on true
  where e.workspace_id = $1 and e.import_id = $2 and e.row_no > $3 order by e.row_no limit $4;

-- import-is-left
select (j.state = 'uploading' and j.updated_at < now() - interval '1 hour') as is_left from import_job j where j.workspace_id = $1 and j.import_id = $2;

-- import-is-part
select bytes = $4 as is_same from import_part
  where workspace_id = $1 and import_id = $2 and part_no = $3;

-- import-part
select substring(bytes from $4::int + 1 for $5::int) as bytes
  from import_part where workspace_id = $1 and import_id = $2 and part_no = $3;

-- import-part-numbers
select part_no from import_part where workspace_id = $1 and import_id = $2 order by part_no;

-- import-piece
select first_row, cells from import_rows
  where workspace_id = $1 and import_id = $2 and first_row <= $3 order by first_row desc limit 1;

-- imports-held
select j.actor_type = $3 and j.actor_id is not distinct from $4::uuid as is_own,
    count(*) filter (where j.state <> all($2::text[]) and not (j.state = 'uploading' and j.updated_at < now() - interval '1 hour'))::int as open,
    sum(case when (j.state = 'uploading' and j.updated_at < now() - interval '1 hour') then (select coalesce(sum(octet_length(p.bytes)), 0) from import_part p
      where p.workspace_id = $1 and p.import_id = j.import_id) else greatest(j.bytes, j.rows_characters) end)::float8 as bytes
  from import_job j where j.workspace_id = $1 and j.kept_until is not null and j.import_id <> $5 group by 1;

-- imports-idle
select workspace_id, import_id from import_job
  where state in ('reading', 'checking', 'running') and (claim is null or updated_at < now() - interval '1 minute')
  order by updated_at limit 1000;

-- imports-list
select import_id, object_id, state, file_name, format, bytes, rows_read, rows_done, created, updated, failed, failure, actor_type, actor_id, created_at, updated_at, finished_at, kept_until from import_job
  where workspace_id = $1 and ($2::text is null or (actor_type = $2 and actor_id is not distinct from $3::uuid))
  order by import_id desc limit $4;

-- imports-old
select workspace_id, import_id, state from import_job
  where kept_until < now() order by kept_until limit 1000;

-- imports-old-here
select workspace_id, import_id, state from import_job
  where workspace_id = $1 and kept_until < now() order by kept_until limit 1000;

-- inbox-follow
with account as (
    select owner_user_id from channel_account where workspace_id = $1 and channel_account_id = $5
  ), users as (
    select owner_user_id as user_id from account where owner_user_id is not null
    union select user_id from channel_account_member where workspace_id = $1 and channel_account_id = $5
  ), present as (
    select user_id from conversation_inbox where workspace_id = $1 and conversation_id = $2
  ), moved as (
    update conversation
      set first_message_at = coalesce(first_message_at, $3), last_activity_at = greatest(last_activity_at, $3),
      last_inbound_at = case when $4 then greatest(last_inbound_at, $3) else last_inbound_at end,
      channel_account_id = case
        when channel_account_id is null and not exists (table present except table users)
          and (first_message_at is null or exists (select 1 from account where owner_user_id is not null)) then $5
        else channel_account_id end
    where workspace_id = $1 and conversation_id = $2
    returning channel, channel_account_id, last_activity_at, last_inbound_at
  ), entered as (
    insert into conversation_inbox (workspace_id, user_id, conversation_id, channel, last_activity_at, last_inbound_at)
    select $1, users.user_id, $2, moved.channel, moved.last_activity_at, moved.last_inbound_at
      from moved, users
      where moved.channel_account_id = $5
      on conflict do nothing)
  update conversation_inbox i
    set last_activity_at = moved.last_activity_at, last_inbound_at = moved.last_inbound_at from moved
    where i.workspace_id = $1 and i.conversation_id = $2;

-- inbox-mark
update conversation_inbox set archived_at = case when ($4::boolean and not ($7::boolean and coalesce(last_inbound_at > last_read_at, false))) then coalesce(archived_at, date_trunc('milliseconds', now())) when not ($4::boolean and not ($7::boolean and coalesce(last_inbound_at > last_read_at, false))) then null else archived_at end, starred_at = case when $6::boolean then coalesce(starred_at, date_trunc('milliseconds', now())) when not $6::boolean then null else starred_at end,
    last_read_at = case when $5::boolean then date_trunc('milliseconds', now()) when not $5::boolean then null else last_read_at end
  where workspace_id = $1 and user_id = $2 and conversation_id = $3 and not (exists (select 1 from conversation_block
    where workspace_id = $1 and user_id = $2 and conversation_id = $3)
    or exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = $3 and not p.is_self) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = $3 and not p.is_self and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle)))
  returning archived_at is not null as is_archived;

-- inbox-stamp
select md5(concat(
  (select string_agg(concat_ws(' ', i.conversation_id, i.last_activity_at, i.last_read_at, i.archived_at,
      i.starred_at), ',' order by i.last_activity_at desc, i.conversation_id)
    from (select * from conversation_inbox where workspace_id = $1 and user_id = $2
      order by last_activity_at desc limit 50) i),
  (select string_agg(concat_ws(' ', m.message_id, m.status, m.version, m.updated_at, m.delivered_at, m.read_at),
      ',' order by m.sort_at desc, m.message_id)
    from (select n.* from message n
      join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = n.conversation_id
      where n.workspace_id = $1 and n.conversation_id = $3 and (n.status <> 'draft' or n.author_user_id = $2) order by n.sort_at desc limit 50) m),
  (select string_agg(concat_ws(' ', d.message_id, d.version), ',' order by d.message_id)
    from (select message_id, version from message
      where workspace_id = $1 and author_user_id = $2 and status = 'draft'
      order by (approval_asked_at is null), updated_at desc, message_id desc limit 50) d))) as stamp;

-- indexed-page-key-number-range-desc-first-none-values
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    hidden as materialized (select h.record_id
      from record h
      where h.workspace_id = $1 and h.object_id = $3::uuid and (h.trashed_at is not null or h.deleted_at is not null)
        and h.merged_into is null
      limit 1001),
    go as materialized (select (select count(*) from hidden) > 1000 as is_many,
      coalesce((select may & 1 = 1 from access), false) as may_read),
    k as materialized (select row_number() over () as at, w.*
      from (select i.record_id, i.v from index_number i
      where i.workspace_id = $1 and i.attribute_id = $4::uuid and i.v >= $5::float8 and i.v <= $6::float8 and i.record_id not in (select h.record_id from hidden h) and (select may_read and not is_many from go) order by i.v desc, i.record_id desc limit $7::int + 1 offset $8::int) w),
    c as materialized (select null::int as total, (select count(*)::int from k) as found),
    n as materialized (select c.*, not go.is_many and true as is_whole from c cross join go),
    p as materialized (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.at rows between unbounded preceding and 1 preceding), 0) as held
      from (select k.at, k.v, r.* from k join record r on r.workspace_id = $1 and r.record_id = k.record_id
        where k.at <= $7::int and (select is_whole from n)) r)
    select access.*, n.is_whole, n.total, n.found, r.v, r.record_id, r.object_id, r.label, r.rev, to_json(r.refs) as refs, r.vals as vals, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels
    from access cross join n
    left join p r on r.held < 2097152
    order by r.at;

-- layout
select to_regprocedure('crm_on_shard(uuid, text, text, text[], boolean)') is not null as is_so;

-- merge-drop
delete from record where workspace_id = $1 and merged_into = $2;

-- merge-drop-record_handle
delete from record_handle x using record r where x.workspace_id = $1 and r.workspace_id = $1
  and r.merged_into = $2 and x.record_id = r.record_id;

-- merge-drop-value_history
delete from value_history x using record r where x.workspace_id = $1 and r.workspace_id = $1
  and r.merged_into = $2 and x.record_id = r.record_id;

-- merge-hide
update record set merged_into = $3,
    deleted_at = coalesce(deleted_at, (select date_trunc('milliseconds', now())))
  where workspace_id = $1 and (record_id = any($2::uuid[]) or merged_into = any($2::uuid[]));

-- merge-hide-search
delete from record_search where workspace_id = $1 and record_id = any($2::uuid[]);

-- merge-hold
select record_id from record
  where workspace_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by record_id for key share;

-- merge-keys-o+h
with shown as (select record_id from record where workspace_id = $1 and record_id = $2::uuid
        and object_id = $3::uuid),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $2::uuid, x.a, $3::uuid from shown, unnest($4::text[], $5::text[], $6::uuid[]) x(k, h, a) on conflict do nothing)
  select record_id from shown;

-- merge-keys-o+h+t+rws
with shown as (select record_id from record where workspace_id = $1 and record_id = $2::uuid
        and object_id = $3::uuid),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $2::uuid, x.a, $3::uuid from shown, unnest($4::text[], $5::text[], $6::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($7::uuid[], $8::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($9::uuid[], $10::uuid[]) x(a, v) on conflict do nothing),
  new_references as (insert into record_reference
          select $1, x.t, $2::uuid, x.n
          from shown, unnest($11::uuid[], $12::int[]) x(t, n) on conflict do nothing),
  search as (insert into record_search
            select $1, $2::uuid, array_to_tsvector($13::text[]) from shown)
  select record_id from shown;

-- merge-keys-o+h+ts
with shown as (select record_id from record where workspace_id = $1 and record_id = $2::uuid
        and object_id = $3::uuid),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $2::uuid, x.a, $3::uuid from shown, unnest($4::text[], $5::text[], $6::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($7::uuid[], $8::text[]) x(a, v) on conflict do nothing),
  search as (insert into record_search
            select $1, $2::uuid, array_to_tsvector($9::text[]) from shown)
  select record_id from shown;

-- merge-keys-o+t+rws
with shown as (select record_id from record where workspace_id = $1 and record_id = $2::uuid
        and object_id = $3::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($4::uuid[], $5::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($6::uuid[], $7::uuid[]) x(a, v) on conflict do nothing),
  new_references as (insert into record_reference
          select $1, x.t, $2::uuid, x.n
          from shown, unnest($8::uuid[], $9::int[]) x(t, n) on conflict do nothing),
  search as (insert into record_search
            select $1, $2::uuid, array_to_tsvector($10::text[]) from shown)
  select record_id from shown;

-- merge-keys-o+ts
with shown as (select record_id from record where workspace_id = $1 and record_id = $2::uuid
        and object_id = $3::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($4::uuid[], $5::text[]) x(a, v) on conflict do nothing),
  search as (insert into record_search
            select $1, $2::uuid, array_to_tsvector($6::text[]) from shown)
  select record_id from shown;

-- merge-keys-o+u
with shown as (select record_id from record where workspace_id = $1 and record_id = $2::uuid
        and object_id = $3::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $2::uuid
          from shown, unnest($4::uuid[], $5::text[]) x(a, v))
  select record_id from shown;

-- merge-linked-back
select record_id from record_reference
  where workspace_id = $1 and target_id = $2 and record_id = any($3::uuid[]) and attr_no = $4;

-- merge-merged
select record_id, merged_into, object_id from record
  where workspace_id = $1 and merged_into = any($2::uuid[]) order by deleted_at desc, record_id limit $3;

-- merge-move-back
update record set merged_into = $2
  where workspace_id = $1 and record_id = any($4::uuid[]) and merged_into = $3;

-- merge-referrers
select f.record_id, count(*)::int as n
  from unnest($2::uuid[]) t(id)
  cross join lateral (select r.record_id from record_reference r
    where r.workspace_id = $1 and r.target_id = t.id limit $3) f
  where f.record_id <> all($4::uuid[]) group by f.record_id;

-- merge-rows
select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
  r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, r.refs, r.vals, r.meta, '[]'::json as labels, r.deleted_at as merged_at
    from record r
    where r.workspace_id = $1 and r.record_id = any($2::uuid[]) and r.merged_into = $3 order by r.record_id;

-- merge-show
update record set deleted_at = null, merged_into = null
  where workspace_id = $1 and record_id = $2 and merged_into = $3;

-- merge-survivors
select record_id, merged_into from record
  where workspace_id = $1 and record_id = any($2::uuid[]) and merged_into is not null;

-- messages-of-record
with related as materialized (
      select distinct f.record_id
        from record_reference f
        join record r on r.workspace_id = $1 and r.record_id = f.record_id
        where f.workspace_id = $1 and f.target_id = $3 and r.trashed_at is null and r.deleted_at is null
          and not exists (select 1 from record_handle h where h.workspace_id = $1 and h.record_id = $3)
        order by f.record_id limit $4),
    whose as materialized (select $3::uuid as record_id union select record_id from related),
    theirs as materialized (
      select distinct p.conversation_id from whose
        join record_handle h on h.workspace_id = $1 and h.record_id = whose.record_id
        join conversation_participant p on p.workspace_id = $1 and p.kind = h.kind and p.handle = h.handle
        where not exists (select 1
  from purge g
  where g.workspace_id = $1 and g.kind = 'attribute' and g.attribute_id = h.attribute_id)),
    hidden as materialized (
    select k.conversation_id from (
      select distinct p.conversation_id from user_block b
        join conversation_participant p on p.workspace_id = $1 and p.kind = b.kind and p.handle = b.handle
          and not p.is_self
        where b.workspace_id = $1 and b.user_id = $2 offset 0) k
      where exists (select 1 from theirs where theirs.conversation_id = k.conversation_id) and not exists (select 1 from conversation_participant p where p.workspace_id = $1 and p.conversation_id = k.conversation_id and not p.is_self and not exists (
    select 1 from user_block b
      where b.workspace_id = $1 and b.user_id = $2 and b.kind = p.kind and b.handle = p.handle))
    union all
    select k.conversation_id from conversation_block k where k.workspace_id = $1 and k.user_id = $2),
    mine as materialized (
      select i.conversation_id from theirs
        join conversation_inbox i on i.workspace_id = $1 and i.user_id = $2 and i.conversation_id = theirs.conversation_id
        where i.conversation_id not in (select conversation_id from hidden)
        order by i.last_activity_at desc, i.conversation_id desc limit $5),
    newest as materialized (
      select n.* from mine cross join lateral (
        select * from message n
          where n.workspace_id = $1 and n.conversation_id = mine.conversation_id and n.status <> 'draft'
            and (n.sort_at, n.message_id) < ($7::timestamptz, $8::uuid)
          order by n.sort_at desc, n.message_id desc limit $6) n
        order by n.sort_at desc, n.message_id desc limit $6)
    select m.conversation_id, m.sort_at::text as sort_at, m.sort_at as occurred_at, m.message_id, m.channel, m.direction, m.status, m.author_user_id, u.name as author_name,
    m.version, m.from_handle, m.reply_handles, m.subject,
      left(m.body, m.room) as body, char_length(m.body) > m.room as is_body_cut, exists (select 1 from message_recipient x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most)
        or exists (select 1 from message_attachment x where x.workspace_id = $1 and x.message_id = m.message_id offset m.most) as are_lists_cut, m.reply_to_message_id,
      m.failure_code, m.failure_detail, m.created_at, m.updated_at, m.created_via, m.updated_via, m.approval_asked_at,
      m.queued_at, m.sent_at, m.delivered_at, m.read_at,
      (select coalesce(json_agg(json_build_object('role', r.role, 'kind', r.kind, 'handle', r.handle,
        'address', r.address)
        order by r.role desc, r.position), '[]')
          from (select * from message_recipient r where r.workspace_id = $1 and r.message_id = m.message_id
        order by r.role desc, r.position limit m.most) r) as recipients,
      (select coalesce(json_agg(json_build_object('filename', a.filename, 'content_type', a.content_type,
        'size', a.size)
        order by a.attachment_id), '[]')
          from (select * from message_attachment a where a.workspace_id = $1 and a.message_id = m.message_id
        order by a.attachment_id limit m.most) a) as attachments
    from (select *, $9::int as room, $10::int as most from newest) m
      left join app_user u on u.user_id = m.author_user_id
    order by m.sort_at desc, m.message_id desc;

-- object-count
insert into object_count as oc (workspace_id, object_id, slot, n) values ($1, $2, $3, $4)
  on conflict (workspace_id, object_id, slot) do update set n = oc.n + $4;

-- outbound-account
select a.channel_account_id, a.address, a.external_account_id,
      coalesce(a.channel_account_id <> c.channel_account_id, false) as is_other,
      (select b.address from channel_account b
        where b.workspace_id = $1 and b.channel = $3 and b.status = 'reauth_required' and a.status = 'active'
          and a.channel_account_id is distinct from c.channel_account_id
          and (b.owner_user_id = $2
    or b.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = b.channel_account_id and m.user_id = $2))
          and (b.owner_user_id is null, b.created_at, b.channel_account_id)
            < (a.owner_user_id is null, a.created_at, a.channel_account_id)
        order by b.owner_user_id is null, b.created_at, b.channel_account_id limit 1) as instead_of
    from channel_account a
    left join conversation c on c.workspace_id = $1 and c.conversation_id = $4
  where a.workspace_id = $1 and a.channel = $3 and a.status <> 'disconnected'
    and (a.owner_user_id = $2
    or a.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = $2))
  order by coalesce(a.channel_account_id = c.channel_account_id, false) desc, a.status = 'active' desc,
    a.owner_user_id is null,
    a.created_at, a.channel_account_id limit 1;

-- outbound-account-lock
select a.channel_account_id, a.address, a.external_account_id,
      coalesce(a.channel_account_id <> c.channel_account_id, false) as is_other,
      (select b.address from channel_account b
        where b.workspace_id = $1 and b.channel = $3 and b.status = 'reauth_required' and a.status = 'active'
          and a.channel_account_id is distinct from c.channel_account_id
          and (b.owner_user_id = $2
    or b.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = b.channel_account_id and m.user_id = $2))
          and (b.owner_user_id is null, b.created_at, b.channel_account_id)
            < (a.owner_user_id is null, a.created_at, a.channel_account_id)
        order by b.owner_user_id is null, b.created_at, b.channel_account_id limit 1) as instead_of
    from channel_account a
    left join conversation c on c.workspace_id = $1 and c.conversation_id = $4
  where a.workspace_id = $1 and a.channel = $3 and a.status <> 'disconnected'
    and (a.owner_user_id = $2
    or a.owner_user_id is null and exists (select 1
      from channel_account_member m
      where m.workspace_id = $1 and m.channel_account_id = a.channel_account_id and m.user_id = $2))
  order by coalesce(a.channel_account_id = c.channel_account_id, false) desc, a.status = 'active' desc,
    a.owner_user_id is null,
    a.created_at, a.channel_account_id limit 1 for key share of a;

-- outbound-approval
select w.drafts_need_approval as workspace,
    case when $3::text is not null then coalesce(c.approval, 'as_workspace') end as connection
  from workspace w
  left join connection c on c.workspace_id = $1 and c.user_id = $2 and c.client_id = $3
  where w.workspace_id = $1;

-- outbound-join
with stray as (
    delete from conversation_participant p using conversation c
    where p.workspace_id = $1 and p.conversation_id = $2 and c.workspace_id = $1 and c.conversation_id = $2
      and c.first_message_at is null
      and not exists (select 1 from message_recipient r
        where r.workspace_id = $1 and r.message_id = $3 and r.kind = p.kind and r.handle = p.handle))
  insert into conversation_participant (workspace_id, conversation_id, kind, handle, is_self)
    select $1::uuid, $2::uuid, 'email', $4::text, true where $4 is not null
    union all
    select distinct $1::uuid, $2::uuid, kind, handle, false
      from message_recipient
      where workspace_id = $1 and message_id = $3
  on conflict do nothing
  returning (select first_message_at is not null
    from conversation c
    where c.workspace_id = $1 and c.conversation_id = $2) as has_begun;

-- outbound-line
select pg_advisory_xact_lock(hashtextextended($1, 0));

-- outbound-queue
with at as (select clock_timestamp() as t), queued as (
    update message set status = 'pending', subject = $4, from_handle = $5,
      queued_at = date_trunc('milliseconds', now()),
      updated_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and author_user_id = $2 and message_id = $3 and status = 'draft'
      and xmin::text = $9
    returning message_id, channel, queued_at
  ), delivery as (
    insert into message_delivery (workspace_id, message_id, channel, channel_account_id, state,
      sent_by_user_id, sent_via, recipient, created_at, is_behind)
    select $1, message_id, channel, $6, 'queued', $2, $7, $8, at.t, exists (select 1 from message_delivery d
        where d.workspace_id = $1 and d.lane = coalesce($6::uuid, $1) and d.recipient = $8
          and d.finished_at is null)
      from queued, at)
  select queued_at, pg_notify('message_delivery', '') from queued;

-- past-closed
select h.attr_no, h.active_from, h.active_until, h.created_by_type, h.created_by_id, h.via, h.value from value_history h
  where h.workspace_id = $1 and h.record_id = $2 and h.active_from <= $3 and h.active_until > $3
  order by h.attr_no, h.active_from, h.change_id, h.item;

-- past-closed-since
select h.attr_no, h.active_from, h.active_until, h.created_by_type, h.created_by_id, h.via, h.is_cut, case when not h.is_cut then h.value end as value from unnest($4::int[]) q(no)
  cross join lateral (select c.*, count(*) over () > 5000 as is_cut,
      row_number() over (order by c.change_id, c.item) as place
    from (select * from value_history v
      where v.workspace_id = $1 and v.record_id = $2 and v.attr_no = q.no and v.change_id >= $5 and v.active_until > $3
      order by v.change_id limit 5001) c) h
  where case when h.is_cut then h.place = 1 else h.active_from <= $3 end
  order by h.attr_no, h.active_from, h.change_id, h.item;

-- past-held-before
with recursive walk as (
    select e.rev, e.data, e.bytes as upto, 1 as place from (select e.rev, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event e
    where e.workspace_id = $1 and e.subject_id = $2 and e.rev > $3 order by e.rev limit 1) e
    union all
    select e.rev, e.data, w.upto + e.bytes, w.place + 1 from walk w cross join lateral (select e.rev, e.data, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end::bigint as bytes from event e
    where e.workspace_id = $1 and e.subject_id = $2 and e.rev > w.rev order by e.rev limit 1) e
      where w.upto < 524288 and w.place < 1000)
  select distinct on (k.name) k.name, k.before
  from (select w.rev, coalesce(c ->> 0, c ->> 'attribute_id') as name, coalesce(c -> 4, c -> 'before') as before
    from walk w cross join lateral json_array_elements(w.data -> 'changes') c) k
  where k.name = any($4::text[])
  order by k.name, k.rev;

-- past-moments
select q.id as record_id, s.rev,
    (select e.occurred_at from event e
        where e.workspace_id = $1 and e.subject_id = q.id and e.rev <= s.rev order by e.rev desc limit 1) as updated_at,
    coalesce((select e.kind = 'record.trashed' from event e
        where e.workspace_id = $1 and e.subject_id = q.id and e.rev <= s.rev and e.kind in ('record.trashed', 'record.restored') order by e.rev desc limit 1),
      false) as is_trashed
  from unnest($2::uuid[], $3::int[]) q(id, last)
  cross join lateral (
    with recursive half(low, high) as (
      select 0, q.last
      union all
      select case when h.at <= $4 then h.middle else h.low end,
          case when h.at <= $4 then h.high else h.rev - 1 end
        from (select b.low, b.high, b.middle, coalesce(e.occurred_at, '-infinity') as at, e.rev
          from (select low, high, (low + high + 1) / 2 as middle from half where low < high) b
          left join lateral (select e.occurred_at, e.rev from event e
        where e.workspace_id = $1 and e.subject_id = q.id and e.rev <= b.middle order by e.rev desc limit 1) e on true) h)
    select low as rev from half where low >= high) s;

-- provider-event-claim
with recursive ahead as (
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
    select d.provider_event_id, line.at, row_number() over (partition by line.account order by d.run_at) as turn
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
    (extract(epoch from now() - e.received_at) * 1000)::float8 as age_ms;

-- provider-event-fail
update provider_event
  set last_error = $3, run_at = now() + coalesce($4, 0) * interval '1 millisecond',
    processed_at = case when $4::int is null then now() end
  where provider_event_id = $1 and attempt = $2 and processed_at is null;

-- provider-event-finish
update provider_event
  set processed_at = now(), payload = case when $3 then payload else '{}' end, last_error = null
  where provider_event_id = $1 and attempt = $2 and processed_at is null;

-- provider-event-insert
insert into provider_event (provider_event_id, channel, dedup_key, account, payload)
  select provider_event_id, channel, dedup_key, account, payload
  from jsonb_to_recordset($1::jsonb) e(provider_event_id uuid, channel text, dedup_key text, account text,
    payload jsonb)
  on conflict on constraint provider_event_once do nothing returning 1;

-- provider-event-wait
update provider_event
  set last_error = $3, run_at = now() + $4 * interval '1 millisecond', attempt = attempt - 1
  where provider_event_id = $1 and attempt = $2 and processed_at is null;

-- purge-history
with gone as (delete from value_history where (workspace_id, record_id, attr_no, change_id, item) in (select workspace_id, record_id, attr_no, change_id, item from value_history
    where workspace_id = $1 and record_id = any($2::uuid[]) and ($3::int is null or attr_no = $3) limit 2000)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- purge-index_number
with gone as (delete from index_number where (workspace_id, attribute_id, v, record_id) in
    (select workspace_id, attribute_id, v, record_id from index_number where workspace_id = $1 and attribute_id = $2 limit 2000)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- purge-index_ref
with gone as (delete from index_ref where (workspace_id, attribute_id, v, record_id) in
    (select workspace_id, attribute_id, v, record_id from index_ref where workspace_id = $1 and attribute_id = $2 limit 2000)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- purge-index_text
with gone as (delete from index_text where (workspace_id, attribute_id, v, record_id) in
    (select workspace_id, attribute_id, v, record_id from index_text where workspace_id = $1 and attribute_id = $2 limit 2000)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- purge-record_unique
with gone as (delete from record_unique where (workspace_id, attribute_id, v, record_id) in
    (select workspace_id, attribute_id, v, record_id from record_unique where workspace_id = $1 and attribute_id = $2 limit 2000)
      and workspace_id = $1 returning 1)
  select count(*)::int as n from gone;

-- purge-records
with batch as (select unnest($2::uuid[]) as record_id),
  handles as (delete
    from record_handle h
    using batch
    where h.workspace_id = $1 and h.record_id = batch.record_id),
  lost as (delete
    from event e
    using batch
    where e.workspace_id = $1 and e.subject_id = batch.record_id and e.occurred_at < (
    select f.occurred_at - interval '1 hour'
      from event_head h
      join event_feed f on f.workspace_id = $1 and f.position = h.first_kept where h.workspace_id = $1)),
  search as (delete
    from record_search s
    using batch
    where s.workspace_id = $1 and s.record_id = batch.record_id),
  back as (delete
    from record_reference f
    using batch
    where f.workspace_id = $1 and f.target_id = batch.record_id),
  forth as (delete
    from record_reference f
    using (select r.record_id, t.id from record r, batch, unnest(r.refs) t(id)
    where r.workspace_id = $1 and r.record_id = batch.record_id offset 0) o
      where f.workspace_id = $1 and f.target_id = o.id and f.record_id = o.record_id)
  delete from record r using batch where r.workspace_id = $1 and r.record_id = batch.record_id;

-- purge-references
delete from record_reference where workspace_id = $1 and target_id = any($2::uuid[]) and record_id = any($3::uuid[]);

-- purge-search-batch
with recursive batch (record_id, bytes, n) as (
      (select record_id, bytes, 1 from (select r.record_id, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)::bigint as bytes
      from record r
      where r.workspace_id = $1 and r.object_id = $2 and r.record_id > $3 order by r.record_id limit 1) first)
      union all
      select next.record_id, batch.bytes + next.bytes, batch.n + 1
        from batch
        cross join lateral (select r.record_id, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)::bigint as bytes
      from record r
      where r.workspace_id = $1 and r.object_id = $2 and r.record_id > batch.record_id order by r.record_id limit 1) next
      where batch.n < 500 and batch.bytes < 4194304)
      select r.record_id, r.vals from record r
      where r.workspace_id = $1 and r.record_id = any(array(select record_id from batch))
      order by r.record_id for no key update of r;

-- purge-search-save
update record_search s set tsv = array_to_tsvector(x.words)
  from jsonb_to_recordset($2::jsonb) x(record_id uuid, words text[])
  where s.workspace_id = $1 and s.record_id = x.record_id;

-- purge-some-records
with recursive batch (record_id, bytes, n) as (
      (select record_id, bytes, 1 from (select r.record_id, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)::bigint as bytes
      from record r
      where r.workspace_id = $1 and r.object_id = $2 and r.record_id > $3 order by r.record_id limit 1) first)
      union all
      select next.record_id, batch.bytes + next.bytes, batch.n + 1
        from batch
        cross join lateral (select r.record_id, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)::bigint as bytes
      from record r
      where r.workspace_id = $1 and r.object_id = $2 and r.record_id > batch.record_id order by r.record_id limit 1) next
      where batch.n < 2000 and batch.bytes < 4194304) select record_id from batch order by record_id;

-- purge-values
with batch as (select unnest($2::uuid[]) as record_id),
          handles as (delete
            from record_handle h
            using batch
            where h.workspace_id = $1 and h.record_id = batch.record_id and h.attribute_id = $4),
          links as (delete
            from record_reference f
            using batch
            where f.workspace_id = $1 and f.record_id = batch.record_id and f.attr_no = $3::int)
          update record r set vals = vals - $3::text, size = (octet_length(((r.vals - $3::text))::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each((r.vals - $3::text)) e)) + 768 * (select
  count(*) from jsonb_path_query((r.vals - $3::text), '$.*[*] ? (@ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")')),
            meta = meta - $3::text, rev = rev + 1 from batch
            where r.workspace_id = $1 and r.record_id = batch.record_id and r.vals ? $3::text;

-- query-show
select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-0
select r.record_id, r.object_id, r.label, r.rev, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-0-stamps
select r.record_id, r.object_id, r.label, r.rev, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-1
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-1-stamps
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $4::text as m0, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-2
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.vals -> $5::text as v1, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-2-stamps
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.vals -> $5::text as v1, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $4::text as m0, r.meta -> $5::text as m1, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-4
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.vals -> $5::text as v1, r.vals -> $6::text as v2, r.vals -> $7::text as v3, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-4-stamps
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.vals -> $5::text as v1, r.vals -> $6::text as v2, r.vals -> $7::text as v3, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $4::text as m0, r.meta -> $5::text as m1, r.meta -> $6::text as m2, r.meta -> $7::text as m3, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-8
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.vals -> $5::text as v1, r.vals -> $6::text as v2, r.vals -> $7::text as v3, r.vals -> $8::text as v4, r.vals -> $9::text as v5, r.vals -> $10::text as v6, r.vals -> $11::text as v7, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-8-stamps
select r.record_id, r.object_id, r.label, r.rev, r.vals -> $4::text as v0, r.vals -> $5::text as v1, r.vals -> $6::text as v2, r.vals -> $7::text as v3, r.vals -> $8::text as v4, r.vals -> $9::text as v5, r.vals -> $10::text as v6, r.vals -> $11::text as v7, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $4::text as m0, r.meta -> $5::text as m1, r.meta -> $6::text as m2, r.meta -> $7::text as m3, r.meta -> $8::text as m4, r.meta -> $9::text as m5, r.meta -> $10::text as m6, r.meta -> $11::text as m7, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-trashed
select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is not null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-show-values
select r.record_id, r.object_id, r.label, r.rev, to_json(r.refs) as refs, r.vals as vals, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels, r.found
    from (select r.*, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by k.n rows between unbounded preceding and 1 preceding), 0) as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and r.trashed_at is null and r.deleted_at is null) r
    where r.held < 2097152 order by r.held;

-- query-sizes
select coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)), 0)::int as bytes
    from unnest($2::uuid[]) k(id) join record r on r.workspace_id = $1 and r.record_id = k.id
    where r.trashed_at is null and r.deleted_at is null;

-- query-total
select coalesce(sum(n), 0)::int as n from object_count where workspace_id = $1 and object_id = $2;

-- receive-accounts
select workspace_id, channel_account_id, channel, owner_user_id, address, status
  from channel_account where channel = $1 and external_account_id = $2;

-- receive-adopt
update conversation c set external_id = $4, channel_account_id = $3
  where c.workspace_id = $1 and c.conversation_id = $2 and c.external_id is null
    and (c.channel_account_id is null or c.channel_account_id = $3)
    and not exists (select 1
      from conversation o
      where o.workspace_id = $1 and o.channel_account_id = $3 and o.external_id = $4);

-- receive-awaken
update conversation_inbox
  set archived_at = case when $3 and archived_at < $4 then null else archived_at end,
    last_read_at = case when user_id = $5 then greatest(last_read_at, $4) else last_read_at end
  where workspace_id = $1 and conversation_id = $2
    and ($3 and archived_at < $4 or user_id = $5 and (last_read_at < $4 or last_read_at is null));

-- receive-complete
update message set internet_message_id = $3
  where workspace_id = $1 and message_id = $2 and internet_message_id is null and $3::text is not null;

-- receive-conversation
insert into conversation (workspace_id, conversation_id, channel, channel_account_id, external_id,
  subject, last_activity_at)
  values ($1, $2, $3, $4, $5, $6, $7);

-- receive-line
select pg_advisory_xact_lock(hashtextextended($3, 0)), clock_timestamp() as now,
  (select 1 from channel_account where workspace_id = $1 and channel_account_id = $2 for key share);

-- receive-message
with message_row as (
    insert into message (workspace_id, message_id, conversation_id, channel, direction, status, author_user_id,
      from_handle, reply_handles, subject, body,
      body_html, reply_to_message_id, provider_message_id, internet_message_id, sent_at, received_through)
    select $1, x.message_id, $2, $3, x.direction, 'sent', x.author_user_id, x.from_handle, x.reply_handles, x.subject,
      x.body,
      x.body_html,
      (select m.message_id from message m where m.workspace_id = $1 and m.conversation_id = $2 and m.status = 'sent'
        and x.answers in (m.provider_message_id, m.internet_message_id) limit 1),
      x.provider_message_id, x.internet_message_id, x.sent_at, $8
    from jsonb_to_record($4::jsonb) x(message_id uuid, direction text, author_user_id uuid, from_handle text,
      reply_handles text[], subject text, body text,
      body_html text, provider_message_id text, internet_message_id text, answers text, sent_at timestamptz)
    returning message_id
  ), recipients as (
    insert into message_recipient (workspace_id, message_id, role, position, kind, handle, address)
    select $1, message_row.message_id, x.role, x.position, x.kind, x.handle, x.address
    from message_row, jsonb_to_recordset($5::jsonb) x(role text, position int, kind text, handle text, address text)
  ), attachments as (
    insert into message_attachment (workspace_id, message_id, attachment_id, filename, content_type, size,
      provider_attachment_id)
    select $1, message_row.message_id, x.attachment_id, x.filename, x.content_type, x.size, x.provider_attachment_id
    from message_row,
      jsonb_to_recordset($6::jsonb) x(attachment_id uuid, filename text, content_type text, size bigint,
      provider_attachment_id text))
  insert into conversation_participant as p (workspace_id, conversation_id, kind, handle, display_name, is_self)
  select $1, $2, x.kind, x.handle, x.display_name, x.is_self
  from jsonb_to_recordset($7::jsonb) x(kind text, handle text, display_name text, is_self boolean)
  on conflict (workspace_id, conversation_id, kind, handle) do update set display_name = excluded.display_name
    where excluded.display_name is not null and p.display_name is distinct from excluded.display_name;

-- receive-note
update message m set delivered_at = coalesce(m.delivered_at, $4), read_at = coalesce(m.read_at, $5) from conversation c
  where m.workspace_id = $1 and m.provider_message_id = $3 and m.direction = 'outbound' and m.status = 'sent'
    and c.workspace_id = $1 and c.conversation_id = m.conversation_id and c.channel_account_id = $2 returning 1;

-- receive-note-up-to
update message m set delivered_at = coalesce(m.delivered_at, $5), read_at = coalesce(m.read_at, $6) from conversation c
  where c.workspace_id = $1 and c.channel_account_id = $2 and c.external_id = $3 and m.workspace_id = $1
    and m.conversation_id = c.conversation_id
    and m.direction = 'outbound' and m.status = 'sent' and m.sent_at <= $4
    and ($5::timestamptz is not null and m.delivered_at is null or $6::timestamptz is not null
      and m.read_at is null);

-- receive-own
with named as (
    select message_id from message_delivery where workspace_id = $1 and message_id = $3::uuid
    union all
    select message_id from message_delivery where workspace_id = $1 and provider_message_id = $4
    union all
    select message_id from message_delivery where workspace_id = $1 and provider_draft_id = $6
    union all
    select message_id from message where workspace_id = $1 and internet_message_id = $5 and direction = 'outbound')
  select m.message_id, d.state = 'accepted'
    and (not d.is_by_words or d.message_id is distinct from $3::uuid) as is_settled
  from named
    join message_delivery d on d.workspace_id = $1 and d.message_id = named.message_id
    join message m on m.workspace_id = $1 and m.message_id = d.message_id
  where d.channel_account_id = $2
  order by d.message_id = $3::uuid desc nulls last limit 1;

-- receive-place
with found as (
    select conversation_id, 1 as rank from message where workspace_id = $1 and provider_message_id = $9
    union all
    select m.conversation_id, 2
      from message m
      where m.workspace_id = $1 and $6::text is not null and m.provider_message_id = $6
        and not exists (select 1 from conversation_participant p
          where p.workspace_id = $1 and p.conversation_id = m.conversation_id and p.handle <> $8)
    union all
    select conversation_id, case when $7::text is null then 3 else 6 end
      from conversation
      where workspace_id = $1 and channel_account_id = $2 and external_id = $4
    union all
    select m.conversation_id, 4
      from message_delivery d
      join message m on m.workspace_id = $1 and m.message_id = d.message_id
      where d.workspace_id = $1 and d.channel_account_id = $2 and d.provider_thread_id = $4
        and d.channel in ('gmail', 'outlook') and d.transmit_count > 0
    union all
    select m.conversation_id, 5 from message m
      join conversation o on o.workspace_id = $1 and o.conversation_id = m.conversation_id
      where m.workspace_id = $1 and m.status = 'sent' and m.internet_message_id = $10 and m.from_handle = $11
        and translate(m.subject, E' \t\r\n\u00a0', '') = translate($14, E' \t\r\n\u00a0', '')
        and case when coalesce(m.received_through, o.channel_account_id) = $2 and m.direction = $12
          then m.sent_at = $13 and m.body = $15
          else m.sent_at between $13::timestamptz - interval '1 hour' and $13::timestamptz + interval '1 hour' end
    union all
    select conversation_id, 5
      from message
      where workspace_id = $1 and status = 'sent' and internet_message_id = any ($5::text[])
    union all
    select p.conversation_id, 6
      from conversation_participant p
      join conversation o on o.workspace_id = $1 and o.conversation_id = p.conversation_id
      where p.workspace_id = $1 and p.kind = $7 and p.handle = $8
        and o.first_message_at is not null)
  select c.conversation_id,
    exists (select 1 from message m where m.workspace_id = $1 and m.conversation_id = c.conversation_id
      and m.provider_message_id = $9 and m.status = 'sent')
    or exists (select 1 from (
        select m.message_id, m.body from message m
        where m.workspace_id = $1 and m.conversation_id = c.conversation_id and m.status = 'sent'
          and m.internet_message_id = $10 and m.from_handle = $11
        and translate(m.subject, E' \t\r\n\u00a0', '') = translate($14, E' \t\r\n\u00a0', '')
        and case when coalesce(m.received_through, c.channel_account_id) = $2 and m.direction = $12
          then m.sent_at = $13 and m.body = $15
          else m.sent_at between $13::timestamptz - interval '1 hour' and $13::timestamptz + interval '1 hour' end
        order by m.sent_at, m.message_id limit 5) copy
      where translate(copy.body, E' \t\r\n\u00a0', '') = (select translate($15, E' \t\r\n\u00a0', ''))
        and array(select f.filename from message_attachment f
          where f.workspace_id = $1 and f.message_id = copy.message_id order by 1)
          = array(select name from unnest($16::text[]) name order by 1)) as is_known
  from found join conversation c on c.workspace_id = $1 and c.conversation_id = found.conversation_id
    left join channel_account a on a.workspace_id = $1 and a.channel_account_id = c.channel_account_id
  where c.channel_account_id = $2 or found.rank = 5 and a.owner_user_id = $3
  order by found.rank, c.last_activity_at desc limit 1;

-- record-find-1-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $4::text end as v0, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-1-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $5::text end as v0, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text
        left join record r on r.workspace_id = $1 and r.record_id = $4::uuid and r.trashed_at is null and r.deleted_at is null and case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-1-stamps-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $4::text end as v0, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $4::text end as m0, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-1-stamps-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $5::text end as v0, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $5::text end as m0, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text
        left join record r on r.workspace_id = $1 and r.record_id = $4::uuid and r.trashed_at is null and r.deleted_at is null and case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-2-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $4::text end as v0, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $5::text end as v1, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-2-stamps-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $4::text end as v0, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $5::text end as v1, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $4::text end as m0, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $5::text end as m1, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-4-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $4::text end as v0, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $5::text end as v1, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $6::text end as v2, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $7::text end as v3, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-4-stamps-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $4::text end as v0, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $5::text end as v1, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $6::text end as v2, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals -> $7::text end as v3, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $4::text end as m0, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $5::text end as m1, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $6::text end as m2, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta -> $7::text end as m3, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals when r.record_id is not null
    then to_jsonb(coalesce(r.size, 2097152)) end as vals, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta end as meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-long-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-long-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels
      from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text
        left join record r on r.workspace_id = $1 and r.record_id = $4::uuid and r.trashed_at is null and r.deleted_at is null and case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-long-trashed-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is not null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-many
select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels, r.total, r.found
    from (select r.*, sum(r.own) over (order by r.record_id rows unbounded preceding) as upto,
      sum(r.own) over () as total, count(*) over ()::int as found from (select r.*, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end) as own from record r
        where r.workspace_id = $1 and r.record_id = any($2::uuid[]) and r.deleted_at is null offset 0) r) r
    where r.upto - r.own < $3 order by r.record_id;

-- record-find-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals when r.record_id is not null
    then to_jsonb(coalesce(r.size, 2097152)) end as vals, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta end as meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels
      from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text
        left join record r on r.workspace_id = $1 and r.record_id = $4::uuid and r.trashed_at is null and r.deleted_at is null and case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-service
select w.schema_version, w.api_access, null::text as actor_name, 15 as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals when r.record_id is not null
    then to_jsonb(coalesce(r.size, 2097152)) end as vals, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta end as meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels
      from workspace w
        left join record r on r.workspace_id = $1 and r.record_id = $2::uuid and r.trashed_at is null and r.deleted_at is null and 15 <> 0
      where w.workspace_id = $1::uuid;

-- record-find-short
select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, to_json(r.refs) as refs, r.vals, r.meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(r.refs) q(id))) as labels, r.total, r.found
    from (select r.*, sum(r.own) over (order by r.record_id rows unbounded preceding) as upto,
      sum(r.own) over () as total, count(*) over ()::int as found from (select r.*, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end) as own from record r
        where r.workspace_id = $1 and r.record_id = any($2::uuid[]) and r.deleted_at is null and r.trashed_at is null and coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 offset 0) r) r
    where r.upto - r.own < $3 order by r.record_id;

-- record-find-trashed-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals when r.record_id is not null
    then to_jsonb(coalesce(r.size, 2097152)) end as vals, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta end as meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is not null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-trashed-service
select w.schema_version, w.api_access, null::text as actor_name, 15 as may, date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals when r.record_id is not null
    then to_jsonb(coalesce(r.size, 2097152)) end as vals, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.meta end as meta, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels
      from workspace w
        left join record r on r.workspace_id = $1 and r.record_id = $2::uuid and r.trashed_at is not null and r.deleted_at is null and 15 <> 0
      where w.workspace_id = $1::uuid;

-- record-find-values-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, r.record_id, r.object_id, r.label, r.rev, to_json(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals end as vals, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())
        left join record r on r.workspace_id = $1 and r.record_id = $3::uuid and r.trashed_at is null and r.deleted_at is null and case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
      where w.workspace_id = $1::uuid;

-- record-find-values-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may, r.record_id, r.object_id, r.label, r.rev, to_json(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) as refs, case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.vals end as vals, to_json(array(select (select (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')
    from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
      from unnest(case when coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536 then r.refs end) q(id))) as labels, case when r.record_id is not null and not (coalesce(r.size, case when pg_column_compression(r.vals) is null
  then 10 * pg_column_size(r.vals) else 65537 end) <= 65536)
    then coalesce(r.size, 2097152) end as long
      from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text
        left join record r on r.workspace_id = $1 and r.record_id = $4::uuid and r.trashed_at is null and r.deleted_at is null and case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end <> 0
      where w.workspace_id = $1::uuid;

-- record-history
with recursive asked as (select no,
  least(5001, greatest(1, 20000 / count(*) over ()))::int as share
    from unnest($3::int[]) q(no)),
  first as materialized (select a.share, k.* from asked a cross join lateral (select h.attr_no, h.change_id, h.item, h.active_until from value_history h
    where h.workspace_id = $1 and h.record_id = $2 and h.attr_no = a.no
    order by h.change_id desc, h.item desc
    limit a.share) k),
  met as (select attr_no as no, share, count(*) as n from first group by attr_no, share),
  full_ones as materialized (select no,
  least(5001, n + (20000 - (select sum(n) from met)) / count(*) over ())::int as share
    from met where n = share and share <= 5000),
  second as materialized (select a.share, k.* from full_ones a cross join lateral (select h.attr_no, h.change_id, h.item, h.active_until from value_history h
    where h.workspace_id = $1 and h.record_id = $2 and h.attr_no = a.no
    order by h.change_id desc, h.item desc
    limit a.share) k),
  edge as (select max(oldest) as at
    from (select min(active_until) as oldest
      from second
      group by attr_no, share
      having count(*) = share and share <= 5000) o),
  chosen as materialized (select *
    from (select * from first where attr_no not in (select no from full_ones) union all select * from second) k
    where active_until >= coalesce((select at from edge), '-infinity') order by active_until desc, change_id desc, attr_no, item limit 5001),
  keys as materialized (select count(*)::int + case when (select at from edge) is null then 0 else 1 end as found,
    array_agg(attr_no order by active_until desc, change_id desc, attr_no, item) as attrs, array_agg(change_id order by active_until desc, change_id desc, attr_no, item) as changes,
    array_agg(item order by active_until desc, change_id desc, attr_no, item) as items from chosen),
  page as (select 1 as place, 0::bigint as held, k.found, h.* from keys k cross join lateral (select h.attr_no, h.active_from, h.active_until, h.created_by_type, h.created_by_id, h.via, h.value, h.change_id,
    h.item, case when pg_column_compression(h.value) is null then pg_column_size(h.value) else octet_length(h.value::text) end + 256 as bytes
    from value_history h
    where h.workspace_id = $1 and h.record_id = $2 and h.attr_no = k.attrs[1]
      and h.change_id = k.changes[1] and h.item = k.items[1] limit 1) h
    union all
    select p.place + 1, p.held + p.bytes, p.found, h.*
      from page p
      cross join keys k
      cross join lateral (select h.attr_no, h.active_from, h.active_until, h.created_by_type, h.created_by_id, h.via, h.value, h.change_id,
    h.item, case when pg_column_compression(h.value) is null then pg_column_size(h.value) else octet_length(h.value::text) end + 256 as bytes
    from value_history h
    where h.workspace_id = $1 and h.record_id = $2 and h.attr_no = k.attrs[p.place + 1]
      and h.change_id = k.changes[p.place + 1] and h.item = k.items[p.place + 1] limit 1) h
      where p.place < 5000 and p.held + p.bytes < 2097152)
  select attr_no, active_from, active_until, created_by_type, created_by_id, via, value, found
    from page
    order by attr_no, active_from, change_id, item;

-- record-insert-Ktmcgrpe+h+t+n+rwsn
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  strangers as (select x.u from unnest($6::uuid[]) x(u) where not exists
        (select 1 from membership where workspace_id = $1 and user_id = x.u)),
  checked as materialized (select *, array(select x.t from unnest($4::uuid[], $5::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, array(select u from strangers) as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
          select $1, $7::uuid, $8::uuid, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
            $10::text, $11::uuid, $12::jsonb || case when go.actor_name is null then '{}'
              else jsonb_build_object('actor_name', go.actor_name) end, $13::text, nullif($9::uuid[], '{}'),
                $14::jsonb, $15::int
          from go returning rev, created_at, updated_at, refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, written.updated_at, written.rev, $7::uuid, $16::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $7::uuid, written.rev, $16::uuid, 'record.created', $8::uuid, written.updated_at, $17::text, $18::uuid,
      coalesce(go.actor_name, $19::text), $20::jsonb, $21::smallint,
      $22::json from written, go),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $7::uuid, x.a, $8::uuid from written, unnest($23::text[], $24::text[], $25::uuid[]) x(k, h, a)),
  new_text as (insert into index_text
          select $1, x.a, x.v, $7::uuid
          from written, unnest($26::uuid[], $27::text[]) x(a, v)),
  new_number as (insert into index_number
          select $1, x.a, x.v, $7::uuid
          from written, unnest($28::uuid[], $29::float8[]) x(a, v)),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $7::uuid
          from written, unnest($30::uuid[], $31::uuid[]) x(a, v)),
  new_references as (insert into record_reference
          select $1, x.t, $7::uuid, x.n
          from written, unnest($32::uuid[], $33::int[]) x(t, n)),
  search as (insert into record_search
            select $1, $7::uuid, array_to_tsvector($34::text[]) from written),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
      select $1, $8::uuid, $35::smallint, 1 from written
      on conflict (workspace_id, object_id, slot) do update set n = oc.n + 1)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-labels
select t.record_id as id, (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '') as label from record t
          where t.workspace_id = $1 and t.record_id = any($2::uuid[]) and t.deleted_at is null;

-- record-lock
select record_id from record
  where workspace_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by record_id for update;

-- record-lock-free
select record_id from record
  where workspace_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by record_id for update skip locked;

-- record-match-key
select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may, (select coalesce(json_agg(h), '[]') from (
  select (q.key - 1)::int as key, r.record_id, r.trashed_at is not null as trashed, bool_or(f.reserved) as reserved
  from unnest($3::uuid[], $4::text[], $5::text[], $6::float8[])
    with ordinality q(a, v, t, n, key)
  cross join lateral (
    select u.record_id, true as reserved from record_unique u
      where u.workspace_id = $1 and u.attribute_id = q.a and u.v = q.v
    union all select t.record_id, false from (select i.record_id from index_text i
    where i.workspace_id = $1 and i.attribute_id = q.a and i.v = q.t limit 5) t
    union all select n.record_id, false from (select i.record_id from index_number i
    where i.workspace_id = $1 and i.attribute_id = q.a and i.v = q.n limit 5) n
  ) f
  cross join lateral (select * from record r
    where r.workspace_id = $1 and r.record_id = f.record_id and r.deleted_at is null offset 0) r
  where case when w.api_access then coalesce(k.capabilities, 0) else 0 end <> 0
  group by q.key, r.record_id, r.trashed_at) h) as holders
  from workspace w left join api_key k
    on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid;

-- record-match-person
select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
    c.revoked_at as connection_revoked_at, case
      when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
        then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
      else 0
    end as may, (select coalesce(json_agg(h), '[]') from (
  select (q.key - 1)::int as key, r.record_id, r.trashed_at is not null as trashed, bool_or(f.reserved) as reserved
  from unnest($4::uuid[], $5::text[], $6::text[], $7::float8[])
    with ordinality q(a, v, t, n, key)
  cross join lateral (
    select u.record_id, true as reserved from record_unique u
      where u.workspace_id = $1 and u.attribute_id = q.a and u.v = q.v
    union all select t.record_id, false from (select i.record_id from index_text i
    where i.workspace_id = $1 and i.attribute_id = q.a and i.v = q.t limit 5) t
    union all select n.record_id, false from (select i.record_id from index_number i
    where i.workspace_id = $1 and i.attribute_id = q.a and i.v = q.n limit 5) n
  ) f
  cross join lateral (select * from record r
    where r.workspace_id = $1 and r.record_id = f.record_id and r.deleted_at is null offset 0) r
  where case
      when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
        then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
      else 0
    end <> 0
  group by q.key, r.record_id, r.trashed_at) h) as holders
  from workspace w
    left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
    left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
    left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid;

-- record-merged-Kcgrpe
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+h+t+r+uws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($20::text[], $21::text[], $22::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($23::uuid[], $24::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($25::uuid[], $26::uuid[]) x(a, v) on conflict do nothing),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($27::uuid[], $28::text[]) x(a, v)),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($29::uuid[], $30::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($31::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($31::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+h+t+r-u+uws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($20::text[], $21::text[], $22::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($23::uuid[], $24::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($25::uuid[], $26::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($27::uuid[], $28::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($29::uuid[], $30::text[]) x(a, v)),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($31::uuid[], $32::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($33::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($33::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+h+t+us
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($20::text[], $21::text[], $22::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($23::uuid[], $24::text[]) x(a, v) on conflict do nothing),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($25::uuid[], $26::text[]) x(a, v)),
  search as (update record_search
            set tsv = array_to_tsvector($27::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($27::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+h+t-u+us
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($20::text[], $21::text[], $22::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($23::uuid[], $24::text[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($25::uuid[], $26::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($27::uuid[], $28::text[]) x(a, v)),
  search as (update record_search
            set tsv = array_to_tsvector($29::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($29::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+rw
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($20::uuid[], $21::uuid[]) x(a, v) on conflict do nothing),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($22::uuid[], $23::int[]) x(t, n) on conflict do nothing)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+t+us
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($20::uuid[], $21::text[]) x(a, v) on conflict do nothing),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($22::uuid[], $23::text[]) x(a, v)),
  search as (update record_search
            set tsv = array_to_tsvector($24::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($24::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+t-us
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($20::uuid[], $21::text[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($22::uuid[], $23::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  search as (update record_search
            set tsv = array_to_tsvector($24::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($24::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpe+ts
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($20::uuid[], $21::text[]) x(a, v) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($22::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($22::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh+h+t-r+r+uvws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($28::text[], $29::text[], $30::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($31::uuid[], $32::text[]) x(a, v) on conflict do nothing),
  gone_ref as (delete
          from index_ref i
          using (select x.* from written, unnest($33::uuid[], $34::uuid[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($35::uuid[], $36::uuid[]) x(a, v) on conflict do nothing),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($37::uuid[], $38::text[]) x(a, v)),
  gone_references as (delete
          from record_reference i
          using (select x.* from written, unnest($39::uuid[], $40::int[]) x(t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $4::uuid and i.attr_no = x.n),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($41::uuid[], $42::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($43::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($43::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh+h+t-r+r-u+uvws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($28::text[], $29::text[], $30::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($31::uuid[], $32::text[]) x(a, v) on conflict do nothing),
  gone_ref as (delete
          from index_ref i
          using (select x.* from written, unnest($33::uuid[], $34::uuid[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($35::uuid[], $36::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($37::uuid[], $38::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($39::uuid[], $40::text[]) x(a, v)),
  gone_references as (delete
          from record_reference i
          using (select x.* from written, unnest($41::uuid[], $42::int[]) x(t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $4::uuid and i.attr_no = x.n),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($43::uuid[], $44::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($45::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($45::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh+h-t+t+r-u+uws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($28::text[], $29::text[], $30::uuid[]) x(k, h, a) on conflict do nothing),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($31::uuid[], $32::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($33::uuid[], $34::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($35::uuid[], $36::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($37::uuid[], $38::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($39::uuid[], $40::text[]) x(a, v)),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($41::uuid[], $42::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($43::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($43::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh+h-t+t+r-uws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($28::text[], $29::text[], $30::uuid[]) x(k, h, a) on conflict do nothing),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($31::uuid[], $32::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($33::uuid[], $34::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($35::uuid[], $36::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($37::uuid[], $38::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($39::uuid[], $40::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($41::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($41::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh+h-t+t-r+r-u+uvws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $4::uuid, x.a, $5::uuid from written, unnest($28::text[], $29::text[], $30::uuid[]) x(k, h, a) on conflict do nothing),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($31::uuid[], $32::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($33::uuid[], $34::text[]) x(a, v) on conflict do nothing),
  gone_ref as (delete
          from index_ref i
          using (select x.* from written, unnest($35::uuid[], $36::uuid[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($37::uuid[], $38::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($39::uuid[], $40::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($41::uuid[], $42::text[]) x(a, v)),
  gone_references as (delete
          from record_reference i
          using (select x.* from written, unnest($43::uuid[], $44::int[]) x(t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $4::uuid and i.attr_no = x.n),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($45::uuid[], $46::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($47::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($47::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh+t+n-r+uvs
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($28::uuid[], $29::text[]) x(a, v) on conflict do nothing),
  new_number as (insert into index_number
          select $1, x.a, x.v, $4::uuid
          from written, unnest($30::uuid[], $31::float8[]) x(a, v) on conflict do nothing),
  gone_ref as (delete
          from index_ref i
          using (select x.* from written, unnest($32::uuid[], $33::uuid[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($34::uuid[], $35::text[]) x(a, v)),
  gone_references as (delete
          from record_reference i
          using (select x.* from written, unnest($36::uuid[], $37::int[]) x(t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $4::uuid and i.attr_no = x.n),
  search as (update record_search
            set tsv = array_to_tsvector($38::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($38::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh-t+t-r+r-uvws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($28::uuid[], $29::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($30::uuid[], $31::text[]) x(a, v) on conflict do nothing),
  gone_ref as (delete
          from index_ref i
          using (select x.* from written, unnest($32::uuid[], $33::uuid[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $4::uuid
          from written, unnest($34::uuid[], $35::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($36::uuid[], $37::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  gone_references as (delete
          from record_reference i
          using (select x.* from written, unnest($38::uuid[], $39::int[]) x(t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $4::uuid and i.attr_no = x.n),
  new_references as (insert into record_reference
          select $1, x.t, $4::uuid, x.n
          from written, unnest($40::uuid[], $41::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($42::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($42::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Kcgrpeh-t+t-us
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.merged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($28::uuid[], $29::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($30::uuid[], $31::text[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($32::uuid[], $33::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  search as (update record_search
            set tsv = array_to_tsvector($34::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($34::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Ktcgrpeh+h-t+t+r-u+uws
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  checked as materialized (select *, array(select x.t from unnest($4::uuid[], $5::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $11::jsonb, size = $12::int, meta = $10::jsonb,
            label = $13::text,
            refs = nullif($8::uuid[], '{}'), rev = rev + 1, updated_at = $9::timestamptz
          from go where workspace_id = $1 and record_id = $6::uuid and rev = $14::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $9::timestamptz, written.rev, $6::uuid, $15::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $6::uuid, written.rev, $15::uuid, 'record.merged', $7::uuid, $9::timestamptz, $16::text, $17::uuid,
      coalesce(go.actor_name, $18::text), $19::jsonb, $20::smallint,
      $21::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $6::uuid, x.n, $22::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($23::int[], $24::timestamptz[], $25::timestamptz[], $26::text[], $27::uuid[], $28::jsonb[], $29::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $6::uuid, x.a, $7::uuid from written, unnest($30::text[], $31::text[], $32::uuid[]) x(k, h, a) on conflict do nothing),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($33::uuid[], $34::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $6::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $6::uuid
          from written, unnest($35::uuid[], $36::text[]) x(a, v) on conflict do nothing),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $6::uuid
          from written, unnest($37::uuid[], $38::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($39::uuid[], $40::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $6::uuid),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $6::uuid
          from written, unnest($41::uuid[], $42::text[]) x(a, v)),
  new_references as (insert into record_reference
          select $1, x.t, $6::uuid, x.n
          from written, unnest($43::uuid[], $44::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($45::text[])
            from written
            where workspace_id = $1 and record_id = $6::uuid and tsv is distinct from array_to_tsvector($45::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Pcgrpe
with access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $4::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $10::jsonb, size = $11::int, meta = $9::jsonb,
            label = $12::text,
            refs = nullif($7::uuid[], '{}'), rev = rev + 1, updated_at = $8::timestamptz
          from go where workspace_id = $1 and record_id = $5::uuid and rev = $13::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $8::timestamptz, written.rev, $5::uuid, $14::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $5::uuid, written.rev, $14::uuid, 'record.merged', $6::uuid, $8::timestamptz, $15::text, $16::uuid,
      coalesce(go.actor_name, $17::text), $18::jsonb, $19::smallint,
      $20::json from written, go)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-merged-Pcgrpe+h+t+us
with access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $4::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $10::jsonb, size = $11::int, meta = $9::jsonb,
            label = $12::text,
            refs = nullif($7::uuid[], '{}'), rev = rev + 1, updated_at = $8::timestamptz
          from go where workspace_id = $1 and record_id = $5::uuid and rev = $13::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $8::timestamptz, written.rev, $5::uuid, $14::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $5::uuid, written.rev, $14::uuid, 'record.merged', $6::uuid, $8::timestamptz, $15::text, $16::uuid,
      coalesce(go.actor_name, $17::text), $18::jsonb, $19::smallint,
      $20::json from written, go),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $5::uuid, x.a, $6::uuid from written, unnest($21::text[], $22::text[], $23::uuid[]) x(k, h, a) on conflict do nothing),
  new_text as (insert into index_text
          select $1, x.a, x.v, $5::uuid
          from written, unnest($24::uuid[], $25::text[]) x(a, v) on conflict do nothing),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $5::uuid
          from written, unnest($26::uuid[], $27::text[]) x(a, v)),
  search as (update record_search
            set tsv = array_to_tsvector($28::text[])
            from written
            where workspace_id = $1 and record_id = $5::uuid and tsv is distinct from array_to_tsvector($28::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-page-1-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.vals -> $6::text as v0, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      '{}'::json as targets
    from access;

-- record-page-1-stamps-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.vals -> $6::text as v0, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $6::text as m0, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      '{}'::json as targets
    from access;

-- record-page-2-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.vals -> $6::text as v0, r.vals -> $7::text as v1, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      '{}'::json as targets
    from access;

-- record-page-2-person
with access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $4 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $5
        offset $6),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.vals -> $7::text as v0, r.vals -> $8::text as v1, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $4) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      '{}'::json as targets
    from access;

-- record-page-2-stamps-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.vals -> $6::text as v0, r.vals -> $7::text as v1, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $6::text as m0, r.meta -> $7::text as m1, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      '{}'::json as targets
    from access;

-- record-page-4-stamps-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.vals -> $6::text as v0, r.vals -> $7::text as v1, r.vals -> $8::text as v2, r.vals -> $9::text as v3, r.created_at, r.updated_at, r.created_by_type, r.created_by_id, r.created_via, r.meta -> $6::text as m0, r.meta -> $7::text as m1, r.meta -> $8::text as m2, r.meta -> $9::text as m3, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      '{}'::json as targets
    from access;

-- record-page-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, r.refs, r.vals, r.meta, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      (select coalesce(json_object_agg(t.record_id, (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')), '{}')
        from record t
        where t.workspace_id = $1 and t.deleted_at is null
          and t.record_id = any(array(select distinct unnest(refs) from p))) as targets
    from access;

-- record-page-person
with access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
      c.revoked_at as connection_revoked_at, case
        when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
          then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
        else 0
      end as may from workspace w
      left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
      left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
      left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $4 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $5
        offset $6),
    p as materialized (select *
      from (select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, r.refs, r.vals, r.meta, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $4) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      (select coalesce(json_object_agg(t.record_id, (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')), '{}')
        from record t
        where t.workspace_id = $1 and t.deleted_at is null
          and t.record_id = any(array(select distinct unnest(refs) from p))) as targets
    from access;

-- record-page-service
with access as (select w.schema_version, w.api_access, null::text as actor_name, 15 as may from workspace w where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $2 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $3
        offset $4),
    p as materialized (select *
      from (select date_trunc('milliseconds', now()) as now, r.record_id, r.object_id, r.created_at, r.updated_at,
    r.created_by_type, r.created_by_id, r.created_via, r.rev, r.label, r.refs, r.vals, r.meta, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $2) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      (select coalesce(json_object_agg(t.record_id, (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')), '{}')
        from record t
        where t.workspace_id = $1 and t.deleted_at is null
          and t.record_id = any(array(select distinct unnest(refs) from p))) as targets
    from access;

-- record-page-values-key
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
      on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid),
    k as materialized (select record_id
      from record
      where workspace_id = $1 and object_id = $3 and trashed_at is null and deleted_at is null
      and exists (select 1 from access where may & 1 = 1)
        order by record_id
        limit $4
        offset $5),
    p as materialized (select *
      from (select r.record_id, r.object_id, r.label, r.rev, r.refs, r.vals, coalesce(sum(coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end)) over (order by r.record_id rows between unbounded preceding and 1 preceding), 0) as held
        from k
        join record r on r.workspace_id = $1 and r.record_id = k.record_id) r
      where r.held < 2097152)
    select access.*, (select coalesce(sum(n), 0)::int
      from object_count
      where workspace_id = $1 and object_id = $3) as total,
      (select coalesce(json_agg(p order by p.held), '[]') from p) as rows,
      (select coalesce(json_object_agg(t.record_id, (case when t.trashed_at is null then '1'
  else '0' end) || coalesce(left(t.label, 255), '')), '{}')
        from record t
        where t.workspace_id = $1 and t.deleted_at is null
          and t.record_id = any(array(select distinct unnest(refs) from p))) as targets
    from access;

-- record-referrers
select distinct record_id
  from record_reference where workspace_id = $1 and target_id = $2 and record_id <> $2 limit $3;

-- record-revive-Kcgrpe+t+usn
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size, rev, meta)
          select $1, $4::uuid, $5::uuid, $13::timestamptz, date_trunc('milliseconds', now()),
            $7::text, $8::uuid, $9::jsonb || case when go.actor_name is null then '{}'
              else jsonb_build_object('actor_name', go.actor_name) end, $10::text, nullif($6::uuid[], '{}'),
                $11::jsonb, $12::int, $14::int, $15::jsonb
          from go returning rev, created_at, updated_at, refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, written.updated_at, written.rev, $4::uuid, $16::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $16::uuid, 'record.created', $5::uuid, written.updated_at, $17::text, $18::uuid,
      coalesce(go.actor_name, $19::text), $20::jsonb, $21::smallint,
      $22::json from written, go),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($23::uuid[], $24::text[]) x(a, v) on conflict do nothing),
  new_unique as (insert into record_unique
          select $1, x.a, x.v, $4::uuid
          from written, unnest($25::uuid[], $26::text[]) x(a, v)),
  search as (insert into record_search
            select $1, $4::uuid, array_to_tsvector($27::text[]) from written),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
      select $1, $5::uuid, $28::smallint, 1 from written
      on conflict (workspace_id, object_id, slot) do update set n = oc.n + 1)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-revive-Kcgrpe+tsn
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size, rev, meta)
          select $1, $4::uuid, $5::uuid, $13::timestamptz, date_trunc('milliseconds', now()),
            $7::text, $8::uuid, $9::jsonb || case when go.actor_name is null then '{}'
              else jsonb_build_object('actor_name', go.actor_name) end, $10::text, nullif($6::uuid[], '{}'),
                $11::jsonb, $12::int, $14::int, $15::jsonb
          from go returning rev, created_at, updated_at, refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, written.updated_at, written.rev, $4::uuid, $16::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $16::uuid, 'record.created', $5::uuid, written.updated_at, $17::text, $18::uuid,
      coalesce(go.actor_name, $19::text), $20::jsonb, $21::smallint,
      $22::json from written, go),
  new_text as (insert into index_text
          select $1, x.a, x.v, $4::uuid
          from written, unnest($23::uuid[], $24::text[]) x(a, v) on conflict do nothing),
  search as (insert into record_search
            select $1, $4::uuid, array_to_tsvector($25::text[]) from written),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
      select $1, $5::uuid, $26::smallint, 1 from written
      on conflict (workspace_id, object_id, slot) do update set n = oc.n + 1)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-trash
with moved as (update record
  set trashed_at = case when $4
    then now() end, rev = rev + 1, updated_at = greatest(updated_at, date_trunc('milliseconds', now()))
    where workspace_id = $1 and record_id = $2 and rev = $3 and deleted_at is null
    returning object_id, rev, updated_at),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
    select $1, object_id, $5, $6 from moved
    on conflict (workspace_id, object_id, slot) do update set n = oc.n + $6)
  select rev, updated_at from moved;

-- record-unmerged-Kcgrpe
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.unmerged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go)
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-unmerged-Kcgrpeh-h-t-us
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $9::jsonb, size = $10::int, meta = $8::jsonb,
            label = $11::text,
            refs = nullif($6::uuid[], '{}'), rev = rev + 1, updated_at = $7::timestamptz
          from go where workspace_id = $1 and record_id = $4::uuid and rev = $12::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $7::timestamptz, written.rev, $4::uuid, $13::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $4::uuid, written.rev, $13::uuid, 'record.unmerged', $5::uuid, $7::timestamptz, $14::text, $15::uuid,
      coalesce(go.actor_name, $16::text), $17::jsonb, $18::smallint,
      $19::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $4::uuid, x.n, $20::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($21::int[], $22::timestamptz[], $23::timestamptz[], $24::text[], $25::uuid[], $26::jsonb[], $27::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  gone_handles as (delete from record_handle i using (select x.* from written, unnest($28::text[], $29::text[], $30::uuid[]) x(k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = $4::uuid
          and i.attribute_id = x.a),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($31::uuid[], $32::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($33::uuid[], $34::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $4::uuid),
  search as (update record_search
            set tsv = array_to_tsvector($35::text[])
            from written
            where workspace_id = $1 and record_id = $4::uuid and tsv is distinct from array_to_tsvector($35::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-unmerged-Pcgrpeh-h-t-us
with access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $4::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $10::jsonb, size = $11::int, meta = $9::jsonb,
            label = $12::text,
            refs = nullif($7::uuid[], '{}'), rev = rev + 1, updated_at = $8::timestamptz
          from go where workspace_id = $1 and record_id = $5::uuid and rev = $13::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $8::timestamptz, written.rev, $5::uuid, $14::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $5::uuid, written.rev, $14::uuid, 'record.unmerged', $6::uuid, $8::timestamptz, $15::text, $16::uuid,
      coalesce(go.actor_name, $17::text), $18::jsonb, $19::smallint,
      $20::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $5::uuid, x.n, $21::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($22::int[], $23::timestamptz[], $24::timestamptz[], $25::text[], $26::uuid[], $27::jsonb[], $28::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  gone_handles as (delete from record_handle i using (select x.* from written, unnest($29::text[], $30::text[], $31::uuid[]) x(k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = $5::uuid
          and i.attribute_id = x.a),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($32::uuid[], $33::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $5::uuid),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($34::uuid[], $35::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $5::uuid),
  search as (update record_search
            set tsv = array_to_tsvector($36::text[])
            from written
            where workspace_id = $1 and record_id = $5::uuid and tsv is distinct from array_to_tsvector($36::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- record-update-Stcgrpeh-h+h-t+t-n+n-r+r-uws
with access as (select w.schema_version, w.api_access, null::text as actor_name, 15 as may from workspace w where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($3::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  checked as materialized (select *, array(select x.t from unnest($3::uuid[], $4::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $2::bigint and missing = '{}' and strangers = '{}'),
  written as (update record
          set vals = $10::jsonb, size = $11::int, meta = $9::jsonb,
            label = $12::text,
            refs = nullif($7::uuid[], '{}'), rev = rev + 1, updated_at = $8::timestamptz
          from go where workspace_id = $1 and record_id = $5::uuid and rev = $13::int
            and deleted_at is null returning record.rev, record.created_at, record.refs),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, $8::timestamptz, written.rev, $5::uuid, $14::uuid from written),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
        actor_type, actor_id, actor_name, via, depth, data)
        select $1, $5::uuid, written.rev, $14::uuid, 'record.updated', $6::uuid, $8::timestamptz, $15::text, $16::uuid,
      coalesce(go.actor_name, $17::text), $18::jsonb, $19::smallint,
      $20::json from written, go),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
        active_until, created_by_type, created_by_id, via, value)
        select $1, $5::uuid, x.n, $21::uuid, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v
        from written, unnest($22::int[], $23::timestamptz[], $24::timestamptz[], $25::text[], $26::uuid[], $27::jsonb[], $28::jsonb[]) with ordinality x(n, f, u, ct, ci, via, v, item)),
  gone_handles as (delete from record_handle i using (select x.* from written, unnest($29::text[], $30::text[], $31::uuid[]) x(k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = $5::uuid
          and i.attribute_id = x.a),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, $5::uuid, x.a, $6::uuid from written, unnest($32::text[], $33::text[], $34::uuid[]) x(k, h, a) on conflict do nothing),
  gone_text as (delete
          from index_text i
          using (select x.* from written, unnest($35::uuid[], $36::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $5::uuid),
  new_text as (insert into index_text
          select $1, x.a, x.v, $5::uuid
          from written, unnest($37::uuid[], $38::text[]) x(a, v) on conflict do nothing),
  gone_number as (delete
          from index_number i
          using (select x.* from written, unnest($39::uuid[], $40::float8[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $5::uuid),
  new_number as (insert into index_number
          select $1, x.a, x.v, $5::uuid
          from written, unnest($41::uuid[], $42::float8[]) x(a, v) on conflict do nothing),
  gone_ref as (delete
          from index_ref i
          using (select x.* from written, unnest($43::uuid[], $44::uuid[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $5::uuid),
  new_ref as (insert into index_ref
          select $1, x.a, x.v, $5::uuid
          from written, unnest($45::uuid[], $46::uuid[]) x(a, v) on conflict do nothing),
  gone_unique as (delete
          from record_unique i
          using (select x.* from written, unnest($47::uuid[], $48::text[]) x(a, v) offset 0) x
        where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $5::uuid),
  new_references as (insert into record_reference
          select $1, x.t, $5::uuid, x.n
          from written, unnest($49::uuid[], $50::int[]) x(t, n) on conflict do nothing),
  search as (update record_search
            set tsv = array_to_tsvector($51::text[])
            from written
            where workspace_id = $1 and record_id = $5::uuid and tsv is distinct from array_to_tsvector($51::text[]))
  select checked.*, written.rev, written.created_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest(written.refs) q(id))) as labels
        from checked
        left join written on true;

-- records-write-=Kcgpersuzh+t+n+r+u+hw-t-n-r-u-hvn
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($3::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $5::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($3::uuid[], $4::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::int[], $16::timestamptz[], $17::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $6::text, $7::uuid,
      coalesce(go.actor_name, $8::text), $9::jsonb, $10::smallint, x.d::json from go, unnest($11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::int[], $16::timestamptz[], $17::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $18::text, $19::uuid, $20::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($21::uuid[], $22::uuid[], $23::text[], $24::text[], $25::text[], $26::int[], $27::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($21::uuid[], $22::uuid[], $23::text[], $24::text[], $25::text[], $26::int[], $27::text[]) x(id, o, label, refs, vals, size, words)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($28::uuid[], $29::text[], $30::text[], $31::text[], $32::int[], $33::text[], $34::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($35::uuid[], $36::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($37::uuid[], $38::uuid[], $39::int[], $40::int[], $41::timestamptz[], $42::timestamptz[], $43::text[], $44::uuid[], $45::jsonb[], $46::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($47::uuid[], $48::uuid[], $49::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($50::uuid[], $51::uuid[], $52::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($53::uuid[], $54::uuid[], $55::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($56::uuid[], $57::uuid[], $58::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($59::uuid[], $60::uuid[], $61::text[], $62::text[], $63::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($64::uuid[], $65::uuid[], $66::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($67::uuid[], $68::uuid[], $69::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($70::uuid[], $71::uuid[], $72::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($73::uuid[], $74::uuid[], $75::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($76::uuid[], $77::uuid[], $78::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($79::uuid[], $80::uuid[], $81::text[], $82::text[], $83::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($84::uuid[], $85::uuid[], $86::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $87::smallint, x.n from go, unnest($88::uuid[], $89::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($90::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-=Kcgpeuzh+t+n+r+u+hw-t-n-r-u-hv
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($3::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $5::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($3::uuid[], $4::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::int[], $16::timestamptz[], $17::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $6::text, $7::uuid,
      coalesce(go.actor_name, $8::text), $9::jsonb, $10::smallint, x.d::json from go, unnest($11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::int[], $16::timestamptz[], $17::text[]) x(id, o, e, k, rev, at, d)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($18::uuid[], $19::text[], $20::text[], $21::text[], $22::int[], $23::text[], $24::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($25::uuid[], $26::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($27::uuid[], $28::uuid[], $29::int[], $30::int[], $31::timestamptz[], $32::timestamptz[], $33::text[], $34::uuid[], $35::jsonb[], $36::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($37::uuid[], $38::uuid[], $39::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($40::uuid[], $41::uuid[], $42::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($43::uuid[], $44::uuid[], $45::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($46::uuid[], $47::uuid[], $48::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($49::uuid[], $50::uuid[], $51::text[], $52::text[], $53::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($54::uuid[], $55::uuid[], $56::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($57::uuid[], $58::uuid[], $59::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($60::uuid[], $61::uuid[], $62::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($63::uuid[], $64::uuid[], $65::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($66::uuid[], $67::uuid[], $68::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($69::uuid[], $70::uuid[], $71::text[], $72::text[], $73::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($74::uuid[], $75::uuid[], $76::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($77::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-=Ktcgpersuzh+t+n+r+u+hw-t-n-r-u-hvn
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($3::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($6::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  checked as materialized (select *, array(select x.t from unnest($6::uuid[], $7::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $5::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($3::uuid[], $4::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($13::uuid[], $14::uuid[], $15::uuid[], $16::text[], $17::int[], $18::timestamptz[], $19::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $8::text, $9::uuid,
      coalesce(go.actor_name, $10::text), $11::jsonb, $12::smallint, x.d::json from go, unnest($13::uuid[], $14::uuid[], $15::uuid[], $16::text[], $17::int[], $18::timestamptz[], $19::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $20::text, $21::uuid, $22::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($23::uuid[], $24::uuid[], $25::text[], $26::text[], $27::text[], $28::int[], $29::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($23::uuid[], $24::uuid[], $25::text[], $26::text[], $27::text[], $28::int[], $29::text[]) x(id, o, label, refs, vals, size, words)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($30::uuid[], $31::text[], $32::text[], $33::text[], $34::int[], $35::text[], $36::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($37::uuid[], $38::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($39::uuid[], $40::uuid[], $41::int[], $42::int[], $43::timestamptz[], $44::timestamptz[], $45::text[], $46::uuid[], $47::jsonb[], $48::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($49::uuid[], $50::uuid[], $51::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($52::uuid[], $53::uuid[], $54::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($55::uuid[], $56::uuid[], $57::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($58::uuid[], $59::uuid[], $60::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($61::uuid[], $62::uuid[], $63::text[], $64::text[], $65::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($66::uuid[], $67::uuid[], $68::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($69::uuid[], $70::uuid[], $71::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($72::uuid[], $73::uuid[], $74::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($75::uuid[], $76::uuid[], $77::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($78::uuid[], $79::uuid[], $80::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($81::uuid[], $82::uuid[], $83::text[], $84::text[], $85::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($86::uuid[], $87::uuid[], $88::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $89::smallint, x.n from go, unnest($90::uuid[], $91::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($92::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-=Ktcgpeuzh+t+n+r+u+hw-t-n-r-u-hv
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($3::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($6::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  checked as materialized (select *, array(select x.t from unnest($6::uuid[], $7::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $5::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($3::uuid[], $4::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($13::uuid[], $14::uuid[], $15::uuid[], $16::text[], $17::int[], $18::timestamptz[], $19::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $8::text, $9::uuid,
      coalesce(go.actor_name, $10::text), $11::jsonb, $12::smallint, x.d::json from go, unnest($13::uuid[], $14::uuid[], $15::uuid[], $16::text[], $17::int[], $18::timestamptz[], $19::text[]) x(id, o, e, k, rev, at, d)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($20::uuid[], $21::text[], $22::text[], $23::text[], $24::int[], $25::text[], $26::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($27::uuid[], $28::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($29::uuid[], $30::uuid[], $31::int[], $32::int[], $33::timestamptz[], $34::timestamptz[], $35::text[], $36::uuid[], $37::jsonb[], $38::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($39::uuid[], $40::uuid[], $41::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($42::uuid[], $43::uuid[], $44::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($45::uuid[], $46::uuid[], $47::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($48::uuid[], $49::uuid[], $50::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($51::uuid[], $52::uuid[], $53::text[], $54::text[], $55::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($56::uuid[], $57::uuid[], $58::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($59::uuid[], $60::uuid[], $61::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($62::uuid[], $63::uuid[], $64::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($65::uuid[], $66::uuid[], $67::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($68::uuid[], $69::uuid[], $70::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($71::uuid[], $72::uuid[], $73::text[], $74::text[], $75::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($76::uuid[], $77::uuid[], $78::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($79::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-=Pcgpersuzh+t+n+r+u+hw-t-n-r-u-hvn
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $6::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($4::uuid[], $5::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($12::uuid[], $13::uuid[], $14::uuid[], $15::text[], $16::int[], $17::timestamptz[], $18::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $7::text, $8::uuid,
      coalesce(go.actor_name, $9::text), $10::jsonb, $11::smallint, x.d::json from go, unnest($12::uuid[], $13::uuid[], $14::uuid[], $15::text[], $16::int[], $17::timestamptz[], $18::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $19::text, $20::uuid, $21::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($22::uuid[], $23::uuid[], $24::text[], $25::text[], $26::text[], $27::int[], $28::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($22::uuid[], $23::uuid[], $24::text[], $25::text[], $26::text[], $27::int[], $28::text[]) x(id, o, label, refs, vals, size, words)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($29::uuid[], $30::text[], $31::text[], $32::text[], $33::int[], $34::text[], $35::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($36::uuid[], $37::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($38::uuid[], $39::uuid[], $40::int[], $41::int[], $42::timestamptz[], $43::timestamptz[], $44::text[], $45::uuid[], $46::jsonb[], $47::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($48::uuid[], $49::uuid[], $50::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($51::uuid[], $52::uuid[], $53::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($54::uuid[], $55::uuid[], $56::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($57::uuid[], $58::uuid[], $59::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($60::uuid[], $61::uuid[], $62::text[], $63::text[], $64::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($65::uuid[], $66::uuid[], $67::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($68::uuid[], $69::uuid[], $70::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($71::uuid[], $72::uuid[], $73::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($74::uuid[], $75::uuid[], $76::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($77::uuid[], $78::uuid[], $79::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($80::uuid[], $81::uuid[], $82::text[], $83::text[], $84::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($85::uuid[], $86::uuid[], $87::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $88::smallint, x.n from go, unnest($89::uuid[], $90::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($91::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-=Ptcgpersuzh+t+n+r+u+hw-t-n-r-u-hvn
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($7::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  checked as materialized (select *, array(select x.t from unnest($7::uuid[], $8::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $6::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($4::uuid[], $5::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($14::uuid[], $15::uuid[], $16::uuid[], $17::text[], $18::int[], $19::timestamptz[], $20::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $9::text, $10::uuid,
      coalesce(go.actor_name, $11::text), $12::jsonb, $13::smallint, x.d::json from go, unnest($14::uuid[], $15::uuid[], $16::uuid[], $17::text[], $18::int[], $19::timestamptz[], $20::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $21::text, $22::uuid, $23::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($24::uuid[], $25::uuid[], $26::text[], $27::text[], $28::text[], $29::int[], $30::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($24::uuid[], $25::uuid[], $26::text[], $27::text[], $28::text[], $29::int[], $30::text[]) x(id, o, label, refs, vals, size, words)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($31::uuid[], $32::text[], $33::text[], $34::text[], $35::int[], $36::text[], $37::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($38::uuid[], $39::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($40::uuid[], $41::uuid[], $42::int[], $43::int[], $44::timestamptz[], $45::timestamptz[], $46::text[], $47::uuid[], $48::jsonb[], $49::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($50::uuid[], $51::uuid[], $52::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($53::uuid[], $54::uuid[], $55::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($56::uuid[], $57::uuid[], $58::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($59::uuid[], $60::uuid[], $61::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($62::uuid[], $63::uuid[], $64::text[], $65::text[], $66::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($67::uuid[], $68::uuid[], $69::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($70::uuid[], $71::uuid[], $72::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($73::uuid[], $74::uuid[], $75::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($76::uuid[], $77::uuid[], $78::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($79::uuid[], $80::uuid[], $81::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($82::uuid[], $83::uuid[], $84::text[], $85::text[], $86::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($87::uuid[], $88::uuid[], $89::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $90::smallint, x.n from go, unnest($91::uuid[], $92::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($93::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-=Ptmcgpersuzh+t+n+r+u+hw-t-n-r-u-hvn
with held as materialized (select record_id, rev from record
        where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null and deleted_at is null
        order by record_id for no key update),
  access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($7::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  strangers as (select x.u from unnest($9::uuid[]) x(u) where not exists
        (select 1 from membership where workspace_id = $1 and user_id = x.u)),
  checked as materialized (select *, array(select x.t from unnest($7::uuid[], $8::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, array(select u from strangers) as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $6::bigint and missing = '{}' and strangers = '{}' and not exists (select 1 from unnest($4::uuid[], $5::int[]) x(id, rev)
      where not exists (select 1 from held where held.record_id = x.id and held.rev = x.rev))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($15::uuid[], $16::uuid[], $17::uuid[], $18::text[], $19::int[], $20::timestamptz[], $21::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $10::text, $11::uuid,
      coalesce(go.actor_name, $12::text), $13::jsonb, $14::smallint, x.d::json from go, unnest($15::uuid[], $16::uuid[], $17::uuid[], $18::text[], $19::int[], $20::timestamptz[], $21::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $22::text, $23::uuid, $24::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($25::uuid[], $26::uuid[], $27::text[], $28::text[], $29::text[], $30::int[], $31::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($25::uuid[], $26::uuid[], $27::text[], $28::text[], $29::text[], $30::int[], $31::text[]) x(id, o, label, refs, vals, size, words)),
  changed as (update record r
        set vals = x.vals::jsonb, size = x.size, meta = x.meta::jsonb, label = x.label,
          refs = nullif(x.refs::uuid[], '{}'), rev = r.rev + 1, updated_at = x.at
        from (select x.* from go, unnest($32::uuid[], $33::text[], $34::text[], $35::text[], $36::int[], $37::text[], $38::timestamptz[]) x(id, label, refs, vals, size, meta, at) offset 0) x
        where r.workspace_id = $1 and r.record_id = x.id and r.deleted_at is null),
  words as (update record_search s set tsv = x.tsv
        from (select x.id, array_to_tsvector(x.words::text[]) as tsv from go, unnest($39::uuid[], $40::text[]) x(id, words) offset 0) x
        where s.workspace_id = $1 and s.record_id = x.id and s.tsv is distinct from x.tsv),
  history as (insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from,
          active_until, created_by_type, created_by_id, via, value)
        select $1, x.id, x.n, x.c, x.item, x.f, x.u, x.ct, x.ci, x.via, x.v from go, unnest($41::uuid[], $42::uuid[], $43::int[], $44::int[], $45::timestamptz[], $46::timestamptz[], $47::text[], $48::uuid[], $49::jsonb[], $50::jsonb[]) x(id, c, item, n, f, u, ct, ci, via, v)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($51::uuid[], $52::uuid[], $53::text[]) x(id, a, v) on conflict do nothing),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($54::uuid[], $55::uuid[], $56::float8[]) x(id, a, v) on conflict do nothing),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($57::uuid[], $58::uuid[], $59::uuid[]) x(id, a, v) on conflict do nothing),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($60::uuid[], $61::uuid[], $62::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($63::uuid[], $64::uuid[], $65::text[], $66::text[], $67::uuid[]) x(id, o, k, h, a) on conflict do nothing),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($68::uuid[], $69::uuid[], $70::int[]) x(id, t, n) on conflict do nothing),
  gone_text as (delete from index_text i using (select x.* from go, unnest($71::uuid[], $72::uuid[], $73::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_number as (delete from index_number i using (select x.* from go, unnest($74::uuid[], $75::uuid[], $76::float8[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_ref as (delete from index_ref i using (select x.* from go, unnest($77::uuid[], $78::uuid[], $79::uuid[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_unique as (delete from record_unique i using (select x.* from go, unnest($80::uuid[], $81::uuid[], $82::text[]) x(id, a, v) offset 0) x
          where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.id),
  gone_handles as (delete from record_handle i using (select x.* from go, unnest($83::uuid[], $84::uuid[], $85::text[], $86::text[], $87::uuid[]) x(id, o, k, h, a) offset 0) x
        where i.workspace_id = $1 and i.kind = x.k and i.handle = x.h and i.record_id = x.id and i.attribute_id = x.a),
  gone_references as (delete from record_reference i using (select x.* from go, unnest($88::uuid[], $89::uuid[], $90::int[]) x(id, t, n) offset 0) x
        where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.id and i.attr_no = x.n),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $91::smallint, x.n from go, unnest($92::uuid[], $93::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($94::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-Kcgpers+t+n+r+u+hwn
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::text[], $13::int[], $14::timestamptz[], $15::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $4::text, $5::uuid,
      coalesce(go.actor_name, $6::text), $7::jsonb, $8::smallint, x.d::json from go, unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::text[], $13::int[], $14::timestamptz[], $15::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $16::text, $17::uuid, $18::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($19::uuid[], $20::uuid[], $21::text[], $22::text[], $23::text[], $24::int[], $25::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($19::uuid[], $20::uuid[], $21::text[], $22::text[], $23::text[], $24::int[], $25::text[]) x(id, o, label, refs, vals, size, words)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($26::uuid[], $27::uuid[], $28::text[]) x(id, a, v)),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($29::uuid[], $30::uuid[], $31::float8[]) x(id, a, v)),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($32::uuid[], $33::uuid[], $34::uuid[]) x(id, a, v)),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($35::uuid[], $36::uuid[], $37::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($38::uuid[], $39::uuid[], $40::text[], $41::text[], $42::uuid[]) x(id, o, k, h, a)),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($43::uuid[], $44::uuid[], $45::int[]) x(id, t, n)),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $46::smallint, x.n from go, unnest($47::uuid[], $48::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($49::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-Ktcgpers+t+n+r+u+hwn
with access as (select w.schema_version, w.api_access, k.name as actor_name, case when w.api_access then coalesce(k.capabilities, 0) else 0 end as may from workspace w left join api_key k
        on k.api_key_id = $2::uuid and k.workspace_id = $1 and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) where w.workspace_id = $1::uuid for key share of w),
  targets as (select record_id, object_id from record
        where workspace_id = $1 and record_id = any($4::uuid[]) and trashed_at is null
          and deleted_at is null order by record_id for key share),
  checked as materialized (select *, array(select x.t from unnest($4::uuid[], $5::uuid[]) x(t, o)
        where not exists (select 1 from targets where record_id = x.t and object_id = x.o)) as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $3::bigint and missing = '{}' and strangers = '{}'),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::int[], $16::timestamptz[], $17::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $6::text, $7::uuid,
      coalesce(go.actor_name, $8::text), $9::jsonb, $10::smallint, x.d::json from go, unnest($11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::int[], $16::timestamptz[], $17::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $18::text, $19::uuid, $20::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($21::uuid[], $22::uuid[], $23::text[], $24::text[], $25::text[], $26::int[], $27::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($21::uuid[], $22::uuid[], $23::text[], $24::text[], $25::text[], $26::int[], $27::text[]) x(id, o, label, refs, vals, size, words)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($28::uuid[], $29::uuid[], $30::text[]) x(id, a, v)),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($31::uuid[], $32::uuid[], $33::float8[]) x(id, a, v)),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($34::uuid[], $35::uuid[], $36::uuid[]) x(id, a, v)),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($37::uuid[], $38::uuid[], $39::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($40::uuid[], $41::uuid[], $42::text[], $43::text[], $44::uuid[]) x(id, o, k, h, a)),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($45::uuid[], $46::uuid[], $47::int[]) x(id, t, n)),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $48::smallint, x.n from go, unnest($49::uuid[], $50::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($51::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-Pcgpers+t+n+r+u+hwn
with access as (select w.schema_version, w.api_access, u.name as actor_name, m.role, c.connection_id,
        c.revoked_at as connection_revoked_at, case
          when w.api_access and m.user_id is not null and u.user_id is not null and c.revoked_at is null
            then coalesce(c.access, case when $3::text is null then 11 else 1 end) | case when m.role = 'admin' and c.access & 2 = 2 then 4 else 0 end
          else 0
        end as may from workspace w
        left join membership m on m.workspace_id = $1 and m.user_id = $2::uuid
        left join app_user u on u.user_id = $2::uuid and u.deactivated_at is null
        left join connection c on c.workspace_id = $1 and c.user_id = $2::uuid and c.client_id = $3::text where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $4::bigint and missing = '{}' and strangers = '{}'),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::int[], $15::timestamptz[], $16::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $5::text, $6::uuid,
      coalesce(go.actor_name, $7::text), $8::jsonb, $9::smallint, x.d::json from go, unnest($10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::int[], $15::timestamptz[], $16::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $17::text, $18::uuid, $19::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($20::uuid[], $21::uuid[], $22::text[], $23::text[], $24::text[], $25::int[], $26::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($20::uuid[], $21::uuid[], $22::text[], $23::text[], $24::text[], $25::int[], $26::text[]) x(id, o, label, refs, vals, size, words)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($27::uuid[], $28::uuid[], $29::text[]) x(id, a, v)),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($30::uuid[], $31::uuid[], $32::float8[]) x(id, a, v)),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($33::uuid[], $34::uuid[], $35::uuid[]) x(id, a, v)),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($36::uuid[], $37::uuid[], $38::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($39::uuid[], $40::uuid[], $41::text[], $42::text[], $43::uuid[]) x(id, o, k, h, a)),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($44::uuid[], $45::uuid[], $46::int[]) x(id, t, n)),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $47::smallint, x.n from go, unnest($48::uuid[], $49::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($50::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- records-write-Scgpers+t+n+r+u+hwn
with access as (select w.schema_version, w.api_access, null::text as actor_name, 15 as may from workspace w where w.workspace_id = $1::uuid for key share of w),
  checked as materialized (select *, '{}'::uuid[] as missing, '{}'::uuid[] as strangers from access),
  go as (select actor_name from checked where may & 2 <> 0
        and schema_version = $2::bigint and missing = '{}' and strangers = '{}'),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
        select $1, coalesce(x.at, date_trunc('milliseconds', now())), x.rev, x.id, x.e from go, unnest($8::uuid[], $9::uuid[], $10::uuid[], $11::text[], $12::int[], $13::timestamptz[], $14::text[]) x(id, o, e, k, rev, at, d)),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at,
          actor_type, actor_id, actor_name, via, depth, data)
        select $1, x.id, x.rev, x.e, x.k, x.o, coalesce(x.at, date_trunc('milliseconds', now())), $3::text, $4::uuid,
      coalesce(go.actor_name, $5::text), $6::jsonb, $7::smallint, x.d::json from go, unnest($8::uuid[], $9::uuid[], $10::uuid[], $11::text[], $12::int[], $13::timestamptz[], $14::text[]) x(id, o, e, k, rev, at, d)),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at,
          created_by_type, created_by_id, created_via, label, refs, vals, size)
        select $1, x.id, x.o, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
          $15::text, $16::uuid, $17::jsonb || case when go.actor_name is null then '{}'
            else jsonb_build_object('actor_name', go.actor_name) end,
          x.label, nullif(x.refs::uuid[], '{}'), x.vals::jsonb, x.size
        from go, unnest($18::uuid[], $19::uuid[], $20::text[], $21::text[], $22::text[], $23::int[], $24::text[]) x(id, o, label, refs, vals, size, words)),
  search as (insert into record_search
        select $1, x.id, array_to_tsvector(x.words::text[]) from go, unnest($18::uuid[], $19::uuid[], $20::text[], $21::text[], $22::text[], $23::int[], $24::text[]) x(id, o, label, refs, vals, size, words)),
  new_text as (insert into index_text select $1, x.a, x.v, x.id from go, unnest($25::uuid[], $26::uuid[], $27::text[]) x(id, a, v)),
  new_number as (insert into index_number select $1, x.a, x.v, x.id from go, unnest($28::uuid[], $29::uuid[], $30::float8[]) x(id, a, v)),
  new_ref as (insert into index_ref select $1, x.a, x.v, x.id from go, unnest($31::uuid[], $32::uuid[], $33::uuid[]) x(id, a, v)),
  new_unique as (insert into record_unique select $1, x.a, x.v, x.id from go, unnest($34::uuid[], $35::uuid[], $36::text[]) x(id, a, v) order by x.a, x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
        select $1, x.k, x.h, x.id, x.a, x.o from go, unnest($37::uuid[], $38::uuid[], $39::text[], $40::text[], $41::uuid[]) x(id, o, k, h, a)),
  new_references as (insert into record_reference
        select $1, x.t, x.id, x.n from go, unnest($42::uuid[], $43::uuid[], $44::int[]) x(id, t, n)),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
        select $1, x.o, $45::smallint, x.n from go, unnest($46::uuid[], $47::bigint[]) x(o, n) order by x.o
        on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select checked.*, go.done_at, to_json(array(select (select (case when t.trashed_at is null then '1'
    else '0' end) || coalesce(left(t.label, 255), '')
      from record t where t.workspace_id = $1 and t.record_id = q.id and t.deleted_at is null)
        from unnest($48::uuid[]) q(id))) as labels from checked left join (
          select date_trunc('milliseconds', now()) as done_at from go) go on true;

-- remove-index_number
delete from index_number i using (select * from unnest($3::uuid[], $4::float8[]) x(a, v) offset 0) x
  where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $2;

-- remove-index_ref
delete from index_ref i using (select * from unnest($3::uuid[], $4::uuid[]) x(a, v) offset 0) x
  where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $2;

-- remove-index_text
delete from index_text i using (select * from unnest($3::uuid[], $4::text[]) x(a, v) offset 0) x
  where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $2;

-- remove-record
delete from record where workspace_id = $1 and record_id = $2;

-- remove-record_handle
delete from record_handle where workspace_id = $1 and record_id = $2;

-- remove-record_reference
delete from record_reference i using (select * from unnest($3::uuid[], $4::int[]) x(t, n) offset 0) x
  where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $2 and i.attr_no = x.n;

-- remove-record_search
delete from record_search where workspace_id = $1 and record_id = $2;

-- remove-record_unique
delete from record_unique i using (select * from unnest($3::uuid[], $4::text[]) x(a, v) offset 0) x
  where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $2;

-- remove-value_history
delete from value_history where workspace_id = $1 and record_id = $2;

-- schema-attribute
select row_to_json(a) as attribute,
  (select coalesce(json_agg(c order by c.sort_order, c.choice_id), '[]')
    from choice c
    where c.workspace_id = $1 and c.attribute_id = $2) as choices
  from attribute a where a.workspace_id = $1 and a.attribute_id = $2;

-- schema-bytes
select ((select coalesce(sum(octet_length(o::text)), 0) from object o where o.workspace_id = $1)
  + (select coalesce(sum(octet_length(a::text)), 0) from attribute a where a.workspace_id = $1)
  + (select coalesce(sum(octet_length(c::text)), 0) from choice c where c.workspace_id = $1))::int as bytes;

-- schema-expect
select 1 from workspace where workspace_id = $1 and schema_version = $2 for key share;

-- schema-piece
select w.schema_version as version,
  (select coalesce(json_agg(part), '[]')::text from (
    select o.* from object o where o.workspace_id = $1 and o.object_id > $2 order by o.object_id limit $5
  ) part) as objects,
  (select coalesce(json_agg(part), '[]')::text from (
    select a.* from attribute a where a.workspace_id = $1 and a.attribute_id > $3 order by a.attribute_id limit $5
  ) part) as attributes,
  (select coalesce(json_agg(part), '[]')::text from (
    select c.* from choice c where c.workspace_id = $1 and c.choice_id > $4 order by c.choice_id limit $5
  ) part) as choices
  from workspace w where w.workspace_id = $1;

-- schema-version
select schema_version as version from workspace where workspace_id = $1;

-- search-clean
select case when pg_try_advisory_xact_lock($1)
  then gin_clean_pending_list('record_search_tsv') end::int as pages;

-- search-writes
select (pg_stat_get_tuples_inserted(t) + pg_stat_get_tuples_updated(t))::text as n
  from (select 'record_search'::regclass::oid) x(t);

-- sync-advance
update channel_account set sync_cursor = $4, sync_lease_until = now() + $5 * interval '1 millisecond'
  where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3
  returning 1;

-- sync-begin
update channel_account
  set sync_lease_owner = $3, sync_lease_until = now() + $4 * interval '1 millisecond'
  where workspace_id = $1 and channel_account_id = $2 and status = 'active'
    and (sync_lease_until is null or sync_lease_until < now())
  returning workspace_id, channel_account_id, channel, owner_user_id, address, external_account_id, sync_cursor,
    last_synced_at, sync_lease_owner;

-- sync-drop-push
update channel_account
  set push_expires_at = null
  where workspace_id = $1 and channel_account_id = $2;

-- sync-due
select workspace_id, channel_account_id, turn::int as turn
  from (select workspace_id, channel_account_id, sync_at, in_hand,
      row_number() over (partition by workspace_id order by in_hand desc, sync_at) as turn
    from (select *, coalesce(sync_lease_until > now(), false) as in_hand
      from channel_account
      where status = 'active' and sync_at <= now() and channel = any ($1::text[])) accounts) due
  where not in_hand
  order by turn, sync_at limit $2;

-- sync-end
update channel_account
  set sync_lease_owner = null, sync_lease_until = null, sync_at = now() + $5 * interval '1 millisecond',
    last_error_code = $4, last_synced_at = case when $4::text is null then (select now())
      else last_synced_at end, updated_at = now()
  where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3;

-- sync-pause
update channel_account set sync_lease_owner = null, sync_lease_until = null, sync_at = now()
  where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3;

-- sync-prolong
update channel_account set sync_lease_until = now() + $4 * interval '1 millisecond'
  where workspace_id = $1 and channel_account_id = $2 and sync_lease_owner = $3;

-- sync-push
update channel_account
  set push_subscription_id = $3, push_secret_hash = coalesce($4, push_secret_hash), push_expires_at = $5,
    updated_at = now()
  where workspace_id = $1 and channel_account_id = $2 and status = 'active';

-- sync-subscribed
select workspace_id, channel_account_id, channel, push_subscription_id, push_secret_hash
  from channel_account
  where push_subscription_id = any ($1::text[]) and status <> 'disconnected';

-- sync-unheard
select workspace_id, channel_account_id, channel, push_subscription_id from channel_account
  where status = 'active' and channel = any (select jsonb_object_keys($1::jsonb))
    and coalesce(push_expires_at - ($1::jsonb ->> channel)::float8 * interval '1 millisecond' <= now(), true)
  order by random() limit $2;

-- token-resolve
select w.workspace_id, u.user_id, u.service_client_id
  from workspace w, app_user u
  where w.external_org_id = $1 and u.issuer = $2 and u.subject = $3;

-- undo-ends
select coalesce(h.first_kept, 1) as first, coalesce(h.position, 0) as last
  from (select 1) one left join event_head h on h.workspace_id = $1;

-- undo-in-feed
with span as (select (with recursive half as (select $2::bigint as low, $3::bigint + 1 as high
    union all select case when f.occurred_at < ($4::timestamptz - interval '1 minute') then h.middle + 1 else h.low end,
      case when f.occurred_at < ($4::timestamptz - interval '1 minute') then h.high else h.middle end
      from (select low, high, (low + high) / 2 as middle from half where low < high) h
      join event_feed f on f.workspace_id = $1 and f.position = h.middle)
    select low from half where low = high) as low,
    (with recursive half as (select $2::bigint as low, $3::bigint + 1 as high
    union all select case when f.occurred_at < ($5::timestamptz + interval '1 minute') then h.middle + 1 else h.low end,
      case when f.occurred_at < ($5::timestamptz + interval '1 minute') then h.high else h.middle end
      from (select low, high, (low + high) / 2 as middle from half where low < high) h
      join event_feed f on f.workspace_id = $1 and f.position = h.middle)
    select low from half where low = high) as high),
  places as (select f.subject_id, f.rev, f.event_id from span, event_feed f
      where f.workspace_id = $1 and f.position >= greatest(span.low, span.high - $9) and f.position < span.high
    union all select p.subject_id, p.rev, p.event_id from event_pending p where p.workspace_id = $1),
  edge as (select f.occurred_at from span join event_feed f on f.workspace_id = $1 and f.position = span.high - $9
    where span.high - $9 > span.low)
  select one.edge, k.* from (select (select occurred_at from edge) as edge) one left join (select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id from places s
    join event e on e.workspace_id = $1 and e.subject_id = s.subject_id and e.rev = s.rev and e.event_id = s.event_id
  where e.occurred_at >= $4 and e.occurred_at < $5
    and ($6::uuid is null or (e.actor_type = $11 and e.actor_id = $6 and not (e.via ? 'undoes')))
    and ($7::text is null or e.via->>'request_id' = $7) and ($8::uuid is null or e.event_id = $8)
  order by e.occurred_at desc limit $10) k on true;

-- undo-now
select date_trunc('milliseconds', now()) as now;

-- undo-of-maker
select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id from event e
  where e.workspace_id = $1 and coalesce(e.via->>'connection_id', e.via->>'automation_id') = $2::text and e.occurred_at >= $3 and e.occurred_at < $4 and not (e.via ? 'undoes')
  order by e.occurred_at desc limit $5;

-- undo-since
select e.subject_id, e.rev, e.event_id, e.kind, e.object_id, e.occurred_at, e.actor_type, e.actor_id, e.actor_name, e.via, e.depth, e.data, e.found, e.bytes::int as bytes from (select s.*, count(*) over ()::int as found,
      sum(s.bytes) over (order by s.rev, s.event_id rows unbounded preceding) - s.bytes as before
    from (select e.*, case when pg_column_compression(e.data) is null then pg_column_size(e.data) else octet_length(e.data::text) end as bytes from event e
      where e.workspace_id = $1 and e.subject_id = $2 and e.rev >= $3 order by e.rev, e.event_id limit $4) s) e
  where e.before < $5::int order by e.rev, e.event_id;

-- undo-sizes
select r.record_id, coalesce(r.size, case when pg_column_compression(r.vals) is null and pg_column_size(r.vals) < 2000
  then 10 * pg_column_size(r.vals)
    else (octet_length((r.vals)::text) + 256 * (select
  coalesce(sum(case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end), 0)
    from jsonb_each(r.vals) e)) end) as bytes from record r
  where r.workspace_id = $1 and r.record_id = any($2::uuid[]);

-- webhook-advance
update webhook
  set position = $4, attempts = 0, last_success_at = case when $5 then (select now()) else last_success_at end
  where workspace_id = $1 and webhook_id = $2 and lease_owner = $3 and status = 'active' returning 1;

-- webhook-claim
update webhook set lease_owner = $3, lease_until = now() + make_interval(secs => $4::float8 / 1000)
  where workspace_id = $1 and webhook_id = $2 and status = 'active' and next_attempt_at <= now()
    and (lease_until is null or lease_until < now())
    and (select w.api_access from workspace w where w.workspace_id = $1) returning *;

-- webhook-deliveries
select event_id, position, kind, state, attempts, http_status, error, duration_ms, first_attempt_at,
  last_attempt_at
  from webhook_delivery
  where workspace_id = $1 and webhook_id = $2 and position < $3 and ($5::text is null or state = $5)
  order by position desc limit $4;

-- webhook-delivery-expire
delete from webhook_delivery d using webhook w, event_head h
  where w.workspace_id = $1 and h.workspace_id = $1 and d.workspace_id = $1 and d.webhook_id = w.webhook_id
    and d.position < h.first_kept;

-- webhook-delivery-record
insert into webhook_delivery as d (workspace_id, webhook_id, event_id, position, kind, state, attempts,
  http_status, error, duration_ms, left_alone_until)
  select $1, $2, $3, $4, $5, $6, 1, $7, $8, $9, now() + make_interval(secs => $11) from (
    select 1 from webhook
      where workspace_id = $1 and webhook_id = $2
        and (lease_owner = $10 or $10::uuid is null
          and exists (select 1
            from webhook_delivery k
            where k.workspace_id = $1 and k.webhook_id = $2 and k.event_id = $3)) for share) held
  on conflict (workspace_id, webhook_id, event_id)
  do update
  set state = case when $10::uuid is null and excluded.state <> 'delivered' then d.state
    else excluded.state end, attempts = d.attempts + 1, http_status = excluded.http_status,
    error = excluded.error, duration_ms = excluded.duration_ms, last_attempt_at = excluded.last_attempt_at,
    left_alone_until = excluded.left_alone_until returning 1;

-- webhook-delivery-tried
select event_id, position, kind, state, attempts, http_status, error, duration_ms, first_attempt_at,
  last_attempt_at, left_alone_until
  from webhook_delivery where workspace_id = $1 and webhook_id = $2 and position > $3 and position <= $4;

-- webhook-due
select c.webhook_id as id from webhook c where c.workspace_id = $1 and c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id) and (exists (select 1 from event_pending p where p.workspace_id = $1)
  or c.position < (select h.position from event_head h where h.workspace_id = $1));

-- webhook-due-anywhere
select c.workspace_id, c.webhook_id as id
      from webhook c
      left join event_head h on h.workspace_id = c.workspace_id
      where c.status = 'active' and c.next_attempt_at <= now() and (c.lease_until is null or c.lease_until < now())
  and (select w.api_access from workspace w where w.workspace_id = c.workspace_id) and (h.position > c.position
        or exists (select 1 from event_pending p where p.workspace_id = c.workspace_id)) limit 5000;

-- webhook-find
select w.*, d.first_attempt_at as failing_since, d.attempts as failed_attempts, d.error as last_error,
  w.view_id is null or exists (select 1 from record_view v where v.workspace_id = $1 and v.view_id = w.view_id)
    as has_view
  from webhook w left join lateral (
    select f.first_attempt_at, f.attempts, f.error from webhook_delivery f
      where f.workspace_id = $1 and f.webhook_id = w.webhook_id and f.position > w.position and f.state = 'failing'
      order by f.position limit 1) d on true
  where w.workspace_id = $1 and w.webhook_id = $2;

-- webhook-list
select w.*, d.first_attempt_at as failing_since, d.attempts as failed_attempts, d.error as last_error,
  w.view_id is null or exists (select 1 from record_view v where v.workspace_id = $1 and v.view_id = w.view_id)
    as has_view
  from webhook w left join lateral (
    select f.first_attempt_at, f.attempts, f.error from webhook_delivery f
      where f.workspace_id = $1 and f.webhook_id = w.webhook_id and f.position > w.position and f.state = 'failing'
      order by f.position limit 1) d on true
  where w.workspace_id = $1 order by w.created_at, w.webhook_id;

-- webhook-postpone
update webhook
  set position = $4, attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $5),
    lease_owner = null, lease_until = null
  where workspace_id = $1 and webhook_id = $2 and lease_owner = $3;

-- webhook-release
update webhook
  set lease_owner = null, lease_until = null
  where workspace_id = $1 and webhook_id = $2 and lease_owner = $3;
