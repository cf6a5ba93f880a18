import { setTimeout as sleep } from 'node:timers/promises';
import { openDomain } from '#auth';
import type { Caller, Domain } from '#crm-domain';
import { CHANNELS, isMail, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { eventually } from '../../support/eventually.js';
import { BRIEF } from './brief-times.js';
import { hearCallbacks } from './callbacks.js';
import { Crew } from './chaos-crew.js';
import { PostOffice } from './post-office.js';
import { StandIns } from './stand-ins.js';
import { WorkerProcess } from './worker-process.js';

export interface ChaosOrder {
  databaseUrl: string;
  seconds: number;
  seed: number;
}

/** What was seen. */
export interface ChaosReport {
  messages: number;
  /** How often a worker that had just claimed something was killed or stopped. */
  strikes: number;
  /** Of those, how many met a message under way: it was still in that worker's hands. */
  met: number;
  /** How many messages those met, by how far they had come. */
  in_hand: Record<string, number>;
  sent: number;
  failed: Record<string, number>;
  doubles: string[];
  falseSent: string[];
  falseFailed: string[];
  pending: string[];
  /** Drafts of which more than one of eight sends was accepted. */
  acceptedTwice: string[];
}

/** A run is no storm before so many strikes have met a message. */
const FEWEST_MET = 6;
/** A slow machine gets so many times the time for that. */
const LONGEST = 20;

/** Whether it shows something, and nothing is wrong: where no strike has met a message, nothing was tried. */
export function isProof({ met, doubles, falseSent, falseFailed, pending, acceptedTwice }: ChaosReport): boolean {
  const wrong = [doubles, falseSent, falseFailed, pending, acceptedTwice];
  return met > 0 && wrong.every((bodies) => bodies.length === 0);
}

const SENDS = 8;
const PER_SECOND = 8;
// A callback of a busy machine takes its time.
const NUMBERS = { ...BRIEF, unknownMs: 8000 };
const TO: Record<ChannelName, string> = {
  gmail: 'mara@example.com',
  outlook: 'mara@example.com',
  whatsapp: '+12025550123',
  facebook: '7203948812345678',
  instagram: '178414',
};

/**
 * Instagram shows the newest 20 messages of a conversation: what more would hide ends as unknown, which here would be a
 * fault.
 */
const SHOWN = 15;

function personFor(channel: ChannelName, n: number): string {
  if (channel !== 'instagram') return TO[channel];
  return `${TO[channel]}${Math.floor(n / CHANNELS.length / SHOWN)}`;
}

/** One send in five goes wrong in one way or another, and some of all that is looked up and drafted. */
const FAULTS = [
  ...['reset_before', 'reset_after', 'hang_before', 'hang_after'].map((action) => ({ action, share: 0.03 })),
  { action: 'answer', status: 503, share: 0.03 },
  { action: 'accept_then_answer', status: 503, share: 0.03 },
  { action: 'answer', status: 429, share: 0.02, headers: { 'retry-after': '1' } },
  { action: 'slow', ms: 300, share: 0.05 },
  { action: 'answer', status: 503, call: 'read', share: 0.1 },
  { action: 'reset_after', call: 'draft', share: 0.05 },
  { action: 'answer', status: 503, call: 'draft', share: 0.05 },
];

/**
 * Sends messages through five channels while providers fail and workers are killed and stopped, then lets all calm down
 * and compares what is said of each message with what arrived.
 */
export async function chaos({ databaseUrl, seconds, seed }: ChaosOrder): Promise<ChaosReport> {
  const office = await PostOffice.at(databaseUrl);
  // Eight sends at once of eight drafts a second: on a slow machine they queue up.
  const domain = await openDomain({ url: databaseUrl, poolSize: SENDS, poolWait: 60_000 });
  const providers = await StandIns.start();
  const callbacks = await hearCallbacks(office, office.deliveries());
  const order = { databaseUrl, numbers: NUMBERS, tellsClaims: true } as const;
  const crew = new Crew(office, () => WorkerProcess.start(providers.url, order));
  try {
    const behaviour = { copies: 2, order: 'shuffled', delay_ms: 50, meta_webhook_url: callbacks.url };
    await providers.control('behaviour', behaviour);
    const caller = await writer(office, domain, providers);
    await providers.calmDown(seed);
    for (const fault of FAULTS) await providers.fault({ ...fault, times: 0 });
    const chance = seeded(seed);
    const storm = new AbortController();
    const [drafts] = await Promise.all([
      sendAll(domain, caller, storm.signal),
      crew
        .storm({ seconds, fewestMet: FEWEST_MET, longest: LONGEST, heldMs: 2 * NUMBERS.leaseMs!, chance })
        .finally(() => storm.abort()),
    ]);
    await providers.calmDown();
    const isPending = async () => (await office.sql(`select 1 from message where status = 'pending'`)).length > 0;
    await eventually(async () => !(await isPending()), 120_000).catch(() => undefined);
    // Proof may come late; it counts when it comes. A webhook on its way may be the only one.
    await providers.allTold();
    let found = await compare(office, providers, drafts);
    const isMended = async () => (found = await compare(office, providers, drafts)).falseFailed.length === 0;
    await eventually(isMended, 30_000).catch(() => undefined);
    const { strikes, met, inHand: in_hand } = crew;
    return { strikes, met, in_hand, ...found };
  } finally {
    await crew.end();
    await callbacks.close();
    await providers.close();
    await domain.close();
    await office.close();
  }
}

/** A person with an account on each channel. */
async function writer(office: PostOffice, domain: Domain, providers: StandIns): Promise<Caller> {
  const workspace_id = await office.workspace();
  const person = { subject: newId(), email: 'ada@example.com', name: 'Ada Lovelace' };
  const { user_id } = await domain.workspaces.addMember({ ...person, workspace_id });
  for (const channel of CHANNELS) {
    const external = newId();
    const seal = await providers.account(channel, external);
    const { channel_account_id } = await office.sender(channel, { workspace_id, external, seal });
    await office.sql('update channel_account set owner_user_id = $2 where channel_account_id = $1', [
      channel_account_id,
      user_id,
    ]);
  }
  const via = { origin: 'mcp', request_id: 'chaos' } as const;
  return { workspace_id, user_id, api_key_id: null, client_id: null, trusted: true, via };
}

interface Sent {
  message_id: string;
  body: string;
  accepted: number;
}

/** Each draft is sent eight times at once, for as long as the storm lasts. */
async function sendAll(domain: Domain, caller: Caller, storm: AbortSignal): Promise<Sent[]> {
  const sent: Promise<Sent>[] = [];
  for (let n = 0; !storm.aborted; n++) {
    const channel = CHANNELS[n % CHANNELS.length]!;
    sent.push(sendOne(domain, caller, { channel, body: `${channel} ${n}`, to: personFor(channel, n) }));
    await sleep(1000 / PER_SECOND);
  }
  return Promise.all(sent);
}

async function sendOne(
  domain: Domain,
  caller: Caller,
  { channel, body, to }: { channel: ChannelName; body: string; to: string },
): Promise<Sent> {
  const subject = isMail(channel) ? { subject: 'Good morning' } : {};
  const draft = await domain.drafts.create(caller, { channel, body, to: [to], ...subject });
  const sends = Array.from({ length: SENDS }, () => domain.outbound.send(caller, draft.draft_id));
  const results = await Promise.allSettled(sends);
  return { message_id: draft.draft_id, body, accepted: results.filter(({ status }) => status === 'fulfilled').length };
}

type Compared = Omit<ChaosReport, 'strikes' | 'met' | 'in_hand'>;

async function compare(office: PostOffice, providers: StandIns, drafts: Sent[]): Promise<Compared> {
  const arrived = new Map<string, number>();
  for (const { text } of await providers.arrivals()) arrived.set(text, (arrived.get(text) ?? 0) + 1);
  const all = await Promise.all(
    drafts.map(async (draft) => ({
      ...draft,
      ...(await office.fate(draft.message_id)),
      times: arrived.get(draft.body) ?? 0,
    })),
  );
  const those = (fits: (one: (typeof all)[number]) => boolean) => all.filter(fits).map(({ body }) => body);
  const failed: Record<string, number> = {};
  for (const { status, failure_code } of all)
    if (status === 'failed') failed[String(failure_code)] = (failed[String(failure_code)] ?? 0) + 1;
  return {
    messages: all.length,
    sent: those(({ status }) => status === 'sent').length,
    failed,
    doubles: those(({ times }) => times > 1),
    falseSent: those(({ status, times }) => status === 'sent' && times === 0),
    falseFailed: all
      .filter(({ status, times }) => (status === 'failed' || status === 'draft') && times > 0)
      .map(({ body, failure_code }) => `${body}: ${failure_code}`),
    pending: those(({ status }) => status === 'pending'),
    acceptedTwice: those(({ accepted }) => accepted > 1),
  };
}

/** The same numbers from 0 to 1 for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
