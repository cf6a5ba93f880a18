drop table provider_event, message_delivery, message_attachment, message_recipient, message, conversation_block, user_block,
  conversation_participant, conversation_inbox, conversation, record_handle, channel_account_member, channel_account;
