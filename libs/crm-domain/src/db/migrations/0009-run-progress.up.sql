-- How many of a run's actions are done, so that a run that is tried again goes on after them.
alter table automation_run add column actions_done int not null default 0;
