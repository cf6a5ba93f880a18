import { AccountTokens, DeliveryWorker, channelsFor } from '#channels';
import { CHANNELS, type ChannelName } from '#crm-domain/messaging';
import { newId } from '#platform';
import { eventually } from '../support/eventually.js';
import { BRIEF, BRIEF_GRACE } from './support/brief-times.js';
import { hearCallbacks } from './support/callbacks.js';
import { Desk } from './support/desk.js';
import { PostOffice, type Fate } from './support/post-office.js';
import { StandIns, vault } from './support/stand-ins.js';

const sent = { status: 'sent', arrivals: 1 };
const failed = (failure_code: unknown) => ({ status: 'failed', arrivals: 0, failure_code });

/** Of calls that hang those that do not are told apart, on a busy machine, too. */
const NUMBERS = { ...BRIEF, callMs: 15_000, leaseMs: 30_000, fenceMs: 10_000, unknownMs: 20_000 };

interface Case {
  name: string;
  fault: object;
  /** Gmail shows that a message has not left; the others do not. */
  gmail: object;
  others: object;
}

const CASES: Case[] = [
  { name: 'all is well', fault: { action: 'slow', ms: 5 }, gmail: sent, others: sent },
  { name: 'it was taken and the connection broke', fault: { action: 'reset_after' }, gmail: sent, others: sent },
  { name: 'it was taken and the answer never came', fault: { action: 'hang_after' }, gmail: sent, others: sent },
  {
    name: 'it was taken and the answer said otherwise',
    fault: { action: 'accept_then_answer', status: 503 },
    gmail: sent,
    others: sent,
  },
  {
    name: 'the connection broke before it was taken',
    fault: { action: 'reset_before' },
    gmail: sent,
    others: failed('outcome_unknown'),
  },
  {
    name: 'it was not taken and nothing was answered',
    fault: { action: 'hang_before' },
    gmail: sent,
    others: failed('outcome_unknown'),
  },
  {
    name: 'it was not taken and the provider was down',
    fault: { action: 'answer', status: 503 },
    gmail: sent,
    others: failed('outcome_unknown'),
  },
  {
    name: 'there was too much for a moment',
    fault: { action: 'answer', status: 429, headers: { 'retry-after': '1' } },
    gmail: sent,
    others: sent,
  },
  {
    name: 'it was refused',
    fault: { action: 'answer', status: 400 },
    gmail: failed(expect.any(String)),
    others: failed(expect.any(String)),
  },
];

describe('a message of which', () => {
  let office: PostOffice;
  let providers: StandIns;
  let worker: DeliveryWorker;
  let callbacks: Awaited<ReturnType<typeof hearCallbacks>>;
  const messages = new Map<string, string>();

  beforeAll(async () => {
    [office, providers] = [await PostOffice.open(), await StandIns.start()];
    const deliveries = office.deliveries(NUMBERS);
    callbacks = await hearCallbacks(office, deliveries);
    await providers.control('behaviour', { meta_webhook_url: callbacks.url });
    for (const channel of CHANNELS) for (const { name, fault } of CASES) await post(channel, name, fault);
    const accounts = new AccountTokens(office.domain.db, vault, providers.settings);
    const channels = channelsFor(providers.settings, BRIEF_GRACE);
    worker = new DeliveryWorker({ deliveries, accounts, channels, databaseUrl: office.url });
    worker.start();
    const isPending = async () => (await office.sql(`select 1 from message where status = 'pending'`)).length > 0;
    await eventually(async () => !(await isPending()), 120_000);
    await providers.allTold();
  }, 240_000);

  afterAll(async () => {
    await worker.stop();
    await callbacks.close();
    await providers.close();
    await office.close();
  });

  const post = async (channel: ChannelName, name: string, fault: object) => {
    const external = newId();
    const sender = await office.sender(channel, { external, seal: await providers.account(channel, external) });
    await providers.fault({ channel, account: external, ...fault });
    const body = `${channel}: ${name}`;
    messages.set(body, await office.queue(sender, { body }));
  };

  describe.each(CHANNELS)('through %s', (channel) => {
    it.each(CASES)('$name', async ({ name, ...outcome }) => {
      const body = `${channel}: ${name}`;
      const { status, failure_code } = await office.fate(messages.get(body)!);
      const arrivals = (await providers.arrivals({ text: body })).length;
      const expected = channel === 'gmail' ? outcome.gmail : outcome.others;
      expect({ status, failure_code, arrivals }).toMatchObject(expected);
    });
  });
});

