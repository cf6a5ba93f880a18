-- Of a record its revision is the version.
alter table object add column version int not null default 1;
alter table attribute add column version int not null default 1;
-- Of drafts alone.
alter table message add column version int not null default 1;
