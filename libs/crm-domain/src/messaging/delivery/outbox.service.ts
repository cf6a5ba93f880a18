import type { Db } from '../../crm-database.js';
import type { AccountUse } from '../accounts/account.store.js';
import type { ChannelName, HandleKind } from '../channel-name.js';
import type { DeliveryState, OutboxRow } from './outbox.store.js';

/** States of deliveries as people tell them apart. */
export const OUTBOX_STATES = {
  waiting: ['queued', 'leased', 'transmitting'],
  unknown: ['unknown'],
  sent: ['accepted'],
  failed: ['rejected'],
} as const satisfies Record<string, readonly DeliveryState[]>;
/** One of `OUTBOX_STATES`. */
export type OutboxState = keyof typeof OUTBOX_STATES;

type Hidden = 'address' | 'address_kind';

/** A message that is being sent or was, as the console shows it. */
export interface Delivery extends Omit<OutboxRow, 'created_at' | 'run_at' | 'finished_at' | Hidden> {
  /** The first recipient, masked: enough to know one's own message by. Null when it has none. */
  to: string | null;
  created_at: string;
  run_at: string | null;
  finished_at: string | null;
}

/** Deliveries, the newest first. */
export interface OutboxPage {
  deliveries: Delivery[];
  /** Asks for the next page as `before`; null on the last one. */
  older: string | null;
}

const PAGE = 25;

/** What became of messages that were sent: their way, never their content. */
export class OutboxService {
  constructor(private readonly db: Db) {}

  /** A person's own deliveries, for admins those of the workspace; the newest first, 25 at a time. */
  async list(
    workspaceId: string,
    by: AccountUse,
    page: { channel?: ChannelName; state?: OutboxState; before?: string } = {},
  ): Promise<OutboxPage> {
    const { channel = null, before = null, state } = page;
    const user_id = by.role === 'admin' ? null : by.user_id;
    const states = state ? OUTBOX_STATES[state] : null;
    const filter = { user_id, channel, states, before, limit: PAGE + 1 };
    const rows = await this.db.autocommit(workspaceId, (stores) => stores.outbox.list(filter));
    const shown = rows.slice(0, PAGE);
    return { deliveries: shown.map(view), older: rows.length > PAGE ? shown.at(-1)!.message_id : null };
  }
}

function view({ created_at, run_at, finished_at, address, address_kind, ...row }: OutboxRow): Delivery {
  const times = { created_at: created_at.toISOString(), run_at: run_at?.toISOString() ?? null };
  const to = address === null ? null : masked(address, address_kind!);
  return { ...row, to, ...times, finished_at: finished_at?.toISOString() ?? null };
}

/** The first letter and the domain of an email address; of everything else the last four signs. */
function masked(address: string, kind: HandleKind): string {
  if (kind !== 'email') return `…${address.slice(-4)}`;
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${at > 0 ? first : ''}…${address.slice(Math.max(at, 0))}`;
}
