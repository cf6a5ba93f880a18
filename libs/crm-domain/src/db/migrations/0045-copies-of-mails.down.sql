drop table message_copy;
