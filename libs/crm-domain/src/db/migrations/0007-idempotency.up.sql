-- Answers of requests that may be sent again. Written in the transaction of what they did.
create table idempotency (
  workspace_id uuid not null,
  -- API key, or user and client: keys of different credentials never meet.
  credential text not null,
  key text not null,
  fingerprint text not null,
  -- Not jsonb: a repeated answer has the very bytes of the first.
  answer json,
  created_at timestamptz not null default now(),
  primary key (workspace_id, credential, key)
);
create index idempotency_age on idempotency (created_at);
