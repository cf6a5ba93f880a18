alter table connection drop column asked_at;
alter table connection drop column asked_access;
