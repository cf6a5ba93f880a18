import { IS_CLIENT_REVOKED, IS_SENDER_ALLOWED } from './delivery.statements.js';

// $1 is the workspace, $2 the message; $3 and $4 name the lease, $5 and $6 are milliseconds from now. Whether it may still be sent is asked once more:
// whatever was taken back before this statement began counts. It waits for nobody who holds the row, since it would then
// be asked of the moment before it waited.
export const FENCE = `with free as materialized (select 1 from message_delivery
    where workspace_id = $1 and message_id = $2
    for no key update nowait)
  update message_delivery d
  set state = 'transmitting', transmit_started_at = now(), transmit_count = transmit_count + 1,
    not_sent_count = 0, lease_until = now() + $5 * interval '1 millisecond',
    run_at = now() + $6 * interval '1 millisecond', updated_at = now()
  where exists (select 1 from free) and d.workspace_id = $1 and d.message_id = $2 and d.lease_owner = $3 and d.attempt = $4
    and d.state = 'leased' and d.lease_until > now()
    and (${IS_SENDER_ALLOWED}) and not ${IS_CLIENT_REVOKED}
    and exists (select 1 from workspace w where w.workspace_id = $1 and w.api_access)
    and exists (select 1 from channel_account s
      where s.workspace_id = $1 and s.channel_account_id = d.channel_account_id and s.status <> 'disconnected')
  returning transmit_started_at, transmit_count`;
