alter table app_user drop column identity_deleted_at;
