drop table record_view;
