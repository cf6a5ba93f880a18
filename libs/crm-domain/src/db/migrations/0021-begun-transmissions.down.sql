drop index message_delivery_open;
