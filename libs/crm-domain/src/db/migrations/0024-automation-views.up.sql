-- The view that holds the records an automation is about; null: whatever its condition says.
alter table automation add column view_id uuid;
