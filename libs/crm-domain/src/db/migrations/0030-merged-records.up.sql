-- The record that stands in place of one that was merged. Few records have one, and a merge looks for those of its own.
alter table record add column merged_into uuid;
create index record_merged on record (workspace_id, merged_into) where merged_into is not null;
-- Of merged records nothing is left in the indexes of values, so that nobody has to leave them out there. The index
-- without this condition, record_hidden, is of the release before.
create index record_unseen on record (workspace_id, object_id, record_id)
  where (trashed_at is not null or deleted_at is not null) and merged_into is null;