describe('a mail that', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(() => desk.close());

  it('Outlook would not take yet is sent once when a person sends its draft by hand meanwhile', async () => {
    const from = await desk.sender('outlook');
    const { external_account_id: account } = from;
    await desk.providers.fault({ channel: 'outlook', account, action: 'answer', status: 429 });
    const id = await desk.office.queue(from, { body: 'Sent by hand' });
    desk.work({ retryMs: 3_600_000, retryMostMs: 3_600_000 });
    const isPutOff = ({ state, transmit_count }: Fate) => state === 'queued' && transmit_count === 1;
    await eventually(async () => isPutOff(await desk.office.fate(id)));
    await desk.rest();
    await sendByHand(account, id);
    await desk.office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
    await desk.office.sql('update channel_account set next_send_at = now()');
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', attempt: 2, transmit_count: 1 });
    // One was refused, and the person's was taken.
    expect(await desk.providers.calls({ channel: 'outlook', account, call: 'send' })).toHaveLength(2);
    await desk.rest();
  });

  it('Outlook does not have any more is given up as unknown, though none of ours has left', async () => {
    const from = await desk.sender('outlook');
    const id = await desk.office.queue(from, { body: 'Nowhere' });
    const text = `update message_delivery set provider_draft_id = 'AAgone', attempt = 1 where message_id = $1`;
    await desk.office.sql(text, [id]);
    desk.work();
    const unknown = { status: 'failed', failure_code: 'outcome_unknown', transmit_count: 0 };
    expect(await desk.settled(id)).toMatchObject(unknown);
    await desk.rest();
  });

  it.each(['draft', 'send'])('Gmail refuses for the moment is sent all the same (call: %s)', async (call) => {
    const from = await desk.sender('gmail');
    const error = {
      code: 400,
      message: 'Precondition check failed.',
      errors: [{ domain: 'global', reason: 'failedPrecondition', message: 'Precondition check failed.' }],
      status: 'FAILED_PRECONDITION',
    };
    const passing = { action: 'answer', status: 400, body: { error } };
    await desk.providers.fault({ channel: 'gmail', account: from.external_account_id, call, ...passing });
    const body = `Refused for the moment (${call})`;
    const id = await desk.office.queue(from, { body });
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null });
    expect(await desk.providers.arrivals({ text: body })).toHaveLength(1);
    await desk.rest();
  });

  it.each(['ErrorMessageTransientError', 'ErrorMessageThrottled', 'ErrorSubmissionQuotaExceeded'])(
    'Outlook refuses for the moment is sent all the same (%s)',
    async (code) => {
      const from = await desk.sender('outlook');
      const passing = { action: 'answer', status: 403, body: { error: { code, message: 'Try again later.' } } };
      await desk.providers.fault({ channel: 'outlook', account: from.external_account_id, ...passing });
      const id = await desk.office.queue(from, { body: code });
      desk.work();
      expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null, transmit_count: 2 });
      expect(await desk.providers.arrivals({ text: code })).toHaveLength(1);
      await desk.rest();
    },
  );

  it('Gmail takes no day long is known to be sent when a person has sent its draft by hand', async () => {
    const from = await desk.sender('gmail');
    const { external_account_id: account } = from;
    await desk.providers.fault({ channel: 'gmail', account, action: 'answer', status: 429, times: 0 });
    const id = await desk.office.queue(from, { body: 'Sent from its draft' });
    desk.work();
    const draftOf = 'select provider_draft_id as draft from message_delivery where message_id = $1';
    await eventually(async () => (await desk.office.fate(id)).transmit_count === 1);
    const [delivery] = await desk.office.sql<{ draft: string }>(draftOf, [id]);
    await desk.providers.control('drafts/send', { account, draft: delivery!.draft });
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', failure_code: null });
    expect(await desk.providers.arrivals({ text: 'Sent from its draft' })).toHaveLength(1);
    await desk.rest();
  });

  it.each([
    [true, { status: 'sent', failure_code: null }],
    [false, { status: 'failed', failure_code: 'outcome_unknown' }],
  ])('a person sent from a draft whose id was lost is not sent again (our mark is there: %s)', async (...wanted) => {
    const [keeps_headers, expected] = wanted;
    const from = await desk.sender('gmail');
    const { external_account_id: account } = from;
    const wish = { channel: 'gmail', external_account_id: account, keeps_headers };
    const { access_token } = await desk.providers.control<{ access_token: string }>('accounts', wish);
    await desk.providers.fault({ channel: 'gmail', account, call: 'draft', action: 'reset_after' });
    const body = `Its id was lost (${keeps_headers})`;
    const id = await desk.office.queue(from, { body });
    desk.work({ retryMs: 3_600_000, retryMostMs: 3_600_000 });
    const isPutOff = ({ state, attempt }: Fate) => state === 'queued' && attempt === 1;
    await eventually(async () => isPutOff(await desk.office.fate(id)));
    await desk.rest();
    const url = `${desk.providers.settings.GMAIL_BASE_URL}/gmail/v1/users/me/drafts`;
    const list = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } });
    const { drafts } = (await list.json()) as { drafts: { id: string }[] };
    await desk.providers.control('drafts/send', { account, draft: drafts[0]!.id });
    await desk.office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
    desk.work();
    expect(await desk.settled(id)).toMatchObject(expected);
    expect(await desk.providers.arrivals({ text: body })).toHaveLength(1);
    await desk.rest();
  });

  it.each([
    ['gmail', 'read', 'outcome_unknown'],
    ['outlook', 'read', 'outcome_unknown'],
    ['gmail', 'draft', 'retries_exhausted'],
    ['outlook', 'draft', 'retries_exhausted'],
  ] as const)(
    'given up in %s while %s calls fail, after the id of its draft was lost, is failed: %s',
    async (...given) => {
      const [channel, call, failure_code] = given;
      const from = await desk.sender(channel);
      const { external_account_id: account } = from;
      const action = call === 'read' ? 'reset_after' : 'reset_before';
      await desk.providers.fault({ channel, account, call: 'draft', action, times: 0 });
      const id = await desk.office.queue(from, { body: 'Perhaps drafted' });
      desk.work({ retryMs: 3_600_000, retryMostMs: 3_600_000 });
      const isPutOff = ({ state, attempt }: Fate) => state === 'queued' && attempt === 1;
      await eventually(async () => isPutOff(await desk.office.fate(id)));
      await desk.rest();
      if (call === 'read')
        await desk.providers.fault({ channel, account, call, action: 'answer', status: 503, times: 0 });
      await desk.office.sql('update message_delivery set run_at = now() where message_id = $1', [id]);
      desk.work({ giveUpMs: 0 });
      expect(await desk.settled(id)).toMatchObject({ status: 'failed', failure_code, attempt: 2, transmit_count: 0 });
      await desk.rest();
    },
  );

  /** As a person does it, until Outlook shows it in Sent Items. */
  const sendByHand = async (external_account_id: string, messageId: string) => {
    const wish = { channel: 'outlook', external_account_id };
    const { access_token } = await desk.providers.control<{ access_token: string }>('accounts', wish);
    const [delivery] = await desk.office.sql<{ provider_draft_id: string }>(
      'select provider_draft_id from message_delivery where message_id = $1',
      [messageId],
    );
    const url = `${desk.providers.settings.GRAPH_BASE_URL}/me/messages/${delivery!.provider_draft_id}`;
    const headers = { authorization: `Bearer ${access_token}`, prefer: 'IdType="ImmutableId"' };
    expect(await fetch(`${url}/send`, { method: 'POST', headers })).toMatchObject({ status: 202 });
    const shown = async () => (await (await fetch(url, { headers })).json()) as { isDraft: boolean };
    await eventually(async () => !(await shown()).isDraft);
  };

  it('Outlook took is sent no second time though Outlook did not find it at first: that may be so because it had left', async () => {
    const from = await desk.sender('outlook');
    const missing = { channel: 'outlook', account: from.external_account_id, action: 'answer', status: 404 };
    await desk.providers.fault(missing);
    const id = await desk.office.queue(from, { body: 'Not found at first' });
    desk.work();
    const fate = await desk.settled(id);
    expect(fate).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown', transmit_count: 1 });
    await desk.rest();
  });

  it('Outlook took, and shows as a draft for long, leaves once though the answer was lost', async () => {
    await desk.providers.control('behaviour', { graph_move_ms: 60_000 });
    const from = await desk.sender('outlook');
    await desk.providers.fault({ channel: 'outlook', account: from.external_account_id, action: 'reset_after' });
    const id = await desk.office.queue(from, { body: 'A draft for long' });
    desk.work();
    const fate = await desk.settled(id);
    expect(fate).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown', transmit_count: 1 });
    expect(await desk.providers.arrivals({ text: 'A draft for long' })).toHaveLength(1);
  });
});
