alter table automation_run drop column actions_done;
