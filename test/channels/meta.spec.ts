import type { ChannelName } from '#crm-domain/messaging';
import { StandIns } from '../delivery/support/stand-ins.js';
import { ProviderDesk } from './support/provider-desk.js';

const TEXT: ChannelName[] = ['whatsapp', 'facebook', 'instagram'];
const WITH_CONVERSATIONS: ChannelName[] = ['facebook', 'instagram'];
const SEND = /\/messages$/;
const begun = (started = new Date()) => ({
  provider_draft_id: null,
  provider_thread_id: null,
  transmit_started_at: started,
});
const REJECTED: Record<string, { to: string; code: string }> = {
  whatsapp: { to: '+15555550111', code: '131026' },
  facebook: { to: 'psid-reject', code: '100/2018001' },
  instagram: { to: 'igsid-reject', code: '100/2534014' },
};

let standIns: StandIns;

beforeAll(async () => {
  standIns = await StandIns.start();
});
afterAll(() => standIns.close());

describe.each(TEXT)('a text through %s', (name) => {
  it('has nothing to prepare, and leaves once', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const message = desk.message();
    const trace = await desk.drafted(message);
    expect(trace).toMatchObject({ provider_draft_id: null, provider_thread_id: null });
    const [outcome, ...others] = [await desk.transmit(message, trace)];
    expect(others).toEqual([]);
    expect(outcome).toEqual({
      kind: 'accepted',
      provider_message_id: expect.any(String),
      provider_thread_id: name === 'whatsapp' ? message.to[0]!.slice(1) : null,
      internet_message_id: null,
    });
    const [arrival, ...more] = await desk.arrivals(message);
    expect(more).toEqual([]);
    expect(arrival).toMatchObject({ mark: name === 'instagram' ? null : message.message_id });
    expect(arrival!.provider_message_id).toBe((outcome as { provider_message_id: string }).provider_message_id);
  });

  it('leaves as an answer, too', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const from = name === 'whatsapp' ? '15555550188' : '1234567890';
    const { id } = await desk.inbound({ from, text: 'Hello' });
    const reply = {
      provider_message_id: id,
      provider_thread_id: null,
      internet_message_id: null,
      references: [],
      subject: null,
    };
    const message = desk.message({ reply });
    expect(await desk.transmit(message, begun())).toMatchObject({ kind: 'accepted' });
  });

  it('is refused for a person who cannot be reached', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const { to, code } = REJECTED[name]!;
    expect(await desk.transmit(desk.message({ to: [to] }), begun())).toMatchObject({ kind: 'rejected', code });
  });

  it.each([
    ['a broken connection', { action: 'reset_before' }],
    ['an answer that was lost', { action: 'reset_after' }],
    ['a failure that comes although it left', { action: 'accept_then_answer', status: 500 }],
  ])('is of unknown fate after %s, and is tried once only', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, name);
    await desk.fault(fault);
    expect(await desk.transmit(desk.message(), begun())).toMatchObject({ kind: 'ambiguous' });
    expect(await desk.count('send', SEND)).toBe(1);
  });

  it('waits when the provider says so, and the account with it', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    await desk.fault({ action: 'answer', status: 429 });
    expect(await desk.transmit(desk.message(), begun())).toMatchObject({ kind: 'transient', throttles: 'account' });
  });

  it('is refused together with its account when the token is worth nothing', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const access = { ...desk.access, token: 'worthless' };
    const outcome = await desk.channel.transmit(desk.message(), access, begun());
    expect(outcome).toMatchObject({ kind: 'rejected', account: 'reauth_required' });
  });
});

describe('a text through WhatsApp to somebody who shows no number', () => {
  it('leaves to their id', async () => {
    const desk = await ProviderDesk.open(standIns, 'whatsapp', { strict: true });
    const from = 'BR.14155550142';
    await desk.inbound({ from, text: 'Hello' });
    const message = desk.message({ to: [from] });
    expect(await desk.transmit(message, begun())).toMatchObject({ kind: 'accepted', provider_thread_id: null });
    expect(await desk.arrivals(message)).toMatchObject([{ to: [from] }]);
  });
});

describe('what became of a text through WhatsApp', () => {
  it('cannot be looked up: a webhook tells it', async () => {
    const desk = await ProviderDesk.open(standIns, 'whatsapp');
    const message = desk.message();
    await desk.transmit(message, begun());
    expect(await desk.reconcile(message, begun())).toMatchObject({ kind: 'unknown', code: 'no_status' });
  });
});

