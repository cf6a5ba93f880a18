-- When an event's change was through with waiting for others: the order in which events get their positions.
-- The former release leaves it to the default and takes the events by their own moment.
alter table event_pending add column queued_at timestamptz;
update event_pending set queued_at = occurred_at;
alter table event_pending alter column queued_at set default clock_timestamp(), alter column queued_at set not null;
alter table event_pending drop constraint event_pending_pkey;
alter table event_pending add primary key (workspace_id, queued_at, rev, event_id);
