import type { DeliveryTrace } from '#channels';
import { eventually } from '../support/eventually.js';
import { StandIns } from '../delivery/support/stand-ins.js';
import { ProviderDesk } from './support/provider-desk.js';

const CREATE = /\/messages$/;
const REPLY = /\/createReply$/;
const SEND = /\/send$/;

let standIns: StandIns;

beforeAll(async () => {
  standIns = await StandIns.start();
});
afterAll(() => standIns.close());

/** Sent mail looks like a draft for a moment. */
async function settled(desk: ProviderDesk, id: string | null): Promise<void> {
  await eventually(async () => (await desk.byHand('GET', `/messages/${id}`)).isDraft === false);
}

describe('a mail through Outlook', () => {
  it('leaves once, and keeps the id and the Message-ID of its draft', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message({ to: ['bob@example.com', 'cleo@example.com'], cc: ['dan@example.com'] });
    const trace = await desk.drafted(message);
    expect(await desk.arrivals(message)).toEqual([]);
    expect(await desk.transmit(message, trace)).toEqual({
      kind: 'accepted',
      provider_message_id: trace.provider_draft_id,
      provider_thread_id: trace.provider_thread_id,
      internet_message_id: expect.stringMatching(/^<.+>$/),
    });
    expect(await desk.arrivals(message)).toMatchObject([
      { mark: message.message_id, to: message.to, cc: message.cc, subject: 'The engine' },
    ]);
    await settled(desk, trace.provider_draft_id);
  });

  it('is accepted although it cannot be read at the moment', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ call: 'read', action: 'answer', status: 404 });
    expect(await desk.transmit(message, trace)).toEqual({
      kind: 'accepted',
      provider_message_id: trace.provider_draft_id,
      provider_thread_id: trace.provider_thread_id,
      internet_message_id: null,
    });
  });

  it('is not sent before it was prepared', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const trace = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: new Date() };
    expect(await desk.transmit(desk.message(), trace)).toMatchObject({ kind: 'transient', code: 'not_prepared' });
    expect(await desk.count('send', SEND)).toBe(0);
  });

  it('answers a message of its mailbox in its conversation', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const parent = await desk.inbound({ from: 'bob@example.com', subject: 'Looms', text: 'Hello' });
    const reply = {
      provider_message_id: parent.id,
      provider_thread_id: parent.thread,
      internet_message_id: '<first@example.com>',
      references: [],
      subject: 'Looms',
    };
    const message = desk.message({ subject: null, reply, cc: ['dan@example.com'] });
    const trace = await desk.drafted(message);
    expect(trace.provider_thread_id).toBe(parent.thread);
    await desk.transmit(message, trace);
    expect(await desk.arrivals(message)).toMatchObject([
      {
        mark: message.message_id,
        thread: parent.thread,
        subject: 'RE: Looms',
        to: message.to,
        cc: ['dan@example.com'],
      },
    ]);
    expect(await desk.count('draft', REPLY)).toBe(1);
  });

  it('carries its threading itself when what it answers is not in this mailbox', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const reply = {
      provider_message_id: 'AAkALgNowhere',
      provider_thread_id: null,
      internet_message_id: '<2@example.com>',
      references: ['<1@example.com>'],
      subject: 'Looms',
    };
    const { provider_draft_id } = await desk.drafted(desk.message({ subject: null, reply }));
    const draft = await desk.byHand('GET', `/messages/${provider_draft_id}?$expand=singleValueExtendedProperties`);
    expect(draft).toMatchObject({ subject: 'Re: Looms' });
    expect(draft.singleValueExtendedProperties).toEqual(
      expect.arrayContaining([
        { id: 'String 0x1042', value: '<2@example.com>' },
        { id: 'String 0x1039', value: '<1@example.com> <2@example.com>' },
      ]),
    );
  });
});

