drop table console_session, console_login;
