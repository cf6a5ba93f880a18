drop table event_head, event_feed, event_pending, event;
