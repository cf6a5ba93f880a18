-- Imports of files: each with its file in parts, then with its rows, and with what is wrong with some of them.
create table import_job (
  workspace_id uuid not null,
  import_id uuid not null,
  object_id uuid not null,
  state text not null check (state in
    ('uploading', 'reading', 'ready', 'checking', 'checked', 'running', 'done', 'canceled', 'failed')),
  file_name text not null,
  format text not null check (format in ('csv', 'ndjson', 'xlsx')),
  bytes int not null,
  options jsonb not null,
  started_by jsonb not null,
  actor_type text not null,
  actor_id uuid,
  columns jsonb not null default '[]'::jsonb,
  mapping jsonb,
  rows_read int not null default 0,
  rows_done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  failed int not null default 0,
  failure text,
  claim uuid,
  attempts int not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  started_at timestamptz,
  finished_at timestamptz,
  kept_until timestamptz,
  primary key (workspace_id, import_id)
);
create index import_job_due on import_job (updated_at) where state in ('reading', 'checking', 'running');
create index import_job_kept on import_job (kept_until) where kept_until is not null;
create table import_part (
  workspace_id uuid not null,
  import_id uuid not null,
  part_no int not null,
  bytes bytea not null,
  primary key (workspace_id, import_id, part_no)
);
create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  first_row int not null,
  cells text not null,
  primary key (workspace_id, import_id, first_row)
);
create table import_error (
  workspace_id uuid not null,
  import_id uuid not null,
  row_no int not null,
  reason text not null,
  primary key (workspace_id, import_id, row_no)
);
