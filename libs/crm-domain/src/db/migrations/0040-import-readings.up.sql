alter table import_job add column found jsonb;
alter table import_rows add column numbers integer[];
