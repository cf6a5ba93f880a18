-- The view that must hold a record for its events to be sent; null: events of all records.
alter table webhook add column view_id uuid;
