-- An endpoint that refuses one event may say when to try that event again. The other events are sent meanwhile.
alter table webhook_delivery add column left_alone_until timestamptz;
