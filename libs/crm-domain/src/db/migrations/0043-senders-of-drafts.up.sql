-- The account that a draft would have left from when it was last written. It is not sent from another one without a word.
alter table message add column sender_account_id uuid;
