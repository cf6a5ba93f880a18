alter table message drop column sender_account_id;
