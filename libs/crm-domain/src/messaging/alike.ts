import type { Stores } from '../db/stores.js';
import { isMail } from './channel-name.js';
import type { Lease } from './delivery-queue.store.js';
import type { Candidate, ProviderIds } from './delivery-state.js';
import { SENT_WITHIN_MS, sameText } from './same-message.js';

/**
 * Times this near to each other do not tell two messages apart, in milliseconds: some providers tell whole seconds, and a call takes
 * its time.
 */
const ABOUT_AS_NEAR_MS = 3000;

/**
 * Which of the messages found at the provider is the one that was begun at 0. Each belongs to the transmission that was begun
 * nearest to it, ours or one of the others that say the same, which are given by when they were begun. Undefined where another one is
 * nearer, or about as near without a message of its own. All times are milliseconds.
 */
export function nearest<T extends { after_ms: number }>(found: readonly T[], others: readonly number[]): T | undefined {
  const open = [...found];
  const waiting = [0, ...others];
  while (open.length > 0) {
    const pairs = waiting.flatMap((begun) =>
      open.map((each) => ({ begun, each, far: Math.abs(each.after_ms - begun) })),
    );
    const { begun, each, far } = pairs.reduce((best, pair) => (pair.far < best.far ? pair : best));
    if (begun === 0) {
      const isAsNear = (distance: number) => distance <= far + ABOUT_AS_NEAR_MS;
      const rivals = waiting.slice(1).filter((other) => isAsNear(Math.abs(each.after_ms - other)));
      const theirs = open.filter(({ after_ms }) => isAsNear(Math.abs(after_ms)));
      return theirs.length > rivals.length ? each : undefined;
    }
    open.splice(open.indexOf(each), 1);
    waiting.splice(waiting.indexOf(begun, 1), 1);
  }
  return undefined;
}

/**
 * Of messages at the provider that say the same, the one of this lease. Those of other messages do not count: sent from here, in whatever
 * workspace the same account is connected, or stored as written elsewhere. Until the transaction ends, others wait here.
 */
export async function findOwn(
  { alike }: Stores,
  lease: Lease,
  candidates: readonly Candidate[],
): Promise<ProviderIds | undefined> {
  const { workspace_id, message_id, channel_account_id } = lease;
  if (channel_account_id === null) return undefined;
  const accounts = await alike.accounts({ workspace_id, channel_account_id });
  await alike.queueUp(accounts);
  const ids = candidates.flatMap(({ provider_message_id: id }) => id ?? []);
  const taken = await alike.stored(accounts[0]!, ids, message_id);
  for (const account of accounts) taken.push(...(await alike.sent(account, ids, message_id)));
  const free = candidates.filter(({ provider_message_id: id }) => id !== null && !taken.includes(id));
  const found = free.length > 0 ? nearest(free, await rivalsOf(alike, lease, accounts)) : undefined;
  if (!found) return undefined;
  const { provider_message_id, provider_thread_id, internet_message_id } = found;
  return { provider_message_id, provider_thread_id, internet_message_id };
}

/**
 * When other messages were begun that say the same and may have left as well, in milliseconds after this one. Mails that are looked for in one
 * thread say the same, since there only people and subject are compared.
 */
async function rivalsOf(
  alike: Stores['alike'],
  { workspace_id, message_id, channel, transmit_started_at: at, provider_thread_id }: Lease,
  accounts: Awaited<ReturnType<typeof alike.accounts>>,
): Promise<number[]> {
  const ours = await alike.said(workspace_id, message_id);
  if (!ours || !at) return [];
  const around = SENT_WITHIN_MS.before + SENT_WITHIN_MS.after;
  const handles = isMail(channel) ? null : ours.handles;
  const rivals: number[] = [];
  for (const account of accounts) {
    const open = await alike.open(account, { handles, at, before_ms: around, after_ms: around });
    const same = open.filter((row) =>
      isMail(channel) ? row.provider_thread_id === provider_thread_id : sameText(row.body, ours.body),
    );
    const others = same.filter((row) => row.message_id !== message_id);
    rivals.push(...others.map(({ transmit_started_at }) => transmit_started_at.getTime() - at.getTime()));
  }
  return rivals;
}
