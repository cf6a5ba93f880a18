create index channel_account_route on channel_account (channel, external_account_id) where status <> 'disconnected';
drop index channel_account_shared;
