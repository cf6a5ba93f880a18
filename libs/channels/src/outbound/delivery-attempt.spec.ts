import { CHANNELS, DELIVERY_NUMBERS, type ChannelName, type Lease, type Verdict } from '#crm-domain/messaging';
import { DomainError } from '#crm-domain';
import type { Channel, DeliveryTrace } from '../contract/channel.js';
import { DeliveryAttempt, type DeliveryTools } from './delivery-attempt.js';

const MINUTE = 60_000;
const LEASE: Lease = {
  workspace_id: 'w',
  message_id: 'm',
  channel: 'instagram',
  channel_account_id: 'a',
  state: 'unknown',
  lease_owner: 'o',
  attempt: 2,
  transmit_count: 1,
  not_sent_count: 0,
  age_ms: 0,
  transmitted_ms: MINUTE,
  transmit_started_at: new Date('2001-01-01T00:00:00Z'),
  provider_draft_id: null,
  provider_thread_id: null,
};

describe('an attempt', () => {
  let traces: DeliveryTrace[];
  let prepared: number;
  let verdicts: Verdict[];
  let asked: string[];
  beforeEach(() => ([traces, verdicts, asked, prepared] = [[], [], [], 0]));

  const channel: Channel = {
    name: 'instagram',
    graceMs: 0,
    concurrency: 1,
    prepare: async (_message, _access, trace) => {
      traces.push(trace);
      prepared++;
      return { kind: 'prepared', provider_draft_id: null, provider_thread_id: null };
    },
    transmit: async () => ({ kind: 'ambiguous', code: 'no_answer', detail: 'None.', http_status: null }),
    reconcile: async (_message, _access, trace) => {
      traces.push(trace);
      return { kind: 'not_sent' };
    },
  };
  const access = { external_account_id: '4711', address: '', display_name: null, token: 'secret' };
  const tools: DeliveryTools = {
    deliveries: {
      numbers: DELIVERY_NUMBERS,
      outgoing: async () => {
        asked.push('sender');
        return {
          subject: null,
          body: 'Hello',
          is_sender_allowed: true,
          is_client_revoked: false,
          has_api_access: true,
          recipients: [],
          reply: null,
        };
      },
      sentFromHere: async () => new Set(),
      keepDraft: async () => true,
      fence: async () => {
        asked.push('fence');
        return undefined;
      },
      conclude: async (_lease, verdict) => {
        verdicts.push(verdict);
        return verdict.kind === 'alike' ? undefined : verdict;
      },
    },
    channels: Object.fromEntries(CHANNELS.map((name) => [name, channel])) as Record<ChannelName, Channel>,
    accounts: {
      accessTo: async () => {
        asked.push('token');
        return { kind: 'open', channel: 'instagram', access };
      },
      reconsider: async (_account, outcome) => outcome,
    },
  };
  const attempt = new DeliveryAttempt(tools);

  it('that looks for a message is told when it was sent by the clock of this process, whatever that of the database says', async () => {
    const before = Date.now();
    await attempt.deliver(LEASE);
    const begun = traces[0]!.transmit_started_at!.getTime();
    expect(begun).toBeGreaterThan(before - 2 * MINUTE);
    expect(begun).toBeLessThanOrEqual(Date.now() - MINUTE);
  });

  it('does not know when a message was queued whose time is still to come by the clock of the database', async () => {
    const waiting = { ...LEASE, state: 'leased' } as const;
    await attempt.deliver({ ...waiting, age_ms: -MINUTE });
    await attempt.deliver({ ...waiting, age_ms: MINUTE });
    expect(traces.map(({ queued_at }) => queued_at)).toEqual([undefined, expect.any(Date)]);
  });

  it('has its token before it is asked whether the sender may use the account, which somebody else may have since', async () => {
    await attempt.deliver({ ...LEASE, state: 'leased' });
    // Behind the fence that lets nobody through it is asked why.
    expect(asked).toEqual(['token', 'sender', 'fence', 'token', 'sender']);
  });

  it('sends no mail whose sender has revoked the client while the draft was being made', async () => {
    const { outgoing } = tools.deliveries;
    const revoking = new DeliveryAttempt({
      ...tools,
      deliveries: {
        ...tools.deliveries,
        outgoing: async (lease) => ({ ...(await outgoing(lease))!, is_client_revoked: prepared > 0 }),
      },
    });
    await revoking.deliver({ ...LEASE, channel: 'gmail', state: 'leased' });
    expect(asked).not.toContain('fence');
    expect(verdicts).toMatchObject([{ kind: 'rejected', code: 'connection_revoked' }]);
  });

  it('that is refused before its look says so; one that looked before it was refused does not', async () => {
    const refusal = { kind: 'rejected', account: 'reauth_required', code: 'c', detail: 'd', http_status: 401 } as const;
    for (const looked of [undefined, true] as const) {
      const gmail: Channel = { ...channel, prepare: async () => ({ ...refusal, ...(looked && { looked }) }) };
      const refused = new DeliveryAttempt({ ...tools, channels: { ...tools.channels, gmail } });
      await refused.deliver({ ...LEASE, channel: 'gmail', state: 'leased' });
    }
    expect(verdicts).toMatchObject([
      { kind: 'rejected', looked: false },
      { kind: 'rejected', looked: true },
    ]);
  });

  it('waits for the account of a mail whose client was revoked, so that it can look for its draft', async () => {
    const busy = { kind: 'transient', code: 'account_busy', detail: '', http_status: null } as const;
    const { outgoing } = tools.deliveries;
    const closed = new DeliveryAttempt({
      ...tools,
      deliveries: {
        ...tools.deliveries,
        outgoing: async (lease) => ({ ...(await outgoing(lease))!, is_client_revoked: true }),
      },
      accounts: {
        ...tools.accounts,
        accessTo: async () => ({ ...busy, retry_after_seconds: 1, throttles: 'message' }),
      },
    });
    await closed.deliver({ ...LEASE, channel: 'gmail', state: 'leased' });
    await closed.deliver({ ...LEASE, channel: 'gmail', state: 'leased', attempt: 1 });
    expect(verdicts).toMatchObject([{ code: 'account_busy' }, { code: 'connection_revoked' }]);
  });

  it('transmits nothing once the process is to end, and leaves the message to others', async () => {
    const ending = new DeliveryAttempt({
      ...tools,
      deliveries: {
        ...tools.deliveries,
        outgoing: async (lease) => {
          ending.end();
          return tools.deliveries.outgoing(lease);
        },
      },
    });
    await ending.deliver({ ...LEASE, state: 'leased' });
    expect(asked).not.toContain('fence');
    expect(verdicts).toMatchObject([{ kind: 'transient', code: 'process_ending' }]);
  });

  it('transmits nothing either when the process is told to end while the message is being handed over', async () => {
    const ending = new DeliveryAttempt({
      ...tools,
      deliveries: {
        ...tools.deliveries,
        fence: async (lease) => {
          ending.end();
          return { ...lease, state: 'transmitting' };
        },
      },
    });
    await ending.deliver({ ...LEASE, state: 'leased' });
    expect(verdicts).toMatchObject([{ kind: 'transient', code: 'process_ending' }]);
  });

  it('that may have been handed over, but of which nothing has left, says so once the database is back', async () => {
    const away = new DomainError('unavailable', 'The database cannot be reached.');
    let tries = 0;
    const lost = new DeliveryAttempt({
      ...tools,
      deliveries: {
        ...tools.deliveries,
        fence: () => Promise.reject(away),
        conclude: (...written) => (tries++ === 0 ? Promise.reject(away) : tools.deliveries.conclude(...written)),
      },
    });
    await lost.deliver({ ...LEASE, state: 'leased' });
    expect(verdicts).toMatchObject([{ kind: 'transient', code: 'internal_error' }]);
  });

  it('to look is not made after a day and a hundred others, which may each have ended a process', async () => {
    const transmitted_ms = DELIVERY_NUMBERS.giveUpMs + 1;
    await attempt.deliver({ ...LEASE, transmitted_ms, attempt: 100 });
    await attempt.deliver({ ...LEASE, attempt: 101 });
    expect(traces).toHaveLength(2);
    await attempt.deliver({ ...LEASE, transmitted_ms, attempt: 101 });
    expect(traces).toHaveLength(2);
    expect(verdicts.map((verdict) => verdict.kind)).toEqual(['not_sent', 'not_sent', 'unknown']);
  });

  it('to send is not made after a day and a hundred others that all ended before they sent', async () => {
    const waiting = { ...LEASE, state: 'leased', transmit_count: 0, transmit_started_at: null } as const;
    const age_ms = DELIVERY_NUMBERS.giveUpMs + 1;
    await attempt.deliver({ ...waiting, age_ms, attempt: 100 });
    await attempt.deliver({ ...waiting, attempt: 101 });
    expect(prepared).toBe(2);
    await attempt.deliver({ ...waiting, age_ms, attempt: 101 });
    expect(prepared).toBe(2);
    expect(verdicts).toMatchObject([{ kind: 'transient', code: 'internal_error' }]);
  });
});
