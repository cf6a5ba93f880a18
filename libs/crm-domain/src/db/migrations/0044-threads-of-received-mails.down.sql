drop index message_received_thread;
alter table message drop column received_thread;
