import type { Session } from '../../db/session.js';
import type { ChannelName, HandleKind } from '../channel-name.js';

/** Where a message is on its way out, see libs/channels/src/outbound. */
export type DeliveryState = 'queued' | 'leased' | 'transmitting' | 'unknown' | 'accepted' | 'rejected';

/** A delivery without what is delivered: the text is not read. */
export interface OutboxRow {
  message_id: string;
  channel: ChannelName;
  state: DeliveryState;
  /** How often it was taken up, for whatever was to be done. */
  attempt: number;
  /** How often it was handed to the provider. */
  transmit_count: number;
  last_error_code: string | null;
  /** The same in our words. */
  last_error: string | null;
  /** The first recipient, in the form that the channel knows. */
  address: string | null;
  address_kind: HandleKind | null;
  recipient_count: number;
  /** Why the provider could not deliver what it had accepted; null where it did not report that. */
  undelivered: string | null;
  /** The name of who pressed send. */
  sent_by: string | null;
  created_at: Date;
  /** When it is taken up next; null: an operator holds it. */
  run_at: Date | null;
  finished_at: Date | null;
}

export interface OutboxFilter {
  /** Null for those of everybody. */
  user_id: string | null;
  channel: ChannelName | null;
  states: readonly DeliveryState[] | null;
  /** Only what is older than this message. */
  before: string | null;
  limit: number;
}

/** Deliveries as people look at them. */
export class OutboxStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** The newest first. */
  list({ user_id, channel, states, before, limit }: OutboxFilter): Promise<OutboxRow[]> {
    const text = `select d.message_id, d.channel, d.state, d.attempt, d.transmit_count, d.last_error_code, d.last_error,
      u.name as sent_by, d.created_at,
        nullif(d.run_at, 'infinity') as run_at, d.finished_at, r.address, r.address_kind, r.recipient_count,
        coalesce(m.failure_detail, m.failure_code) as undelivered
      from message_delivery d left join app_user u on u.user_id = d.sent_by_user_id
      left join lateral (select (array_agg(p.address order by p.role desc, p.position))[1] as address,
          (array_agg(p.kind order by p.role desc, p.position))[1] as address_kind, count(*)::int as recipient_count
        from message_recipient p where p.workspace_id = $1 and p.message_id = d.message_id) r on true
        left join message m on m.workspace_id = $1 and m.message_id = d.message_id and m.status = 'sent'
      where d.workspace_id = $1 and ($2::uuid is null or d.sent_by_user_id = $2)
        and ($3::text is null or d.channel = $3)
        and ($6::text[] is null or d.state = any ($6))
        and ($4::uuid is null or (d.created_at, d.message_id) <
          (select created_at, message_id from message_delivery where workspace_id = $1 and message_id = $4))
      order by d.created_at desc, d.message_id desc limit $5`;
    return this.session.query<OutboxRow>({ text }, [this.workspaceId, user_id, channel, before, limit, states]);
  }
}
