drop index record_unseen;
drop index record_merged;
alter table record drop column merged_into;
