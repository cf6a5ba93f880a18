drop table export_chunk;
drop table export;
