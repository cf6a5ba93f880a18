-- What the identity provider told of people and memberships. Shared by all tenants: a person may belong to several workspaces.

-- Deliveries that were taken in; kept for a day, so that none is taken in twice.
create table identity_event (
  event_id text primary key,
  received_at timestamptz not null default now()
);
create index identity_event_age on identity_event (received_at);

-- When the provider last changed the person, by its own clock: what is older comes too late.
alter table app_user add column identity_changed_at timestamptz;

-- The provider's last word on a membership. It outlives the membership, so that a late delivery cannot bring that back,
-- and comes before it where the person is not known yet.
create table identity_membership (
  workspace_id uuid not null,
  issuer text not null,
  subject text not null,
  -- Null: removed.
  role text check (role in ('admin', 'member')),
  changed_at timestamptz not null,
  primary key (workspace_id, issuer, subject)
);
create index identity_membership_person on identity_membership (issuer, subject);
