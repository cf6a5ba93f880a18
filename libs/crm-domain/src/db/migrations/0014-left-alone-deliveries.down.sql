alter table webhook_delivery drop column left_alone_until;
