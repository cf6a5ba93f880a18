-- What happened, written by the change itself. The same row serves the feed and the timeline of a record.
create table event (
  workspace_id uuid not null,
  -- Record, object, attribute or message.
  subject_id uuid not null,
  -- The record's revision after the change; 0 where the subject has none.
  rev int not null,
  event_id uuid not null,
  kind text not null,
  object_id uuid,
  occurred_at timestamptz not null,
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  via jsonb not null,
  -- How many automations stand between this event and a person.
  depth smallint not null default 0,
  -- Read whole and never looked into by the database, so it is kept as it comes.
  data json not null,
  primary key (workspace_id, subject_id, rev, event_id)
);

-- Events that have no position yet. Whoever reads the feed first gives them theirs.
create table event_pending (
  workspace_id uuid not null,
  occurred_at timestamptz not null,
  rev int not null,
  subject_id uuid not null,
  event_id uuid not null,
  primary key (workspace_id, occurred_at, rev, event_id)
);

-- The feed: positions without gaps, given in the order in which transactions became visible.
create table event_feed (
  workspace_id uuid not null,
  position bigint not null,
  subject_id uuid not null,
  rev int not null,
  event_id uuid not null,
  occurred_at timestamptz not null,
  primary key (workspace_id, position)
);

create table event_head (
  workspace_id uuid primary key,
  -- Last position given, and the first that is still kept.
  position bigint not null default 0,
  first_kept bigint not null default 1
);
