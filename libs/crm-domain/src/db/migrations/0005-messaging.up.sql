-- Accounts through which messages leave and come in. Shared by all tenants: provider_event.

create table channel_account (
  workspace_id uuid not null,
  channel_account_id uuid not null,
  channel text not null check (channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')),
  -- Null: shared by the users in channel_account_member, as pages and numbers are.
  owner_user_id uuid,
  -- Mailbox address, phone_number_id, page id or Instagram account id.
  external_account_id text not null,
  address text not null,
  display_name text,
  status text not null default 'active' check (status in ('active', 'reauth_required', 'disconnected')),
  -- v1.<key id>.<iv>.<ciphertext>.<tag>, bound to workspace and account.
  credentials text,
  sync_cursor jsonb,
  -- When it is fetched from next, whatever was told until then; and who is at it.
  sync_at timestamptz not null default now(),
  sync_lease_owner uuid,
  sync_lease_until timestamptz,
  push_subscription_id text,
  push_secret_hash bytea,
  push_expires_at timestamptz,
  -- The whole account rests until then after a rate limit.
  next_send_at timestamptz not null default now(),
  last_error_code text,
  last_synced_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, channel_account_id),
  constraint channel_account_external unique (workspace_id, channel, external_account_id)
);
-- Webhooks name the account and not the workspace.
create index channel_account_route on channel_account (channel, external_account_id) where status <> 'disconnected';
create index channel_account_push on channel_account (push_subscription_id) where push_subscription_id is not null;
create index channel_account_sync on channel_account (sync_at) where status = 'active';

create table channel_account_member (
  workspace_id uuid not null,
  channel_account_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, channel_account_id, user_id),
  foreign key (workspace_id, channel_account_id) references channel_account on delete cascade
);

-- Addresses of records, kept in the record's own write: a conversation finds its people through them the moment a value changes.
create table record_handle (
  workspace_id uuid not null,
  kind text not null check (kind in ('email', 'phone', 'psid', 'igsid')),
  handle text collate "C" not null,
  record_id uuid not null,
  attribute_id uuid not null,
  object_id uuid not null,
  primary key (workspace_id, kind, handle, record_id, attribute_id)
);
create index record_handle_record on record_handle (workspace_id, record_id);

create table conversation (
  workspace_id uuid not null,
  conversation_id uuid not null,
  channel text not null check (channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')),
  channel_account_id uuid,
  external_id text,
  subject text,
  created_by_user_id uuid,
  -- Null while there are only drafts.
  first_message_at timestamptz,
  last_activity_at timestamptz not null default date_trunc('milliseconds', now()),
  last_inbound_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, conversation_id),
  foreign key (workspace_id, channel_account_id) references channel_account
);
create unique index conversation_external on conversation (workspace_id, channel_account_id, external_id) where external_id is not null;

-- A conversation is in somebody's inbox exactly when this row exists. What inboxes are sorted and filtered by stands here too,
-- so that a page is a piece of one index; InboxStore.follow keeps it with every message.
create table conversation_inbox (
  workspace_id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  channel text not null check (channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')),
  last_activity_at timestamptz not null,
  last_inbound_at timestamptz,
  archived_at timestamptz,
  last_read_at timestamptz,
  starred_at timestamptz,
  added_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, user_id, conversation_id),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
);
create index conversation_inbox_conversation on conversation_inbox (workspace_id, conversation_id);
create index conversation_inbox_page on conversation_inbox (workspace_id, user_id, last_activity_at desc, conversation_id desc)
  include (archived_at, starred_at, last_read_at, last_inbound_at, channel);

create table conversation_participant (
  workspace_id uuid not null,
  conversation_id uuid not null,
  kind text not null check (kind in ('email', 'phone', 'psid', 'igsid')),
  handle text collate "C" not null,
  display_name text,
  is_self boolean not null default false,
  primary key (workspace_id, conversation_id, kind, handle) include (is_self),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
);
create index conversation_participant_handle on conversation_participant (workspace_id, kind, handle, conversation_id) include (is_self);

create table user_block (
  workspace_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('email', 'phone', 'psid', 'igsid')),
  handle text collate "C" not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, user_id, kind, handle)
);

create table conversation_block (
  workspace_id uuid not null,
  user_id uuid not null,
  conversation_id uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, user_id, conversation_id),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
);

