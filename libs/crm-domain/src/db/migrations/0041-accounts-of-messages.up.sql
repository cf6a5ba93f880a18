-- The account that a message came in through: the provider's ids are those of one account. Null for what was written here,
-- and for what came in before; that came in through its conversation's account, or another one of the same person.
alter table message add column received_through uuid;
