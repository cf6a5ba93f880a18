-- A record's event is often a little longer than the 2 KB from which a row is compressed, which costs more than it saves.
alter table event set (toast_tuple_target = 4080);
