-- When a message stopped being behind another one: the time to send it begins then. The former release counts from created_at.
alter table message_delivery add column freed_at timestamptz;
