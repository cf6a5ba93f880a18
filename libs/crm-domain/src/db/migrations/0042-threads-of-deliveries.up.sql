-- What answers a mail of ours whose fate is not known yet: by the thread of its draft.
create index message_delivery_thread on message_delivery (workspace_id, channel_account_id, provider_thread_id)
  where provider_thread_id is not null and channel in ('gmail', 'outlook');
