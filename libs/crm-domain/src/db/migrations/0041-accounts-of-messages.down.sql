alter table message drop column received_through;
