alter table automation drop column view_id;
