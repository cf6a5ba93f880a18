-- The audit log of a workspace: each entry holds the digest of the one before.
create table audit_entry (
  workspace_id uuid not null,
  entry_no bigint not null,
  occurred_at timestamptz not null,
  action text not null,
  actor_id uuid,
  entry text not null,
  digest bytea not null,
  primary key (workspace_id, entry_no)
);
create index audit_entry_action on audit_entry (workspace_id, action, entry_no);
create index audit_entry_actor on audit_entry (workspace_id, actor_id, entry_no) where actor_id is not null;
create table audit_head (
  workspace_id uuid primary key,
  last_no bigint not null,
  last_digest bytea not null,
  first_no bigint not null default 1,
  first_before bytea not null default '\x'::bytea
);
