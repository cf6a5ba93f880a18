alter table event_pending drop constraint event_pending_pkey;
alter table event_pending drop column queued_at;
alter table event_pending add primary key (workspace_id, occurred_at, rev, event_id);
