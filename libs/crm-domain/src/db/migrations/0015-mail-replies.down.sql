drop index message_delivery_draft;
alter table message drop column reply_handles;
