-- What the rows of a file take, which of a small workbook may be thousands of times its size.
alter table import_job add column rows_characters bigint not null default 0;
