import { ofParts, rowsOfParts, type Session } from '../../db/session.js';
import { CHANNELS, providerOf, type ChannelName, type ProviderName } from '../channel-name.js';
import { CLAIM, OFFER } from './delivery-claim.statements.js';
import { portionsOf, sharesLeft, type Offer, type Portion } from './delivery-portions.js';
import type { DeliveryState } from './outbox.store.js';

/** A delivery in somebody's hands: owner and attempt together name the lease, which every later statement must show. */
export interface Lease {
  workspace_id: string;
  message_id: string;
  channel: ChannelName;
  channel_account_id: string | null;
  /** `leased` is to be sent, `transmitting` was handed over under this lease, `unknown` is to be looked up. */
  state: Extract<DeliveryState, 'leased' | 'transmitting' | 'unknown'>;
  lease_owner: string;
  attempt: number;
  transmit_count: number;
  not_sent_count: number;
  transmit_started_at: Date | null;
  provider_draft_id: string | null;
  provider_thread_id: string | null;
  /**
   * Milliseconds since it could be sent for the first time: nothing was before it, and a worker took it up; and since
   * its last transmission began, or where there was none, since it was queued.
   */
  age_ms: number;
  transmitted_ms: number;
}

/** Who claims how many, and for how long. */
export interface LeaseRequest {
  owner: string;
  limit: number;
  leaseMs: number;
  /** How many of one account may be in hand at once, whoever has them. */
  concurrency: Record<ChannelName, number>;
  /** How many of one provider's channels are wanted at most. */
  shares: Record<ProviderName, number>;
}

const RELEASE = `update message_delivery
  set state = case state when 'leased' then 'queued' else 'unknown' end, lease_owner = null,
    lease_until = null, updated_at = now()
  where (workspace_id, message_id) in (select workspace_id, message_id from message_delivery
    where lease_owner is not null and lease_until < now() for no key update skip locked)
  returning message_id`;

// What was queued while the message before it ended did not see that, nor was it seen. A message whose fate is not known
// after $1 milliseconds, because nobody can look, is not waited for any longer. Reads $4 that are waited for, of one
// person after the other, so that the first of each is among them; `lane` and `recipient` say whose the last is, and are
// null where no more follow.
const CATCH_UP = `with part as materialized (
    select workspace_id, message_id, lane, recipient, created_at, is_behind
      from message_delivery
      where recipient is not null and finished_at is null and (lane, recipient) > ($2::uuid, $3::text)
        and (state <> 'unknown' or transmit_started_at > now() - $1 * interval '1 millisecond')
      order by lane, recipient, created_at, message_id limit $4
  ), first as (
    select distinct on (lane, recipient) workspace_id, message_id, is_behind
      from part order by lane, recipient, created_at, message_id
  ), freed as (
    update message_delivery set is_behind = false
      where (workspace_id, message_id) in (select workspace_id, message_id from message_delivery
        where is_behind and (workspace_id, message_id) in (select workspace_id, message_id from first where is_behind)
        for no key update skip locked)
      returning message_id
  )
  select (select count(*)::int from freed) as freed, last.lane, last.recipient
    from (values (1)) one
    left join (select lane, recipient from part order by lane, recipient offset $4 - 1) last on true`;

/** A person who is written to through an account; the lines of those behind are looked at next. */
export interface CaughtUp {
  lane: string;
  recipient: string;
}

/** Before all. */
const FROM_THE_START: CaughtUp = { lane: '00000000-0000-0000-0000-000000000000', recipient: '' };

const PROVIDER_OF = JSON.stringify(Object.fromEntries(CHANNELS.map((name) => [name, providerOf(name)])));

/** The queue of all tenants. These are among the few statements that are not bound to one workspace. */
export class DeliveryQueueStore {
  constructor(private readonly session: Session) {}

  /**
   * Takes what is due, the oldest first. The parts of a database are asked one after the other for what they would give:
   * tenants take turns wherever their rows are.
   */
  async acquireLeases(wish: LeaseRequest): Promise<Lease[]> {
    if (!this.session.ofParts) return this.claim(this.session, wish, wish);
    const { found } = await ofParts(this.session, (part, name) => this.offers(part, wish, name));
    const portions = portionsOf(found.flat(), wish);
    const taken: Lease[] = [];
    await ofParts(this.session, async (part, name) => {
      const portion = portions.get(name);
      if (!portion) return;
      const left = { ...wish, limit: wish.limit - taken.length, shares: sharesLeft(wish.shares, taken) };
      taken.push(...(await this.claim(part, left, portion)));
    });
    return taken;
  }

  private async offers(part: Session, wish: LeaseRequest, name: string): Promise<Offer[]> {
    const offers = await part.query<Omit<Offer, 'part'>>({ name: 'delivery-offer', text: OFFER }, dueOf(wish));
    return offers.map((offer) => ({ ...offer, part: name }));
  }

  /** @param portion what of the wish this part may give */
  private claim(part: Session, wish: LeaseRequest, portion: Portion): Promise<Lease[]> {
    const values = [...dueOf(wish), wish.leaseMs, JSON.stringify(portion.shares), portion.limit];
    return part.query<Lease>({ name: 'delivery-claim', text: CLAIM }, values);
  }

  /** Gives back what dead processes had in hand: to be sent when it was not handed over yet, else to be looked up. */
  async release(): Promise<number> {
    return (await rowsOfParts(this.session, { name: 'delivery-release', text: RELEASE }, [])).length;
  }

  /**
   * Has nothing stay behind a message that is over, or whose fate is not known after `unknownMs`. Looks at `most` rows;
   * gives how many it freed, and from where on to look next.
   */
  async catchUp(
    { unknownMs, most }: { unknownMs: number; most: number },
    { lane, recipient }: CaughtUp = FROM_THE_START,
  ): Promise<{ count: number; next: CaughtUp | undefined }> {
    const values = [unknownMs, lane, recipient, most];
    const statement = { name: 'delivery-catch-up', text: CATCH_UP };
    const parts = await rowsOfParts<CaughtUp & { freed: number }>(this.session, statement, values);
    // No part may be passed over: those that came farther are looked at once more from there.
    const ends = parts.filter((part) => part.lane !== null).sort((one, other) => (one.lane < other.lane ? -1 : 1));
    return { count: parts.reduce((sum, { freed }) => sum + freed, 0), next: ends[0] };
  }
}

function dueOf({ owner, limit, concurrency, shares }: LeaseRequest): unknown[] {
  return [owner, limit, JSON.stringify(concurrency), JSON.stringify(shares), PROVIDER_OF];
}
