-- Consumers of the change feed. Each remembers the position up to which everything is done; the feed itself is the queue.

create table webhook (
  workspace_id uuid not null,
  webhook_id uuid not null,
  url text not null,
  description text,
  -- Null: all of them.
  kinds text[],
  object_id uuid,
  attribute_ids uuid[],
  -- Sealed, as credentials are. The old one signs too until its time is over.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  status text not null default 'active' check (status in ('active', 'disabled')),
  disabled_reason text,
  position bigint not null,
  last_success_at timestamptz,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, webhook_id)
);

-- What became of an event at an endpoint: one row, whatever the number of attempts.
create table webhook_delivery (
  workspace_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  position bigint not null,
  kind text not null,
  state text not null check (state in ('delivered', 'failing', 'failed')),
  attempts int not null,
  http_status int,
  error text,
  duration_ms int not null,
  first_attempt_at timestamptz not null default date_trunc('milliseconds', now()),
  last_attempt_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, webhook_id, event_id),
  foreign key (workspace_id, webhook_id) references webhook on delete cascade
);
create index webhook_delivery_position on webhook_delivery (workspace_id, webhook_id, position);

create table automation (
  workspace_id uuid not null,
  automation_id uuid not null,
  name text not null,
  kind text not null,
  object_id uuid not null,
  condition jsonb not null default '[]',
  actions jsonb not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  disabled_reason text,
  position bigint not null,
  last_success_at timestamptz,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, automation_id)
);

create table automation_run (
  workspace_id uuid not null,
  automation_id uuid not null,
  event_id uuid not null,
  position bigint not null,
  record_id uuid,
  state text not null check (state in ('done', 'retrying', 'failed', 'stopped')),
  attempts int not null,
  error text,
  started_at timestamptz not null default date_trunc('milliseconds', now()),
  finished_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, automation_id, event_id),
  foreign key (workspace_id, automation_id) references automation on delete cascade
);
create index automation_run_position on automation_run (workspace_id, automation_id, position);