describe('the draft of a mail', () => {
  it('that an earlier attempt made and did not note is found, and no second one is made', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    await desk.drafted(desk.message());
    const { provider_draft_id } = await desk.drafted(message);
    expect(await desk.prepare(message, { attempt: 2 })).toMatchObject({ kind: 'prepared', provider_draft_id });
    expect(await desk.prepare(message, { attempt: undefined })).toMatchObject({ provider_draft_id });
    expect(await desk.count('draft', CREATE)).toBe(2);
  });

  describe('that an earlier attempt made', () => {
    it.each([
      ['noted', (trace: DeliveryTrace) => trace],
      ['did not note', () => ({})],
    ])('and %s is known to be sent when a person has sent it by hand', async (_what, noted) => {
      const desk = await ProviderDesk.open(standIns, 'outlook');
      const message = desk.message();
      const trace = await desk.drafted(message);
      await desk.byHand('POST', `/messages/${trace.provider_draft_id}/send`);
      await settled(desk, trace.provider_draft_id);
      const found = { provider_message_id: trace.provider_draft_id, provider_thread_id: trace.provider_thread_id };
      expect(await desk.prepare(message, { ...noted(trace), attempt: 2 })).toMatchObject({
        kind: 'accepted',
        ...found,
      });
      expect(await desk.count('draft', CREATE)).toBe(1);
    });

    it('and noted is used when it is still there', async () => {
      const desk = await ProviderDesk.open(standIns, 'outlook');
      const message = desk.message();
      const trace = await desk.drafted(message);
      const { provider_draft_id, provider_thread_id } = trace;
      const prepared = { kind: 'prepared', provider_draft_id, provider_thread_id };
      expect(await desk.prepare(message, { ...trace, attempt: 2 })).toEqual(prepared);
    });

    it('and noted is neither sent nor made again when it is gone: it may have been sent by hand', async () => {
      const desk = await ProviderDesk.open(standIns, 'outlook');
      const message = desk.message();
      const trace = await desk.drafted(message);
      await desk.byHand('DELETE', `/messages/${trace.provider_draft_id}`);
      const gone = { kind: 'unknown', code: 'draft_gone', looked: true };
      expect(await desk.prepare(message, { ...trace, attempt: 2 })).toMatchObject(gone);
    });

    it.each([
      ['fails', { status: 503 }, { kind: 'transient' }],
      ['is refused', { status: 400 }, { kind: 'transient' }],
      ['is not allowed any more', { status: 401 }, { kind: 'rejected', account: 'reauth_required' }],
    ])('and noted is not used while a look at it %s', async (_what, answer, declined) => {
      const desk = await ProviderDesk.open(standIns, 'outlook');
      const message = desk.message();
      const trace = await desk.drafted(message);
      await desk.fault({ call: 'read', action: 'answer', ...answer });
      expect(await desk.prepare(message, { ...trace, attempt: 2 })).toMatchObject(declined);
    });
  });

  it.each([
    ['404', { action: 'answer', status: 404 }],
    ['500', { action: 'answer', status: 500 }],
    ['a broken connection', { action: 'reset_before' }],
  ])('is looked for again when the search ends with %s, and none is made meanwhile', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    await desk.fault({ call: 'read', ...fault });
    expect(await desk.prepare(desk.message(), { attempt: 2 })).toMatchObject({ kind: 'transient' });
    expect(await desk.count('draft', CREATE)).toBe(0);
  });

  it.each([
    ['a broken connection', { action: 'reset_after' }, { kind: 'transient', code: 'no_answer' }],
    [
      'a limit',
      { action: 'answer', status: 429, headers: { 'retry-after': '9' } },
      { kind: 'transient', throttles: 'account', retry_after_seconds: 9 },
    ],
    ['a refusal', { action: 'answer', status: 400 }, { kind: 'rejected', code: 'RequestBodyRead' }],
  ])('is not there after %s, and nothing has left', async (_what, fault, declined) => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    await desk.fault({ call: 'draft', ...fault });
    expect(await desk.prepare(message)).toMatchObject(declined);
    expect(await desk.arrivals(message)).toEqual([]);
  });
});

describe('what became of a mail', () => {
  it.each([{ action: 'reset_after' }, { action: 'accept_then_answer', status: 504 }])(
    'is seen at the same id after $action',
    async (fault) => {
      const desk = await ProviderDesk.open(standIns, 'outlook');
      const message = desk.message();
      const trace = await desk.drafted(message);
      await desk.fault(fault);
      expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'ambiguous' });
      await settled(desk, trace.provider_draft_id);
      expect(await desk.reconcile(message, trace)).toEqual({
        kind: 'accepted',
        provider_message_id: trace.provider_draft_id,
        provider_thread_id: trace.provider_thread_id,
        internet_message_id: expect.any(String),
      });
    },
  );

  it('is seen by our own mark when the id leads nowhere', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.transmit(message, trace);
    await settled(desk, trace.provider_draft_id);
    const lost = { ...trace, provider_draft_id: 'AAkALgNowhere' };
    expect(await desk.reconcile(message, lost)).toMatchObject({
      kind: 'accepted',
      provider_message_id: trace.provider_draft_id,
    });
  });

  it.each([
    ['failed', { status: 503, headers: { 'retry-after': '1' } }],
    ['did not find it', { status: 404 }],
  ])('is not known as long as it is a draft, though Outlook %s', async (_what, answer) => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ action: 'answer', ...answer });
    expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'ambiguous' });
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown', code: 'still_a_draft' });
  });

  it('stays open when somebody has removed the draft by hand', async () => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.byHand('DELETE', `/messages/${trace.provider_draft_id}`);
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown', code: 'draft_gone' });
  });

  it.each([
    ['fails', { action: 'answer', status: 500 }],
    ['ends a token', { action: 'answer', status: 401 }],
    ['is cut off', { action: 'reset_before' }],
    ['leads nowhere, and the search fails', { action: 'answer', status: 404, times: 2 }],
  ])('stays open when the look %s', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, 'outlook');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ call: 'read', ...fault });
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown' });
  });
});
