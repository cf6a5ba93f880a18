-- What a connection or an automation has written is found by who and when. Events of the REST API have neither, so that
-- they cost nothing more.
create index event_maker on event (workspace_id, (coalesce(via->>'connection_id', via->>'automation_id')), occurred_at)
  where coalesce(via->>'connection_id', via->>'automation_id') is not null;