describe.each(WITH_CONVERSATIONS)('what became of a text through %s', (name) => {
  it('is seen in the conversation', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const message = desk.message();
    const trace = begun();
    await desk.fault({ action: 'reset_after' });
    await desk.transmit(message, trace);
    const [arrival] = await desk.arrivals(message);
    const { provider_message_id } = arrival!;
    expect(await desk.reconcile(message, trace)).toEqual({
      kind: 'alike',
      candidates: [
        { provider_message_id, provider_thread_id: null, internet_message_id: null, after_ms: expect.any(Number) },
      ],
    });
  });

  describe('with facts of the provider that are not ours', () => {
    const usual = { meta_clock_ms: 0, meta_tidies_texts: false };
    afterEach(() => standIns.control('behaviour', usual));

    it.each([
      ['whose clock is 50 seconds behind', { meta_clock_ms: -50_000 }],
      ['whose clock is 50 seconds ahead', { meta_clock_ms: 50_000 }],
      ['whose clock is three hours behind', { meta_clock_ms: -10_800_000 }],
      ['whose clock is three hours ahead', { meta_clock_ms: 10_800_000 }],
      ['that makes whitespace plain', { meta_tidies_texts: true }],
    ])('is seen at one %s', async (_what, behaviour) => {
      await standIns.control('behaviour', behaviour);
      const desk = await ProviderDesk.open(standIns, name);
      const message = desk.message({ body: ` Dear Mara,\n\n  it weaves, ${name} ${JSON.stringify(behaviour)}.\n` });
      await desk.transmit(message, begun());
      const [arrival] = await desk.arrivals(message);
      expect(await desk.reconcile(message, begun())).toMatchObject({
        kind: 'alike',
        candidates: [{ provider_message_id: arrival!.provider_message_id }],
      });
    });

    it('is seen behind 25 newer messages, or they hide it for good', async () => {
      const desk = await ProviderDesk.open(standIns, name);
      const message = desk.message();
      const trace = begun();
      await desk.transmit(message, trace);
      await desk.elsewhere({ to: message.to[0]!, text: 'Something newer.', times: 25 });
      const [arrival] = await desk.arrivals(message);
      const seen = { kind: 'alike', candidates: [{ provider_message_id: arrival!.provider_message_id }] };
      const hidden = { kind: 'unknown', code: 'conversation_not_shown' };
      const found = await desk.reconcile(message, trace);
      expect(found).toMatchObject(name === 'instagram' ? hidden : seen);
      expect(found).not.toHaveProperty('looked', false);
    });
  });

  it('stays open when it is not there, for it may still show up', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const message = desk.message();
    await desk.transmit(desk.message({ body: 'Something else.' }), begun());
    expect(await desk.reconcile(message, begun())).toMatchObject({ kind: 'unknown', code: 'not_in_conversation' });
  });

  it.each([
    ['what the person wrote', async (desk: ProviderDesk, text: string) => desk.inbound({ from: '1234567890', text })],
    [
      'what was said to somebody else',
      async (desk: ProviderDesk, body: string) => desk.transmit(desk.message({ body, to: ['9876543210'] }), begun()),
    ],
  ])('is not mistaken for %s', async (_what, happen) => {
    const desk = await ProviderDesk.open(standIns, name);
    const message = desk.message();
    await happen(desk, message.body);
    expect(await desk.reconcile(message, begun())).toMatchObject({ kind: 'unknown' });
  });

  it('is not mistaken for the same text of an earlier time', async () => {
    const desk = await ProviderDesk.open(standIns, name);
    const message = desk.message();
    await desk.transmit(message, begun());
    const trace = begun(new Date(Date.now() + 70_000));
    expect(await desk.reconcile(message, trace)).toMatchObject({ kind: 'unknown', code: 'not_in_conversation' });
    expect(await desk.reconcile(message, { ...trace, transmit_started_at: null })).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['fails', { action: 'answer', status: 500 }],
    ['is refused', { action: 'answer', status: 400 }],
    ['is cut off', { action: 'reset_before' }],
  ])('stays open when the look %s', async (_what, fault) => {
    const desk = await ProviderDesk.open(standIns, name);
    const message = desk.message();
    await desk.transmit(message, begun());
    await desk.fault({ call: 'read', ...fault });
    expect(await desk.reconcile(message, begun())).toMatchObject({ kind: 'unknown' });
  });
});
