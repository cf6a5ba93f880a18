alter table workspace drop column drafts_need_approval;
alter table connection drop column approval;
drop index message_drafts;
alter table message drop column approval_asked_at;
alter table message drop column updated_via;
alter table message drop column created_via;
