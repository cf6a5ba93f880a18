-- The provider's thread of a mail that stands in a conversation which does not bear its name, as that of another mailbox of
-- the same person: what answers it there says no more than the thread.
alter table message add column received_thread text;
create index message_received_thread on message (workspace_id, received_through, received_thread)
  where received_thread is not null;
