-- Whether a record was in the trash at a moment: its events are many, and these few.
create index event_trash on event (workspace_id, subject_id, rev) where kind in ('record.trashed', 'record.restored');
