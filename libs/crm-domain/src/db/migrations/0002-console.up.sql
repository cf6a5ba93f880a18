-- People's sign-ins to the screens. Shared by all tenants: a person may belong to several workspaces.

create table console_login (
  state_hash bytea primary key,
  -- The browser that began; nobody else may finish.
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz not null default now()
);
create index console_login_age on console_login (created_at);

create table console_session (
  session_hash bytea primary key,
  user_id uuid not null,
  csrf text not null,
  -- When the person last proved who they are.
  auth_time timestamptz not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index console_session_user on console_session (user_id);
create index console_session_age on console_session (created_at);
