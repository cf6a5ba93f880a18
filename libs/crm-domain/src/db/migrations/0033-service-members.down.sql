alter table app_user drop column service_client_id;
