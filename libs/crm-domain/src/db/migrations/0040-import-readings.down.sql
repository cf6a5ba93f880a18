alter table import_rows drop column numbers;
alter table import_job drop column found;
