-- Files of a workspace's data, each made as of one moment. Their bytes are kept here for a day: a service may run on any machine,
-- and what one has made another hands out.
create table export (
  workspace_id uuid not null,
  export_id uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  created_by_type text not null,
  created_by_id uuid,
  -- Neither of them: the whole workspace.
  object_id uuid,
  view_id uuid,
  asked jsonb not null,
  state text not null default 'queued',
  attempt int not null default 0,
  -- Of a running one: nobody else works on it until then.
  lease_until timestamptz not null default now(),
  as_of timestamptz,
  feed_position bigint,
  progress real not null default 0,
  records bigint not null default 0,
  bytes bigint not null default 0,
  stored_bytes bigint not null default 0,
  chunks int not null default 0,
  failure text,
  finished_at timestamptz,
  expires_at timestamptz not null default now() + interval '24 hours',
  -- Signs its links.
  link_key bytea not null,
  primary key (workspace_id, export_id),
  constraint export_state check (state in ('queued', 'running', 'completed', 'failed', 'cancelled'))
);
create index export_open on export (lease_until) where state in ('queued', 'running');
create index export_expiry on export (expires_at);
-- Compressed in the application.
create table export_chunk (
  workspace_id uuid not null,
  export_id uuid not null,
  chunk_no int not null,
  body bytea not null,
  primary key (workspace_id, export_id, chunk_no)
);
