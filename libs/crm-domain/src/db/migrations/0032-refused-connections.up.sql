-- What a connection last wanted to do and may not, and when: its owner is shown it. Null where it was never refused, or its owner has decided since.
alter table connection add column asked_access int;
alter table connection add column asked_at timestamptz;
