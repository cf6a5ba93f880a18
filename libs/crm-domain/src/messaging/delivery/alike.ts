import type { Stores } from '../../stores.js';
import { isMail } from '../channel-name.js';
import type { Lease } from './delivery-queue.store.js';
import type { Candidate, ProviderIds } from './delivery-state.js';
import { SENT_WITHIN_MS, sameAs } from './same-message.js';

/** Times this near to each other do not tell two messages apart, in milliseconds: some providers tell whole seconds. */
const ABOUT_AS_NEAR_MS = 3000;

/**
 * Which of the messages found at the provider is the one that was begun at 0, among `others` that say the same, given
 * by when they were begun. A call takes up to `callMs`, and the provider may take its message at any time of it: one
 * that falls in several calls, or about as near to them, may be of each. Undefined unless ours must have left, since
 * the others cannot account for all that was found. All times are milliseconds.
 */
export function nearest<T extends { after_ms: number }>(
  found: readonly T[],
  others: readonly number[],
  callMs: number,
): T | undefined {
  const calls = [0, ...others].map((begun) => ({ begun, could: [] as T[] }));
  for (const each of found)
    for (const call of asNear(calls, ({ begun }) => farFrom(each.after_ms, begun, callMs))) call.could.push(each);
  for (const call of calls) {
    const far = ({ after_ms }: T) => Math.abs(after_ms - call.begun);
    call.could = asNear(call.could, ({ after_ms }) => farFrom(after_ms, call.begun, callMs));
    call.could.sort((one, other) => far(one) - far(other));
  }
  const [own, ...rest] = calls;
  const takenBy = new Map<T, (typeof calls)[number]>();
  for (const call of rest) take(call, takenBy);
  return take(own!, takenBy);
}

/** How far a moment is from a call that was begun then; 0 within the call. */
export function farFrom(moment: number, begun: number, callMs: number): number {
  return Math.max(begun - moment, moment - begun - callMs, 0);
}

/** The nearest, and those about as near. */
export function asNear<T>(all: readonly T[], far: (each: T) => number, margin = ABOUT_AS_NEAR_MS): T[] {
  const least = all.reduce((most, each) => Math.min(most, far(each)), Infinity);
  return all.filter((each) => far(each) <= least + margin);
}

/**
 * Gives a call one of those it could be, where those that have one may change to another. Undefined where there are too
 * few.
 */
function take<T, Call extends { could: readonly T[] }>(
  call: Call,
  takenBy: Map<T, Call>,
  seen = new Set<T>(),
): T | undefined {
  for (const each of call.could) {
    if (seen.has(each)) continue;
    seen.add(each);
    const holder = takenBy.get(each);
    if (holder && take(holder, takenBy, seen) === undefined) continue;
    takenBy.set(each, call);
    return each;
  }
  return undefined;
}

/**
 * Of messages at the provider that say the same, the one of this lease. Those of other messages do not count: sent from
 * here, in whatever workspace the same account is connected, or stored as written elsewhere. Until the transaction
 * ends, others wait here. A call to the provider takes up to `callMs`.
 */
export async function findOwn(
  { alike }: Stores,
  lease: Lease,
  { candidates, callMs }: { candidates: readonly Candidate[]; callMs: number },
): Promise<ProviderIds | undefined> {
  const { workspace_id, message_id, channel_account_id } = lease;
  if (channel_account_id === null) return undefined;
  const accounts = await alike.accounts({ workspace_id, channel_account_id });
  await alike.queueUp(accounts);
  const ids = candidates.flatMap(({ provider_message_id: id }) => id ?? []);
  const taken = await alike.stored(accounts[0]!, ids, message_id);
  taken.push(...(await alike.sent(accounts, ids, message_id)));
  const free = candidates.filter(({ provider_message_id: id }) => id !== null && !taken.includes(id));
  const found = free.length > 0 ? nearest(free, await rivalsOf(alike, lease, accounts), callMs) : undefined;
  if (!found) return undefined;
  const { provider_message_id, provider_thread_id, internet_message_id } = found;
  return { provider_message_id, provider_thread_id, internet_message_id };
}

/**
 * When other messages were begun that say the same and may have left as well, in milliseconds after this one; of mails,
 * those of its thread.
 */
async function rivalsOf(
  alike: Stores['alike'],
  { workspace_id, message_id, channel, transmit_started_at: at, provider_thread_id }: Lease,
  accounts: Awaited<ReturnType<typeof alike.accounts>>,
): Promise<number[]> {
  const ours = await alike.said(workspace_id, message_id);
  if (!ours || !at) return [];
  const withinMs = SENT_WITHIN_MS.before + SENT_WITHIN_MS.after;
  const handles = isMail(channel) ? null : ours.handles;
  const isSame = sameAs(ours.body);
  const rivals: number[] = [];
  for (const account of accounts) {
    const open = await alike.open(account, { handles, at, before_ms: withinMs, after_ms: withinMs });
    const around = isMail(channel) ? open.filter((row) => row.provider_thread_id === provider_thread_id) : open;
    const same = around.filter((row) => isSame(row.body));
    const others = same.filter((row) => row.message_id !== message_id);
    rivals.push(...others.map(({ transmit_started_at }) => transmit_started_at.getTime() - at.getTime()));
  }
  return rivals;
}
