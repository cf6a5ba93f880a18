drop table import_error;
drop table import_rows;
drop table import_part;
drop table import_job;
