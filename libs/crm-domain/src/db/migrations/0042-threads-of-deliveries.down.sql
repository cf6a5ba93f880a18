drop index message_delivery_thread;
