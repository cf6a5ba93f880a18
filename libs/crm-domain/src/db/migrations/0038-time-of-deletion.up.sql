-- What the identity provider tells of before it deleted a person is outdated, also after an operator has added them again.
alter table app_user add column identity_deleted_at timestamptz;
update app_user set identity_deleted_at = deactivated_at where deactivated_at is not null;
