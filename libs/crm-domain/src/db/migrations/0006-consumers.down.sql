drop table automation_run, automation, webhook_delivery, webhook;
