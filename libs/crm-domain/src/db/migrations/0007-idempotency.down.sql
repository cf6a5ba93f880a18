drop table idempotency;
