-- What may have left without an answer, by when it was begun: an echo is compared with these, however long they had waited before.
create index message_delivery_open on message_delivery (workspace_id, channel_account_id, transmit_started_at) where state in ('transmitting', 'unknown') or last_error_code = 'outcome_unknown';
