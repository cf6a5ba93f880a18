-- Which workspaces have connected the same account of a provider, those that have disconnected it included: their messages are still
-- at the provider.
create index channel_account_shared on channel_account (channel, external_account_id);
drop index channel_account_route;
