drop index automation_run_root;
alter table automation_run drop column root_event_id;
