-- The client at the identity provider whose own tokens a service member comes with. Null for a person.
alter table app_user add column service_client_id text;
