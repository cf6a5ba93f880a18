alter table idempotency drop column large_bytes;
