-- The bytes that a record counts with in a page. Null where the former release made the record, or its values were taken away
-- in bulk: then it is worked out as the record is read.
alter table record add column size int;
