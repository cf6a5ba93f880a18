alter table event reset (toast_tuple_target);
