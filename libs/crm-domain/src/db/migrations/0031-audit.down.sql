drop table audit_entry;
drop table audit_head;
