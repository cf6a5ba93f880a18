alter table import_job drop column rows_characters;
