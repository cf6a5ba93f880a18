alter table message_delivery drop column is_by_words;
