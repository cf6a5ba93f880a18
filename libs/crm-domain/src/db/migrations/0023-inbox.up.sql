-- Through what a message was begun and last changed while it was a draft; null of what came in, and of what is older than this.
alter table message add column created_via jsonb;
alter table message add column updated_via jsonb;
-- Since when a draft waits for its owner, because its client may not send by itself.
alter table message add column approval_asked_at timestamptz;
-- A person's drafts, those that wait for them first.
create index message_drafts on message (workspace_id, author_user_id, (approval_asked_at is null), updated_at desc, message_id desc)
  where status = 'draft';
-- Whether what is sent through a connection needs a person: as the workspace says, always, or never over REST, where the person's own program sends.
alter table connection add column approval text not null default 'as_workspace';
alter table connection add constraint connection_approval_check check (approval in ('as_workspace', 'required', 'own_program'));
alter table workspace add column drafts_need_approval boolean not null default false;
