-- By which account of its provider an event waits: accounts take turns. The former release leaves it out.
alter table provider_event add column account text collate "C" not null default '';
create index provider_event_line on provider_event (account, run_at) where processed_at is null;
