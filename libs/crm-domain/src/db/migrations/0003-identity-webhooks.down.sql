drop table identity_membership, identity_event;
alter table app_user drop column identity_changed_at;
