import type { Db } from '../db/db.js';
import type { AccountUse } from './account.store.js';
import type { ChannelName } from './channel-name.js';
import type { OutboxRow } from './outbox.store.js';

export interface Delivery extends Omit<OutboxRow, 'created_at' | 'run_at' | 'finished_at'> {
  created_at: string;
  run_at: string;
  finished_at: string | null;
}

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
    page: { channel?: ChannelName; before?: string } = {},
  ): Promise<OutboxPage> {
    const { channel = null, before = null } = page;
    const user_id = by.role === 'admin' ? null : by.user_id;
    const filter = { user_id, channel, before, limit: PAGE + 1 };
    const rows = await this.db.read(workspaceId, (stores) => stores.outbox.list(filter));
    const shown = rows.slice(0, PAGE);
    return { deliveries: shown.map(view), older: rows.length > PAGE ? shown.at(-1)!.message_id : null };
  }
}

function view({ created_at, run_at, finished_at, ...row }: OutboxRow): Delivery {
  const times = { created_at: created_at.toISOString(), run_at: run_at.toISOString() };
  return { ...row, ...times, finished_at: finished_at?.toISOString() ?? null };
}
