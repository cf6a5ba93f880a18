-- People that are erased, step by step: a process that goes on finds here where the last one was.
create table person_erasure (
  workspace_id uuid not null,
  erasure_id uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  requested_by jsonb not null,
  is_dry_run boolean not null,
  expect_digest text,
  state text not null default 'queued',
  attempt int not null default 0,
  -- Of a running one: nobody else works on it until then.
  lease_until timestamptz not null default now(),
  step text not null,
  -- Who is meant; null when it is over.
  subject jsonb,
  progress jsonb not null,
  certificate jsonb,
  failure text,
  finished_at timestamptz,
  primary key (workspace_id, erasure_id),
  constraint person_erasure_state check (state in ('queued', 'running', 'completed', 'incomplete', 'failed'))
);
create index person_erasure_open on person_erasure (lease_until) where state in ('queued', 'running');
