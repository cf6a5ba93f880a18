drop index provider_event_line;
alter table provider_event drop column account;
