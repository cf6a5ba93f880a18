-- People whom the identity provider deleted were refused, but kept their memberships: added to one workspace again, they
-- would have come back to all of them with the rights of before.
update connection set access = 1, raised_at = null, asked_access = null, asked_at = null, version = version + 1
  where access > 1 and user_id in (select user_id from app_user where deactivated_at is not null);
update identity_membership set role = null
  where (issuer, subject) in (select issuer, subject from app_user where deactivated_at is not null);
delete from membership where user_id in (select user_id from app_user where deactivated_at is not null);
