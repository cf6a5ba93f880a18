alter table message drop column version;
alter table attribute drop column version;
alter table object drop column version;
