-- Who was a member cannot be told any more.
select 1;
