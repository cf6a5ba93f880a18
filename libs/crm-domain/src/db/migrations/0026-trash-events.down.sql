drop index event_trash;
