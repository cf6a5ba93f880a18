import { channelsFor } from '#channels';
import { newId } from '#platform';
import { StandIns } from '../delivery/support/stand-ins.js';
import { ProviderDesk } from './support/provider-desk.js';
import { RawServer, http } from './support/raw-server.js';

const SEND = /\/drafts\/send$/;
const CREATE = /\/drafts$/;

let standIns: StandIns;

beforeAll(async () => {
  standIns = await StandIns.start();
});
afterAll(() => standIns.close());

describe('a mail through Gmail', () => {
  it('leaves once, from a draft, and is known by the Message-ID that Gmail gave it', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message({ to: ['bob@example.com', 'cleo@example.com'], cc: ['dan@example.com'] });
    const trace = await desk.drafted(message);
    expect(await desk.arrivals(message)).toEqual([]);
    const outcome = await desk.transmit(message, trace);
    expect(outcome).toEqual({
      kind: 'accepted',
      provider_message_id: expect.any(String),
      provider_thread_id: trace.provider_thread_id,
      internet_message_id: expect.stringMatching(/^<.+@mail\.gmail\.com>$/),
    });
    expect(await desk.arrivals(message)).toMatchObject([
      { mark: message.message_id, to: message.to, cc: message.cc, subject: 'The engine' },
    ]);
  });

  it('cannot leave twice: the draft is gone, and that is no refusal', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.transmit(message, trace);
    expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'ambiguous', code: 'draft_gone' });
    expect(await desk.arrivals(message)).toHaveLength(1);
  });

  it('is accepted although its Message-ID cannot be learnt at the moment', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ call: 'read', action: 'answer', status: 503 });
    expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'accepted', internet_message_id: null });
  });

  describe('whose draft a person sent from Gmail’s own pages', () => {
    it.each([true, false])(
      'is not sent a second time, and is known by its draft, however long ago that was (our mark is there: %s)',
      async (keeps_headers) => {
        const desk = await ProviderDesk.open(standIns, 'gmail', { keeps_headers });
        const message = desk.message();
        const trace = await desk.drafted(message);
        const account = desk.access.external_account_id;
        const { id } = await standIns.control<{ id: string }>('drafts/send', {
          account,
          draft: trace.provider_draft_id,
        });
        expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'ambiguous', code: 'draft_gone' });
        const found = { provider_message_id: id, provider_thread_id: trace.provider_thread_id };
        const later = { ...trace, transmit_started_at: new Date(Date.now() + 3_600_000) };
        expect(await desk.reconcile(message, later)).toMatchObject({ kind: 'accepted', ...found });
        expect(await desk.arrivals(message)).toHaveLength(1);
      },
    );

    it.each([
      ['somebody else', 'boss@example.com', { kind: 'rejected', code: 'draft_changed' }],
      ['its people and somebody else', 'bob@example.com, boss@example.com', { kind: 'accepted' }],
    ])('to %s is told apart before it is tried again', async (_whom, to, verdict) => {
      const desk = await ProviderDesk.open(standIns, 'gmail', { keeps_headers: true });
      const message = desk.message({ to: ['bob@example.com'], cc: [] });
      const trace = await desk.drafted(message);
      const raw = Buffer.from(`To: ${to}\r\nSubject: Looms\r\n\r\nHello`).toString('base64url');
      await desk.byHand('PUT', `/drafts/${trace.provider_draft_id}`, { message: { raw } });
      const account = desk.access.external_account_id;
      await standIns.control('drafts/send', { account, draft: trace.provider_draft_id });
      expect(await desk.prepare(message, { ...trace, attempt: 2 })).toMatchObject(verdict);
    });
  });

  it('is not sent before it was prepared', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const trace = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: new Date() };
    expect(await desk.transmit(desk.message(), trace)).toMatchObject({ kind: 'transient', code: 'not_prepared' });
    expect(await desk.count('send', SEND)).toBe(0);
  });

  it('answers in the thread of its mailbox', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message_id = '<first@example.com>';
    const { id, thread } = await desk.inbound({ from: 'bob@example.com', subject: 'Looms', text: 'Hello', message_id });
    const reply = {
      provider_message_id: id,
      provider_thread_id: thread,
      internet_message_id: message_id,
      references: [],
      subject: 'Looms',
    };
    const message = desk.message({ subject: null, reply });
    const trace = await desk.drafted(message);
    expect(trace.provider_thread_id).toBe(thread);
    await desk.transmit(message, trace);
    expect(await desk.arrivals(message)).toMatchObject([{ thread, subject: 'Re: Looms' }]);
  });

  it.each([
    ['not in this mailbox', undefined],
    [
      'called invalid',
      { call: 'draft', action: 'answer', status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } },
    ],
  ])('leaves in a thread of its own when the one it answers is %s', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    if (fault) await desk.fault(fault);
    const reply = {
      provider_message_id: null,
      provider_thread_id: '18c0000000000000',
      internet_message_id: '<first@example.com>',
      references: [],
      subject: 'Looms',
    };
    const message = desk.message({ reply });
    const trace = await desk.drafted(message);
    expect(trace.provider_thread_id).not.toBe('18c0000000000000');
    const draft = await desk.byHand('GET', `/drafts/${trace.provider_draft_id}`);
    expect(JSON.stringify(draft)).toContain('"In-Reply-To","value":"<first@example.com>"');
  });
});

