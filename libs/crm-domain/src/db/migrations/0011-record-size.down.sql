alter table record drop column size;
