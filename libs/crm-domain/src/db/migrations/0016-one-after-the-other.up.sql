-- Messages to one person of a chat leave one after the other. `recipient` is that person; null where messages may overtake each other.
alter table message_delivery add column recipient text, add column is_behind boolean not null default false;
update message_delivery d set recipient = r.handle
  from message_recipient r
  where r.workspace_id = d.workspace_id and r.message_id = d.message_id
    and d.finished_at is null and d.channel in ('whatsapp', 'facebook', 'instagram');
create index message_delivery_person on message_delivery (lane, recipient, created_at, message_id) where recipient is not null and finished_at is null;
-- The former release looks by message_delivery_waiting.
create index message_delivery_next on message_delivery (lane, state, run_at) where lease_owner is null and finished_at is null and not is_behind;