describe('the draft of a mail', () => {
  it('that an earlier attempt made and did not note is found, and no second one is made', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    await desk.drafted(desk.message());
    const { provider_draft_id } = await desk.drafted(message);
    await desk.drafted(desk.message());
    expect(await desk.prepare(message, { attempt: 2 })).toMatchObject({ kind: 'prepared', provider_draft_id });
    expect(await desk.prepare(message, { attempt: undefined })).toMatchObject({ provider_draft_id });
    expect(await desk.count('draft', CREATE)).toBe(3);
  });

  it('that an earlier attempt made is found behind twenty others, as after an outage', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const { provider_draft_id } = await desk.drafted(message);
    for (let n = 0; n < 20; n++) await desk.drafted(desk.message());
    expect(await desk.prepare(message, { attempt: 2 })).toMatchObject({ kind: 'prepared', provider_draft_id });
    expect(await desk.count('draft', CREATE)).toBe(21);
  });

  it('is made by a later attempt when no earlier one has', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    expect(await desk.prepare(desk.message(), { attempt: 2 })).toMatchObject({ kind: 'prepared' });
    expect(await desk.count('draft', CREATE)).toBe(1);
  });

  it('that is noted is used when it is still there', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const { provider_draft_id, provider_thread_id } = await desk.drafted(message);
    const noted = { provider_draft_id, provider_thread_id };
    expect(await desk.prepare(message, { ...noted, attempt: 3 })).toEqual({ kind: 'prepared', ...noted });
  });

  it('that is noted is not made again when it is gone: it may have been sent by hand', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.byHand('DELETE', `/drafts/${trace.provider_draft_id}`);
    expect(await desk.prepare(message, { ...trace, attempt: 2 })).toMatchObject({ kind: 'unknown' });
    expect(await desk.count('draft', CREATE)).toBe(1);
  });

  it.each([
    ['fails', { status: 503 }, { kind: 'transient' }],
    ['is refused', { status: 400 }, { kind: 'transient' }],
    ['is not allowed any more', { status: 401 }, { kind: 'rejected', account: 'reauth_required' }],
  ])('that is noted is not used while a look at it %s', async (_what, answer, declined) => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ call: 'read', action: 'answer', ...answer });
    expect(await desk.prepare(message, { ...trace, attempt: 2 })).toMatchObject(declined);
  });

  describe('that a person sent by hand', () => {
    const sentByHand = async (keeps_headers: boolean) => {
      const desk = await ProviderDesk.open(standIns, 'gmail', { keeps_headers });
      const message = desk.message();
      const trace = await desk.drafted(message);
      const wish = { account: desk.access.external_account_id, draft: trace.provider_draft_id };
      const { id } = await standIns.control<{ id: string }>('drafts/send', wish);
      const found = { kind: 'accepted', provider_message_id: id, provider_thread_id: trace.provider_thread_id };
      return { desk, message, trace, found };
    };

    it.each([true, false])('and was noted is known to have left (our mark is there: %s)', async (keeps_headers) => {
      const { desk, message, trace, found } = await sentByHand(keeps_headers);
      expect(await desk.prepare(message, { ...trace, attempt: 2 })).toMatchObject(found);
    });

    it('and was not noted is known by our mark, and no second one is made', async () => {
      const { desk, message, found } = await sentByHand(true);
      expect(await desk.prepare(message, { attempt: 2, queued_at: new Date() })).toMatchObject(found);
      const looked = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null };
      expect(await desk.reconcile(message, { ...looked, queued_at: new Date() })).toMatchObject(found);
      expect(await desk.count('draft', CREATE)).toBe(1);
    });

    it('and was not noted is not made again when Gmail took our mark away, and is not known to have left', async () => {
      const { desk, message } = await sentByHand(false);
      const unknown = { kind: 'unknown', code: 'perhaps_sent_by_hand' };
      expect(await desk.prepare(message, { attempt: 2, queued_at: new Date() })).toMatchObject(unknown);
      const looked = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null };
      expect(await desk.reconcile(message, { ...looked, queued_at: new Date() })).toMatchObject(unknown);
      expect(await desk.count('draft', CREATE)).toBe(1);
    });

    it('is not that of a message which was queued later, or says something else, or goes to somebody else', async () => {
      const { desk, message } = await sentByHand(false);
      const later = { attempt: 2, queued_at: new Date(Date.now() + 3_600_000) };
      expect(await desk.prepare({ ...message, message_id: newId() }, later)).toMatchObject({ kind: 'prepared' });
      const now = { attempt: 2, queued_at: new Date() };
      for (const change of [{ body: 'Another' }, { to: ['dan@example.com'] }, { subject: 'Another' }])
        expect(await desk.prepare(desk.message({ body: message.body, ...change }), now)).toMatchObject({
          kind: 'prepared',
        });
    });
  });

  it.each([
    'bob@example.com',
    "o'brien@example.com",
    "a!#$%&'*+/=?^_`{|}~-z@example.com",
    'Ada@Bücher.example',
    'ada@xn--bcher-kva.example',
  ])('that a person sent to %s is found behind many newer mails, and one that was never made is made', async (to) => {
    const desk = await ProviderDesk.open(standIns, 'gmail', { keeps_headers: true });
    const [sent, never] = [desk.message({ to: [to] }), desk.message({ to: [to] })];
    const wish = { account: desk.access.external_account_id, draft: (await desk.drafted(sent)).provider_draft_id };
    const { id } = await standIns.control<{ id: string }>('drafts/send', wish);
    for (let n = 0; n < 51; n++) {
      const other = desk.message({ to: ['dan@example.com'] });
      await desk.transmit(other, await desk.drafted(other));
    }
    const trace = { attempt: 2, queued_at: new Date() };
    expect(await desk.prepare(sent, trace)).toMatchObject({ kind: 'accepted', provider_message_id: id });
    expect(await desk.prepare(never, trace)).toMatchObject({ kind: 'prepared' });
  });

  it('that nobody noted proves that its message was not sent', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    await desk.drafted(message);
    const looked = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null };
    expect(await desk.reconcile(message, looked)).toEqual({ kind: 'not_sent' });
  });

  it.each([
    ['404', { action: 'answer', status: 404 }],
    ['500', { action: 'answer', status: 500 }],
    ['a broken connection', { action: 'reset_before' }],
  ])('is looked for again when the search ends with %s, and none is made meanwhile', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    await desk.fault({ call: 'read', ...fault });
    expect(await desk.prepare(desk.message(), { attempt: 2 })).toMatchObject({ kind: 'transient' });
    expect(await desk.count('draft', CREATE)).toBe(0);
  });

  it.each([
    ['a broken connection', { action: 'reset_after' }, { kind: 'transient', code: 'no_answer' }],
    ['a failure', { action: 'answer', status: 503 }, { kind: 'transient' }],
    [
      'a limit',
      { action: 'answer', status: 429, headers: { 'retry-after': '9' } },
      { kind: 'transient', retry_after_seconds: 9 },
    ],
    ['a refusal', { action: 'answer', status: 400 }, { kind: 'rejected', code: 'invalidArgument' }],
    [
      'an ended token',
      { action: 'answer', status: 401 },
      { kind: 'rejected', account: 'reauth_required', http_status: 401 },
    ],
  ])('is not there after %s, and nothing has left', async (_what, fault, declined) => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    await desk.fault({ call: 'draft', ...fault });
    expect(await desk.prepare(message)).toMatchObject(declined);
    expect(await desk.arrivals(message)).toEqual([]);
  });
});