create table message (
  workspace_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  channel text not null check (channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')),
  direction text not null check (direction in ('inbound', 'outbound')),
  status text not null check (status in ('draft', 'pending', 'sent', 'failed')),
  author_user_id uuid,
  from_handle text,
  subject text,
  body text not null default '',
  body_html text,
  reply_to_message_id uuid,
  provider_message_id text,
  internet_message_id text,
  failure_code text,
  failure_detail text,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  queued_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  -- Where it stands in its thread.
  sort_at timestamptz generated always as (coalesce(sent_at, queued_at, created_at)) stored,
  primary key (workspace_id, message_id),
  check (direction = 'outbound' or status = 'sent'),
  check (status <> 'sent' or sent_at is not null),
  check (channel in ('gmail', 'outlook') or subject is null),
  foreign key (workspace_id, conversation_id) references conversation on delete cascade
);
create index message_thread on message (workspace_id, conversation_id, sort_at, message_id);
create unique index message_provider on message (workspace_id, provider_message_id, conversation_id) where provider_message_id is not null;
create index message_internet on message (workspace_id, internet_message_id) where internet_message_id is not null;

create table message_recipient (
  workspace_id uuid not null,
  message_id uuid not null,
  role text not null check (role in ('to', 'cc')),
  position int not null,
  kind text not null check (kind in ('email', 'phone', 'psid', 'igsid')),
  handle text not null,
  -- As it was written.
  address text not null,
  primary key (workspace_id, message_id, role, position),
  foreign key (workspace_id, message_id) references message on delete cascade
);

-- What was attached, never its content.
create table message_attachment (
  workspace_id uuid not null,
  message_id uuid not null,
  attachment_id uuid not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  provider_attachment_id text,
  primary key (workspace_id, message_id, attachment_id),
  foreign key (workspace_id, message_id) references message on delete cascade
);

-- One row per message that was sent; the row is the state machine, see libs/channels/src/delivery.
create table message_delivery (
  workspace_id uuid not null,
  message_id uuid not null,
  channel text not null check (channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')),
  channel_account_id uuid,
  -- In which line it waits: that of its account.
  lane uuid not null generated always as (coalesce(channel_account_id, workspace_id)) stored,
  state text not null check (state in ('queued', 'leased', 'transmitting', 'unknown', 'accepted', 'rejected')),
  -- How often it was claimed, for sending or for looking up; with the owner it names a lease.
  attempt int not null default 0,
  -- When it may be claimed.
  run_at timestamptz not null default now(),
  lease_owner uuid,
  lease_until timestamptz,
  transmit_started_at timestamptz,
  transmit_count int not null default 0,
  -- How often in a row the provider has shown that the last transmission did not happen.
  not_sent_count int not null default 0,
  provider_draft_id text,
  provider_message_id text,
  provider_thread_id text,
  last_status int,
  last_error_code text,
  last_error text,
  -- Who pressed send and through what, for the events that follow.
  sent_by_user_id uuid,
  sent_via jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (workspace_id, message_id),
  foreign key (workspace_id, message_id) references message on delete cascade,
  check (state <> 'transmitting' or transmit_started_at is not null),
  check ((lease_owner is null) = (lease_until is null)),
  check ((finished_at is not null) = (state in ('accepted', 'rejected')))
);
-- What waits, line by line, and what is in somebody's hands.
create index message_delivery_waiting on message_delivery (lane, state, run_at) where lease_owner is null and finished_at is null;
create index message_delivery_leased on message_delivery (lane) where lease_owner is not null;
-- Callbacks that bear the provider's id alone.
create index message_delivery_provider on message_delivery (workspace_id, provider_message_id) where provider_message_id is not null;
create index message_delivery_recent on message_delivery (workspace_id, created_at);

-- What webhooks brought: stored, answered, then worked on. One delivery of a provider may concern several tenants.
create table provider_event (
  provider_event_id uuid primary key,
  channel text not null check (channel in ('gmail', 'outlook', 'whatsapp', 'facebook', 'instagram')),
  dedup_key text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  run_at timestamptz not null default now(),
  attempt int not null default 0,
  last_error text,
  constraint provider_event_once unique (channel, dedup_key)
);
create index provider_event_due on provider_event (run_at) where processed_at is null;
create index provider_event_done on provider_event (processed_at) where processed_at is not null;
