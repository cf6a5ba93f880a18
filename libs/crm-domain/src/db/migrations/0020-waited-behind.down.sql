alter table message_delivery drop column freed_at;