describe('what became of a mail', () => {
  it.each([
    ['which keeps our mark', true],
    ['which takes our mark away', false],
  ])('is seen in its thread, at a Gmail %s', async (_what, keeps_headers) => {
    const desk = await ProviderDesk.open(standIns, 'gmail', { keeps_headers });
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ action: 'reset_after' });
    expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'ambiguous', code: 'no_answer' });
    const ids = {
      provider_message_id: expect.any(String),
      provider_thread_id: trace.provider_thread_id,
      internet_message_id: expect.stringMatching(/@mail\.gmail\.com>$/),
    };
    const sent = keeps_headers
      ? { kind: 'accepted', ...ids }
      : { kind: 'alike', candidates: [{ ...ids, after_ms: expect.any(Number) }] };
    expect(await desk.reconcile(message, trace)).toEqual(sent);
  });

  it.each(['=?utf-8?q?x?=', 'Fwd: =?UTF-8?B?WW91IG93ZQ==?= (raw header)'])(
    'is seen in its thread with the subject %s, which has the form of an encoded word',
    async (subject) => {
      const desk = await ProviderDesk.open(standIns, 'gmail');
      const message = desk.message({ subject });
      const trace = await desk.drafted(message);
      await desk.fault({ action: 'reset_after' });
      await desk.transmit(message, trace);
      expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'alike', candidates: [{}] });
    },
  );

  it('is seen in its thread when it went to an international domain, which Gmail writes as name servers do', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message({ to: ['bob@bücher.example', 'cleo@example.com'] });
    const trace = await desk.drafted(message);
    await desk.fault({ action: 'reset_after' });
    await desk.transmit(message, trace);
    const { provider_thread_id } = trace;
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'alike', candidates: [{ provider_thread_id }] });
    expect(await desk.arrivals(message)).toMatchObject([{ to: ['bob@xn--bcher-kva.example', 'cleo@example.com'] }]);
  });

  /** Sent in the thread of the draft, which is gone, at a Gmail that takes our mark away. */
  const sentThere = (id: string, at: Date, text: string) => ({
    id,
    threadId: 't-1',
    labelIds: ['SENT'],
    internalDate: String(at.getTime()),
    text,
  });
  /** What a look finds, begun now, where the thread holds these and each is read with this status. */
  const lookAmong = async (
    mails: Partial<ReturnType<typeof sentThere>>[],
    { date = new Date(), status = '200 OK' } = {},
  ) => {
    const headers = [
      { name: 'To', value: 'bob@example.com' },
      { name: 'Subject', value: 'The engine' },
    ];
    const shown = mails.map((mail) => ({ ...mail, payload: { headers } }));
    const whole = (id: string) => {
      const mail = shown.find((each) => each.id === id)!;
      const data = Buffer.from(mail.text ?? '').toString('base64url');
      return { ...mail, payload: { headers, mimeType: 'text/plain', body: { data } } };
    };
    const server = await RawServer.start((socket, received) => {
      const [, kind, id = ''] = /\/(drafts|threads|messages)\/([\w-]+)/.exec(received.split('GET ').at(-1)!)!;
      const told = { date: date.toUTCString() };
      if (kind === 'drafts') return void socket.end(http('404 Not Found', '{}'));
      if (kind === 'threads') return void socket.end(http('200 OK', JSON.stringify({ messages: shown }), told));
      socket.end(http(status, JSON.stringify(whole(id))));
    });
    const access = { external_account_id: 'a', address: 'a', display_name: null, token: 't' };
    const signal = new AbortController().signal;
    const { gmail } = channelsFor(StandIns.at(server.url).settings);
    const message = (await ProviderDesk.open(standIns, 'gmail')).message({ body: 'It weaves.\nAda' });
    const trace = { provider_draft_id: 'r-1', provider_thread_id: 't-1', transmit_started_at: new Date() };
    return gmail.reconcile(message, { ...access, signal }, trace).finally(() => server.stop());
  };
  const mine = { kind: 'alike', candidates: [{ provider_message_id: 'm-1' }] };

  it('is seen in its thread at a Gmail whose clock is three hours ahead, as its answers say', async () => {
    const date = new Date(Date.now() + 3 * 3_600_000);
    expect(await lookAmong([sentThere('m-1', date, 'It weaves.\r\n\r\nAda\r\n')], { date })).toMatchObject(mine);
  });

  it('is no mail of other words that somebody wrote by hand in the same thread to the same people', async () => {
    const byHand = sentThere('m-2', new Date(), 'Forget the engine.');
    expect(await lookAmong([byHand])).toMatchObject({ kind: 'unknown', code: 'draft_gone' });
    const found = await lookAmong([byHand, sentThere('m-1', new Date(), 'It weaves. Ada')]);
    expect(found).toMatchObject(mine);
    expect(found).toHaveProperty('candidates.length', 1);
  });

  it('is seen in its thread beside a mail that bears no id', async () => {
    expect(await lookAmong([{}, sentThere('m-1', new Date(), 'It weaves. Ada')])).toMatchObject(mine);
  });

  it('stays open where the text of what was sent cannot be read', async () => {
    const found = await lookAmong([sentThere('m-1', new Date(), 'It weaves. Ada')], { status: '503 Away' });
    expect(found).toMatchObject({ kind: 'unknown', code: 'http_503', looked: false });
  });

  it('is nothing as long as its draft is there', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.fault({ action: 'reset_before' });
    expect(await desk.transmit(message, trace)).toMatchObject({ kind: 'ambiguous' });
    expect(await desk.reconcile(message, trace)).toEqual({ kind: 'not_sent' });
    expect(await desk.arrivals(message)).toEqual([]);
  });

  it('stays open when somebody has removed the draft by hand', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.byHand('DELETE', `/drafts/${trace.provider_draft_id}`);
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown', code: 'draft_gone' });
  });

  it.each([
    ['the first look fails', { call: 'read', action: 'answer', status: 500, times: 1 }],
    ['the first look ends a token', { call: 'read', action: 'answer', status: 401, times: 1 }],
    ['every look is cut off', { call: 'read', action: 'reset_before', times: 2 }],
  ])('stays open when %s', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.transmit(message, trace);
    await desk.fault(fault);
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown' });
  });

  it('stays open when the draft is gone and the thread cannot be read', async () => {
    const desk = await ProviderDesk.open(standIns, 'gmail');
    const message = desk.message();
    const trace = await desk.drafted(message);
    await desk.transmit(message, trace);
    await desk.fault({ call: 'read', action: 'answer', status: 404, times: 2 });
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown' });
  });
});
