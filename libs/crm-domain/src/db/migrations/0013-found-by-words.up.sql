-- Only its words, its people and its time told that the message was accepted. The answer to its transmission, read later, says more.
alter table message_delivery add column is_by_words boolean not null default false;
