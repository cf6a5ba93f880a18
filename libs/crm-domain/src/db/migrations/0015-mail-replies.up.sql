-- Where the sender of a mail wants answers, if not at the address that it is from.
alter table message add column reply_handles text[];
-- A mail that comes in may be a draft of ours, which keeps its id when it is sent.
create index message_delivery_draft on message_delivery (workspace_id, provider_draft_id) where provider_draft_id is not null;
