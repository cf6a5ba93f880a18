-- Saved queries of a workspace. Of an object that was deleted one stays, and says so.
create table record_view (
  workspace_id uuid not null,
  view_id uuid not null,
  slug text not null,
  title text not null,
  object_id uuid not null,
  query jsonb not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, view_id),
  constraint record_view_slug unique (workspace_id, slug)
);
