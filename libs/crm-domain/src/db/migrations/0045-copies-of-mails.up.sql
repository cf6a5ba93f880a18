-- By which id another mailbox of the person knows a mail that is stored once: it is shown under that id again when nothing
-- else can tell what it was any more, as after an erasure.
create table message_copy (
  workspace_id uuid not null,
  channel_account_id uuid not null,
  provider_message_id text not null,
  message_id uuid not null,
  primary key (workspace_id, channel_account_id, provider_message_id, message_id)
);
