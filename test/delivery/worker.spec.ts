import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDomain } from '#auth';
import { DELIVERY_NUMBERS } from '#crm-domain/messaging';
import { newId } from '#platform';
import { NotifyListener } from '../../libs/channels/src/outbound/notify-listener.store.js';
import { eventually } from '../support/eventually.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Desk } from './support/desk.js';
import type { Fate } from './support/post-office.js';

/** Nobody looks by himself in the time of a test. */
const NEVER = { pollMs: DELIVERY_NUMBERS.giveUpMs };

describe('a worker', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterAll(() => desk.close());
  afterEach(async () => {
    await desk.rest();
    // Postgres takes a moment to see that somebody is gone, in whom the next test would see its own worker.
    await eventually(async () => (await listeners()).length === 0);
    await desk.providers.calmDown();
    await desk.office.sql('delete from message_delivery');
  });

  const listeners = () =>
    desk.office.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'crm-delivery-wake' and query ilike 'listen%'`,
    );
  const awake = () => eventually(async () => (await listeners()).length > 0);
  const sender = (channel: 'gmail' | 'outlook' | 'whatsapp' | 'facebook' | 'instagram' = 'facebook') =>
    desk.sender(channel);
  const arrivals = async (text: string) => (await desk.providers.arrivals({ text })).length;
  const queue = async (body: string, from = sender()) => desk.office.queue(await from, { body });

  describe('is called', () => {
    it('by NOTIFY, without looking by itself', async () => {
      desk.work(NEVER);
      await awake();
      expect(await desk.settled(await queue('called'))).toMatchObject({ status: 'sent', attempt: 1 });
    });

    it('and notes as the time of sending when its attempt began: an answer to it cannot stand before it', async () => {
      desk.work(NEVER);
      await awake();
      const id = await queue('timed');
      await desk.settled(id);
      const text = `select m.sent_at, date_trunc('milliseconds', d.transmit_started_at) as began, d.finished_at > d.transmit_started_at as later
        from message m join message_delivery d using (workspace_id, message_id) where message_id = $1`;
      const [{ sent_at, began, later }] = (await desk.office.sql(text, [id])) as [
        { sent_at: Date; began: Date; later: boolean },
      ];
      expect([sent_at, later]).toEqual([began, true]);
    });

    it('again after its connection was lost', async () => {
      desk.work(NEVER);
      await awake();
      const [before] = await listeners();
      await desk.office.sql('select pg_terminate_backend($1::int)', [before!.pid]);
      await eventually(async () => (await listeners()).some(({ pid }) => pid !== before!.pid));
      expect(await desk.settled(await queue('called again'))).toMatchObject({ status: 'sent' });
    });

    it('by its new connection for what was said while it had none', async () => {
      desk.work(NEVER);
      await awake();
      const [{ pid }] = (await listeners()) as [{ pid: number }];
      const from = await sender();
      await desk.office.sql('select pg_terminate_backend($1::int)', [pid]);
      expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'sent' });
    });
  });

  it('ends though the database has not answered its call yet', async () => {
    const silent = createServer();
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
    const connected = once(silent, 'connection');
    const wakes = new NotifyListener(
      `postgres://crm@127.0.0.1:${(silent.address() as AddressInfo).port}/crm`,
      () => {},
    );
    wakes.start();
    const [socket] = (await connected) as [Socket];
    await wakes.stop();
    socket.destroy();
    silent.close();
  });

  it('finds by itself what nobody called it for', async () => {
    const id = await queue('uncalled');
    await desk.office.sql(`update message_delivery set run_at = now() + interval '300 milliseconds'`);
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent' });
  });

  it('waits before it tries again, and has then sent it once', async () => {
    const from = await sender('outlook');
    await desk.providers.fault({
      action: 'answer',
      status: 429,
      call: 'any',
      account: from.external_account_id,
      times: 2,
    });
    desk.work();
    expect(await desk.settled(await desk.office.queue(from, { body: 'patience' }))).toMatchObject({ status: 'sent' });
    expect(await arrivals('patience')).toBe(1);
  });

  it('tells WhatsApp which transmission it is, so that what is told of an earlier one is known', async () => {
    const from = await sender('whatsapp');
    const account = from.external_account_id;
    await desk.providers.fault({ action: 'answer', status: 429, headers: { 'retry-after': '0' }, account });
    const id = await desk.office.queue(from, { body: 'The second time' });
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', transmit_count: 2 });
    expect(await desk.providers.arrivals({ text: 'The second time' })).toMatchObject([{ mark: `${id}/2` }]);
  });

  it('gives up what cannot be sent for too long, and says that it was not sent', async () => {
    const from = await sender();
    await desk.providers.fault({ action: 'answer', status: 429, account: from.external_account_id, times: 0 });
    desk.work({ giveUpMs: 3000 });
    const fate = await desk.settled(await desk.office.queue(from, { body: 'in vain' }));
    expect(fate).toMatchObject({ status: 'failed', failure_code: 'retries_exhausted' });
    expect(await arrivals('in vain')).toBe(0);
  });

  it('goes on for as long as a provider only says that it is busy, however often that is', async () => {
    const from = await sender('outlook');
    const account = from.external_account_id;
    const busy = { action: 'answer', status: 429, headers: { 'retry-after': '0' }, account, times: 15 };
    await desk.providers.fault(busy);
    desk.work({ askedMostMs: 20, retryMostMs: 20 });
    const fate = await desk.settled(await desk.office.queue(from, { body: 'busy for long' }));
    expect(fate).toMatchObject({ status: 'sent', transmit_count: 16 });
    expect(await arrivals('busy for long')).toBe(1);
  });

  it.each([
    ['a number of seconds', () => '90'],
    ['a date', () => new Date(Date.now() + 90_000).toUTCString()],
  ])('sends nothing from an account that is told to wait by a 503 with %s', async (_form, headerOf) => {
    const from = await sender('outlook');
    const account = from.external_account_id;
    await desk.providers.fault({ action: 'answer', status: 503, headers: { 'retry-after': headerOf() }, account });
    desk.work();
    const first = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(first)).state === 'unknown');
    const wait = `select extract(epoch from next_send_at - now())::int as rests, extract(epoch from d.run_at - now())::int as looks
      from message_delivery d join channel_account using (workspace_id, channel_account_id) where message_id = $1`;
    const [{ rests, looks }] = (await desk.office.sql(wait, [first])) as [{ rests: number; looks: number }];
    expect(Math.min(rests, looks)).toBeGreaterThan(60);
    expect(Math.max(rests, looks)).toBeLessThanOrEqual(90);
  });

  it('waits as long as the 503 asks that a draft was answered with', async () => {
    const from = await sender('outlook');
    const fault = { action: 'answer', status: 503, headers: { 'retry-after': '90' }, call: 'draft' };
    await desk.providers.fault({ ...fault, account: from.external_account_id });
    desk.work();
    const id = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(id)).attempt === 1);
    const isDue = `select run_at > now() + interval '60 seconds' as waits from message_delivery where message_id = $1 and state = 'queued'`;
    await eventually(async () => (await desk.office.sql<{ waits: boolean }>(isDue, [id]))[0]?.waits === true);
  });

  it('takes a lookup that fails for no answer, and looks again', async () => {
    const from = await sender('instagram');
    const account = from.external_account_id;
    await desk.providers.fault({ action: 'reset_after', account });
    await desk.providers.fault({ action: 'answer', status: 503, call: 'read', account, times: 6 });
    await desk.providers.fault({ action: 'answer', status: 401, call: 'read', account, times: 2 });
    desk.work({ unknownMs: DELIVERY_NUMBERS.unknownMs });
    const id = await desk.office.queue(from, { body: 'looked for' });
    const looks = async () => (await desk.providers.calls({ call: 'read', account })).length;
    await eventually(async () => (await looks()) >= 3);
    expect(await desk.office.fate(id)).toMatchObject({ status: 'pending', state: 'unknown', transmit_count: 1 });
    await desk.office.sql(`update channel_account set status = 'active' where external_account_id = $1`, [account]);
    await desk.providers.calmDown();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', transmit_count: 1 });
    expect(await arrivals('looked for')).toBe(1);
  });

  it('says that it does not know what became of a message that newer ones hide for good, and sends it only once', async () => {
    const from = await sender('instagram');
    const account = from.external_account_id;
    await desk.providers.fault({ action: 'reset_after', account });
    await desk.providers.fault({ action: 'answer', status: 503, call: 'read', account, times: 0 });
    desk.work({ unknownMs: 0 });
    const [to, body] = ['17841400000000001', 'hidden'];
    const id = await desk.office.queue(from, { to, body });
    // The look fails, which ends nothing.
    await eventually(async () => (await desk.providers.calls({ call: 'read', account })).length >= 2);
    expect(await desk.office.fate(id)).toMatchObject({ status: 'pending', state: 'unknown' });
    await desk.providers.control('elsewhere', {
      channel: 'instagram',
      account,
      to,
      text: 'Something newer.',
      times: 25,
    });
    await desk.providers.calmDown();
    const unknown = { status: 'failed', failure_code: 'outcome_unknown', state: 'rejected', transmit_count: 1 };
    expect(await desk.settled(id)).toMatchObject(unknown);
    expect(await arrivals(body)).toBe(1);
  });

  it.each(['gmail', 'outlook'] as const)(
    'is sent by %s though its token and the next were refused',
    async (channel) => {
      const from = await sender(channel);
      const refused = {
        channel,
        account: from.external_account_id,
        call: 'any',
        action: 'answer',
        status: 401,
        times: 2,
      };
      await desk.providers.fault(refused);
      desk.work();
      expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'sent' });
    },
  );

  it('is sent though its token is refused, when others in a row were refused before and this one was good', async () => {
    const external = newId();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const refusals = { since: at(-100), count: 4 };
    const times = { expires_at: at(30), obtained_at: at(-1), refusals };
    const seal = await desk.providers.account('outlook', external, times);
    const from = await desk.office.sender('outlook', { external, seal });
    desk.work();
    expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'sent' });
    await desk.providers.fault({ channel: 'outlook', account: external, action: 'answer', status: 401 });
    const refused = await desk.office.queue(from, { body: 'refused once' });
    expect(await desk.settled(refused)).toMatchObject({ status: 'sent', transmit_count: 2 });
    expect(await arrivals('refused once')).toBe(1);
  });

  describe('cannot send', () => {
    it('without an account', async () => {
      desk.work();
      const id = await desk.office.queue({ ...(await sender()), channel_account_id: null });
      expect(await desk.settled(id)).toMatchObject({ status: 'failed', failure_code: 'no_connected_account' });
    });

    it.each(['reauth_required', 'disconnected'])('through an account that is %s', async (status) => {
      const from = await sender();
      await desk.office.sql('update channel_account set status = $2 where channel_account_id = $1', [
        from.channel_account_id,
        status,
      ]);
      desk.work();
      expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'failed', transmit_count: 0 });
    });

    it('through an account whose token was taken away: then it asks for a new sign-in', async () => {
      const from = await sender('facebook');
      await desk.providers.control('tokens/expire', {
        channel: 'facebook',
        kind: 'access',
        account: from.external_account_id,
      });
      desk.work();
      expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'failed' });
      const sql = 'select status from channel_account where channel_account_id = $1';
      expect(await desk.office.sql(sql, [from.channel_account_id])).toEqual([{ status: 'reauth_required' }]);
    });
  });

  it.each(['gmail', 'outlook'] as const)(
    'gets a new token from %s when the old one is refused, and sends once',
    async (channel) => {
      const from = await sender(channel);
      await desk.providers.control('tokens/expire', { channel, kind: 'access', account: from.external_account_id });
      desk.work();
      const body = `renewed ${channel}`;
      expect(await desk.settled(await desk.office.queue(from, { body }))).toMatchObject({ status: 'sent' });
      expect(await arrivals(body)).toBe(1);
    },
  );

  it('lets an account rest that was told to, and serves the others', async () => {
    const [tired, other] = [await sender('whatsapp'), await sender('whatsapp')];
    await desk.providers.fault({ action: 'answer', status: 429, account: tired.external_account_id });
    desk.work({ retryMs: 60_000, retryMostMs: 60_000 });
    const first = await desk.office.queue(tired);
    const isPutOff = ({ state, transmit_count }: Fate) => state === 'queued' && transmit_count === 1;
    await eventually(async () => isPutOff(await desk.office.fate(first)));
    const second = await desk.office.queue(tired);
    expect(await desk.settled(await desk.office.queue(other))).toMatchObject({ status: 'sent' });
    expect(await desk.office.fate(second)).toMatchObject({ status: 'pending', attempt: 0 });
  });

  it('serves the channels of other providers while one hangs', async () => {
    const hung = await Promise.all(
      (['instagram', 'whatsapp', 'facebook', 'whatsapp'] as const).map((each) => sender(each)),
    );
    for (const { external_account_id } of hung)
      await desk.providers.fault({ action: 'hang_before', account: external_account_id, times: 0 });
    desk.work({ parallel: 4, stopMs: 100 });
    const stuck = await Promise.all(hung.map((each) => desk.office.queue(each)));
    const inHand = async () =>
      (await Promise.all(stuck.map((id) => desk.office.fate(id)))).filter(({ state }) => state === 'transmitting');
    await eventually(async () => (await inHand()).length === 2);
    expect(await desk.settled(await desk.office.queue(await sender('gmail')))).toMatchObject({ status: 'sent' });
    expect(await inHand()).toHaveLength(2);
  });

  it('sends each message once, whoever of many takes it', async () => {
    const senders = await Promise.all(Array.from({ length: 5 }, () => sender('outlook')));
    const name = newId();
    for (let n = 0; n < 4; n++) desk.work({ parallel: 8 });
    const all = senders.flatMap((each, s) =>
      Array.from({ length: 8 }, (_, n) => desk.office.queue(each, { body: `${name} ${s} ${n}` })),
    );
    for (const id of await Promise.all(all)) expect(await desk.settled(id)).toMatchObject({ status: 'sent' });
    const arrived = (await desk.providers.arrivals({ channel: 'outlook' }))
      .map(({ text }) => text)
      .filter((text) => text.startsWith(name));
    expect(arrived).toHaveLength(40);
    expect(new Set(arrived).size).toBe(40);
  });

  it('claims nothing more when it is to end, and finishes what it has in hand', async () => {
    const from = await sender();
    await desk.providers.fault({ action: 'slow', ms: 2000, account: from.external_account_id, times: 0 });
    const worker = desk.work();
    const inHand = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(inHand)).state === 'transmitting');
    const stopped = worker.stop();
    const late = await desk.office.queue(from);
    await stopped;
    expect(await desk.office.fate(inHand)).toMatchObject({ status: 'sent' });
    await sleep(300);
    expect(await desk.office.fate(late)).toMatchObject({ state: 'queued', attempt: 0 });
  });

  it('begins no transmission when it is to end: the next one does', async () => {
    const from = await sender('outlook');
    await desk.providers.fault({ call: 'draft', action: 'slow', ms: 2000, account: from.external_account_id });
    const worker = desk.work();
    const id = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(id)).state === 'leased');
    await worker.stop();
    expect(await desk.office.fate(id)).toMatchObject({ state: 'queued', transmit_count: 0 });
    desk.work();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', transmit_count: 1 });
  });

  it('writes down what a provider said though the database is away at that moment', async () => {
    const { proxy, url } = await TcpProxy.before(desk.office.url);
    const domain = await openDomain({ url, poolSize: 4 });
    const from = await sender('whatsapp');
    const slow = await desk.providers.fault({ action: 'slow', ms: 2000, account: from.external_account_id });
    desk.work({ unknownMs: 0 }, domain);
    const id = await desk.office.queue(from);
    // Its delivery is `transmitting` a moment before the worker knows that.
    await eventually(() => desk.providers.hasMet(slow));
    await proxy.cut();
    const answered = () => desk.providers.calls({ call: 'send', account: from.external_account_id });
    await eventually(async () => (await answered()).some(({ outcome }) => outcome === 200));
    await sleep(300);
    await proxy.restore();
    expect(await desk.settled(id)).toMatchObject({ status: 'sent', attempt: 1, transmit_count: 1 });
    await desk.rest();
    await domain.close();
    await proxy.cut();
  });

  it('writes down what a provider said though the database was away until others had given the message up', async () => {
    const { proxy, url } = await TcpProxy.before(desk.office.url);
    const domain = await openDomain({ url, poolSize: 4 });
    const from = await sender('whatsapp');
    const slow = await desk.providers.fault({ action: 'slow', ms: 1000, account: from.external_account_id });
    const leaseMs = 4000;
    desk.work({ leaseMs }, domain);
    const id = await desk.office.queue(from);
    // Its delivery is `transmitting` a moment before the worker knows that.
    await eventually(() => desk.providers.hasMet(slow));
    await proxy.cut();
    const answered = () => desk.providers.calls({ call: 'send', account: from.external_account_id });
    await eventually(async () => (await answered()).some(({ outcome }) => outcome === 200));
    await sleep(2 * leaseMs);
    await desk.office.sql('update message_delivery set lease_until = now(), run_at = now() where message_id = $1', [
      id,
    ]);
    desk.work({ unknownMs: 0 });
    expect(await desk.settled(id)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    await proxy.restore();
    await eventually(async () => (await desk.office.fate(id)).status === 'sent');
    expect(await desk.office.fate(id)).toMatchObject({ transmit_count: 1, failure_code: null });
    await desk.rest();
    await domain.close();
    await proxy.cut();
  });

  it('answers through the thread it belongs to, and only in the mailbox that has it', async () => {
    const mailbox = await sender('gmail');
    desk.work();
    const first = await desk.office.queue(mailbox, { body: 'first' });
    await desk.settled(first);
    const reply = await desk.office.queue(mailbox, { body: 'second', reply_to: first });
    const other = await desk.sender('gmail', { workspace_id: mailbox.workspace_id });
    const elsewhere = await desk.office.queue(other, { body: 'third', reply_to: first });
    await Promise.all([desk.settled(reply), desk.settled(elsewhere)]);
    const threads = await desk.office.sql<{ provider_thread_id: string }>(
      'select provider_thread_id from message_delivery where message_id = any($1) order by message_id',
      [[first, reply, elsewhere]],
    );
    const [a, b, c] = threads.map(({ provider_thread_id }) => provider_thread_id);
    expect(b).toBe(a);
    expect(c).not.toBe(a);
  });

  it.each(['gmail', 'outlook'] as const)(
    'answers on %s through the thread of the mailbox it came in through, though its conversation is of another',
    async (channel) => {
      const mailbox = await sender(channel);
      const { workspace_id, channel_account_id, external_account_id: account } = mailbox;
      const other = await desk.sender('gmail', { workspace_id });
      const internet_message_id = `<${newId()}@example.com>`;
      const mail = { channel, account, from: 'mara@example.com', subject: 'Hello', text: 'Hi' };
      const { id, thread } = await desk.providers.control<{ id: string; thread: string }>('inbound', {
        ...mail,
        message_id: internet_message_id,
      });
      const answered = await desk.office.queue({ ...other, channel });
      await desk.office.sql('delete from message_delivery where message_id = $1', [answered]);
      await desk.office.sql(
        `update message set status = 'sent', direction = 'inbound', sent_at = now(), received_through = $2, received_thread = $3,
          provider_message_id = $4, internet_message_id = $5 where message_id = $1`,
        [answered, channel_account_id, thread, id, internet_message_id],
      );
      const calls = async (end: RegExp) =>
        (await desk.providers.calls({ channel, account, call: 'draft' })).filter(({ path }) => end.test(path)).length;
      desk.work();
      const answer = await desk.office.queue(mailbox, { reply_to: answered });
      await desk.settled(answer);
      // What follows its own answer goes on there as well.
      const next = await desk.office.queue(mailbox, { reply_to: answer });
      await desk.settled(next);
      const threads = await desk.office.sql<{ provider_thread_id: string }>(
        'select provider_thread_id from message_delivery where message_id = any($1)',
        [[answer, next]],
      );
      expect(threads.map(({ provider_thread_id }) => provider_thread_id)).toEqual([thread, thread]);
      expect(await calls(/createReply/)).toBe(channel === 'outlook' ? 2 : 0);
    },
  );
});
