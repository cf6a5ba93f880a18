-- The change with which a chain of automations began: what one change sets off is counted.
alter table automation_run add column root_event_id uuid;
create index automation_run_root on automation_run (workspace_id, root_event_id) where root_event_id is not null;
