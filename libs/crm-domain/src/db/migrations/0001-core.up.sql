-- Every key leads with workspace_id, so that the database can be split by tenant. Shared by all tenants: workspace, app_user, api_key.
-- Ids are made in the application (UUIDv7); nothing here needs a sequence or a trigger.

create table workspace (
  workspace_id uuid primary key,
  external_org_id text not null unique,
  name text not null,
  api_access boolean not null default true,
  -- Raised by every change of objects, attributes, options and stages; tells processes that their cached schema is old.
  schema_version bigint not null default 1,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

create table app_user (
  user_id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  deactivated_at timestamptz,
  unique (issuer, subject)
);

create table membership (
  workspace_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('admin', 'member')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (workspace_id, user_id)
);
create index membership_user on membership (user_id);

create table api_key (
  api_key_id uuid primary key,
  workspace_id uuid not null,
  public_id text not null unique,
  secret_hash bytea not null,
  last_four text not null,
  name text not null,
  -- 1 read:data, 2 write:data, 4 write:schema
  capabilities int not null,
  created_by_user_id uuid,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_workspace on api_key (workspace_id, created_at);

-- A client of the tool server, used by one person in one workspace. access: 1 read, 3 write, 11 send (each includes the one below).
create table connection (
  workspace_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  connection_id uuid not null,
  client_name text,
  client_redirect text,
  access int not null default 1 check (access in (1, 3, 11)),
  version int not null default 1,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_used_at timestamptz,
  raised_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, user_id, client_id),
  unique (workspace_id, connection_id)
);

create table object (
  workspace_id uuid not null,
  object_id uuid not null,
  slug text not null,
  singular_noun text not null,
  plural_noun text not null,
  is_system_object boolean not null default false,
  epithet_attribute_id uuid not null,
  next_attr_no int not null default 1,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  archived_at timestamptz,
  primary key (workspace_id, object_id),
  constraint object_slug unique (workspace_id, slug)
);

create table attribute (
  workspace_id uuid not null,
  attribute_id uuid not null,
  object_id uuid not null,
  -- The attribute's key in a record's document; never used twice in an object.
  attr_no int not null,
  slug text not null,
  title text not null,
  description text,
  type text not null,
  is_required boolean not null default false,
  is_unique boolean not null default false,
  is_multi_select boolean not null default false,
  is_system_attribute boolean not null default false,
  default_value text,
  config jsonb not null default '{}',
  -- The other side of a relationship, and the cardinality seen from this side.
  inverse_attribute_id uuid,
  inverse_object_id uuid,
  cardinality text,
  sort_order int not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  archived_at timestamptz,
  primary key (workspace_id, attribute_id),
  constraint attribute_slug unique (workspace_id, object_id, slug),
  unique (workspace_id, object_id, attr_no)
);

-- Options of select and multi-select attributes, stages of pipelines (those have a config).
create table choice (
  workspace_id uuid not null,
  choice_id uuid not null,
  attribute_id uuid not null,
  object_id uuid not null,
  title text not null,
  sort_order int not null,
  config jsonb,
  archived_at timestamptz,
  primary key (workspace_id, choice_id)
);
create unique index choice_title on choice (workspace_id, attribute_id, lower(title)) where archived_at is null;
create index choice_attribute on choice (workspace_id, attribute_id, sort_order);

create table record (
  workspace_id uuid not null,
  record_id uuid not null,
  object_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  trashed_at timestamptz,
  -- Set when a delete leaves clearing to the background; such a record is gone for every reader.
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id uuid,
  created_via jsonb not null,
  rev int not null default 1,
  label text,
  -- Targets of the document's references, in the document's order.
  refs uuid[],
  -- {attr_no: value or [values]}, current values only.
  vals jsonb not null,
  -- {attr_no: stamp or [stamp or null]}, only where it differs from the record's creation. Stamp: [epoch ms, actor type, actor id, via].
  meta jsonb,
  primary key (workspace_id, record_id)
) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index record_page on record (workspace_id, object_id, record_id) where trashed_at is null and deleted_at is null;
create index record_hidden on record (workspace_id, object_id, record_id) where trashed_at is not null or deleted_at is not null;

-- Values that are no longer active, append-only.
create table value_history (
  workspace_id uuid not null,
  record_id uuid not null,
  attr_no int not null,
  change_id uuid not null,
  item int not null,
  active_from timestamptz not null,
  active_until timestamptz not null,
  created_by_type text not null,
  created_by_id uuid,
  via jsonb,
  value jsonb not null,
  primary key (workspace_id, record_id, attr_no, change_id, item)
);

create table record_unique (
  workspace_id uuid not null,
  attribute_id uuid not null,
  v text collate "C" not null,
  record_id uuid not null,
  constraint record_unique_value primary key (workspace_id, attribute_id, v)
);

create table record_reference (
  workspace_id uuid not null,
  target_id uuid not null,
  record_id uuid not null,
  attr_no int not null,
  primary key (workspace_id, target_id, record_id, attr_no)
);

create table index_text (
  workspace_id uuid not null,
  attribute_id uuid not null,
  v text collate "C" not null,
  record_id uuid not null,
  primary key (workspace_id, attribute_id, v, record_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table index_number (
  workspace_id uuid not null,
  attribute_id uuid not null,
  v double precision not null,
  record_id uuid not null,
  primary key (workspace_id, attribute_id, v, record_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table index_ref (
  workspace_id uuid not null,
  attribute_id uuid not null,
  v uuid not null,
  record_id uuid not null,
  primary key (workspace_id, attribute_id, v, record_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create table record_search (
  workspace_id uuid not null,
  record_id uuid not null,
  tsv tsvector not null,
  primary key (workspace_id, record_id)
);
create index record_search_tsv on record_search using gin (tsv) with (fastupdate = on, gin_pending_list_limit = 65536);

-- Active records of an object, spread over slots so that concurrent creators do not wait for each other.
create table object_count (
  workspace_id uuid not null,
  object_id uuid not null,
  slot smallint not null,
  n bigint not null,
  primary key (workspace_id, object_id, slot)
) with (fillfactor = 50);

-- Deleted objects, attributes and records whose rows still have to go, in batches.
create table purge (
  workspace_id uuid not null,
  purge_id uuid not null,
  kind text not null check (kind in ('object', 'attribute', 'record', 'search')),
  object_id uuid not null,
  attribute_id uuid,
  attr_no int,
  record_id uuid,
  -- The deleting transaction: purging waits until every transaction that may not have seen it is over.
  deleted_by_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  primary key (workspace_id, purge_id)
);
