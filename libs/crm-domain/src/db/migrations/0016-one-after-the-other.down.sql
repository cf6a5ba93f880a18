drop index message_delivery_next, message_delivery_person;
alter table message_delivery drop column recipient, drop column is_behind;
