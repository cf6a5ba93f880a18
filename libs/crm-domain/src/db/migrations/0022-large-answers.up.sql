-- Bytes of a kept answer of more than 64 KiB, null for others: a workspace may keep only so many of them.
alter table idempotency add column large_bytes int;
-- Names nothing that an update without a large answer changes, so that such an update leaves the indexes alone.
create index idempotency_large on idempotency (workspace_id, created_at) include (large_bytes) where large_bytes is not null;
