alter table webhook drop column view_id;
