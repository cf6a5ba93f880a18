drop index event_maker;
