import { newId } from '#platform';
import { PostOffice, type Sender } from './support/post-office.js';

const MANY = { google: 32, microsoft: 32, meta: 32 };
const FEW = { gmail: 4, outlook: 4, whatsapp: 20, facebook: 20, instagram: 20 };

describe('claiming deliveries', () => {
  let office: PostOffice;
  let sender: Sender;

  beforeAll(async () => {
    office = await PostOffice.open();
  });
  afterAll(() => office.close());

  beforeEach(async () => {
    await office.sql('delete from message_delivery');
    sender = await office.sender('outlook');
  });

  const claim = (limit = 32, deliveries = office.deliveries(), shares = MANY) =>
    deliveries.acquireLeases({ owner: newId(), limit, concurrency: FEW, shares });
  const queue = async (count: number, from = sender) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await office.queue(from));
    return ids;
  };
  const idsOf = (leases: { message_id: string }[]) => leases.map(({ message_id }) => message_id);

  it('gives the oldest first, and no more than wanted', async () => {
    const [first, second] = await queue(3);
    expect(idsOf(await claim(2))).toEqual([first, second]);
  });

  it('gives none to two of many who ask at once', async () => {
    const senders = await Promise.all(Array.from({ length: 6 }, () => office.sender('facebook')));
    const queued = (await Promise.all(senders.map((each) => queue(5, each)))).flat();
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(10)))).flat();
    // Who asks at the same moment as another skips what that one takes, and may get less than there is until it asks again.
    for (let more = await claim(); more.length > 0; more = await claim()) claimed.push(...more);
    expect(idsOf(claimed).sort()).toEqual(queued.sort());
  });

  it('never gives more of one account than its channel bears, however many ask at once', async () => {
    await queue(12);
    const rounds = Array.from({ length: 10 }, () => claim(3));
    expect((await Promise.all(rounds)).flat()).toHaveLength(FEW.outlook);
    expect(await claim()).toEqual([]);
  });

  it('gives no more of one provider than its share, and others in its place', async () => {
    const [page, number] = [await office.sender('facebook'), await office.sender('whatsapp')];
    const first = [...(await queue(2, page)), ...(await queue(4, number))];
    const second = await queue(3, await office.sender('gmail'));
    const claimed = await claim(5, office.deliveries(), { ...MANY, meta: 3 });
    expect(idsOf(claimed).sort()).toEqual([...first.slice(0, 3), ...second.slice(0, 2)].sort());
  });

  it('gives each account its first before any its second, however old these are and whoever has one in hand', async () => {
    const long = await queue(6, await office.sender('whatsapp'));
    const inHand = idsOf(await claim(2));
    const late = await queue(2, await office.sender('whatsapp'));
    expect(idsOf(await claim(3))).toEqual(expect.arrayContaining([...late, long[2]]));
    expect(inHand).toEqual(long.slice(0, 2));
  });

  it('gives each tenant its first before any its second, however many accounts have older ones', async () => {
    const { workspace_id } = await office.sender('whatsapp');
    const several = await Promise.all(Array.from({ length: 6 }, () => office.sender('whatsapp', { workspace_id })));
    for (const each of several) await queue(1, each);
    const share = { ...MANY, meta: 3 };
    expect(await claim(5, office.deliveries(), share)).toHaveLength(3);
    const late = await queue(2, await office.sender('facebook'));
    const [first, ...others] = await claim(5, office.deliveries(), { ...MANY, meta: 1 });
    expect([first?.message_id, others]).toEqual([late[0], []]);
  });

  it('gives one process no more of a tenant than leaves places for others, of each provider', async () => {
    const { workspace_id } = sender;
    const several = await Promise.all(Array.from({ length: 6 }, () => office.sender('whatsapp', { workspace_id })));
    for (const each of several) await queue(1, each);
    const mail = await queue(1);
    const wish = { limit: 32, concurrency: FEW, shares: { ...MANY, meta: 4 } };
    const [one, other] = [newId(), newId()];
    const first = idsOf(await office.deliveries().acquireLeases({ ...wish, owner: one }));
    expect([first.length, first.includes(mail[0]!)]).toEqual([4, true]);
    const late = await queue(1, await office.sender('facebook'));
    const left = { ...MANY, meta: 1 };
    expect(idsOf(await office.deliveries().acquireLeases({ ...wish, shares: left, owner: one }))).toEqual(late);
    expect(await office.deliveries().acquireLeases({ ...wish, owner: other })).toHaveLength(3);
  });

  it('gives one process no more of a tenant than leaves places for others, of all providers together', async () => {
    const { workspace_id } = sender;
    for (const channel of ['outlook', 'gmail', 'whatsapp'] as const)
      await queue(4, await office.sender(channel, { workspace_id }));
    const wish = { owner: newId(), limit: 8, concurrency: FEW, shares: MANY };
    expect(await office.deliveries().acquireLeases(wish)).toHaveLength(6);
    const late = await queue(1, await office.sender('facebook'));
    expect(idsOf(await office.deliveries().acquireLeases({ ...wish, limit: 2 }))).toEqual(late);
    expect(await office.deliveries().acquireLeases({ ...wish, owner: newId() })).toHaveLength(6);
  });

  it.each([
    ['of each provider', { limit: 32, meta: 16 }],
    ['of all providers together', { limit: 16, meta: 32 }],
  ])(
    'leaves places to others in one process however much several tenants have, %s',
    async (_which, { limit, meta }) => {
      for (let n = 0; n < 3; n++) await queue(12, await office.sender('whatsapp'));
      const wish = { owner: newId(), concurrency: FEW };
      const next = (taken: number) =>
        office.deliveries().acquireLeases({ ...wish, limit: limit - taken, shares: { ...MANY, meta: meta - taken } });
      const { length } = await next(0);
      expect([length, await next(length)]).toEqual([15, []]);
      const late = await queue(1, await office.sender('facebook'));
      expect(idsOf(await next(length))).toEqual(late);
    },
  );

  it('gives the next of an account as soon as one is done', async () => {
    await queue(6);
    const [lease] = await claim();
    await office.deliveries().conclude(lease!, REFUSED, 0);
    expect(await claim()).toHaveLength(1);
  });

  it('lets an account rest, and only looks up what is unknown meanwhile', async () => {
    const [, unknown] = await queue(2);
    await office.sql(
      `update message_delivery set state = 'unknown', transmit_started_at = now() where message_id = $1`,
      [unknown],
    );
    const { channel_account_id } = sender;
    const rest = `update channel_account set next_send_at = now() + $2::interval where channel_account_id = $1`;
    await office.sql(rest, [channel_account_id, '1 hour']);
    expect(await claim()).toMatchObject([{ message_id: unknown, state: 'unknown' }]);
    await office.sql(rest, [channel_account_id, '0']);
    expect(await claim()).toMatchObject([{ state: 'leased' }]);
  });

  it('looks up what is unknown in half of the places of an account, and sends in the others', async () => {
    const unknown = await queue(6);
    await office.sql(`update message_delivery set state = 'unknown', transmit_started_at = now()`);
    const queued = await queue(3);
    expect(idsOf(await claim())).toEqual(expect.arrayContaining([...unknown.slice(0, 2), ...queued.slice(0, 2)]));
    await office.sql(`delete from message_delivery where state = 'leased'`);
    expect(idsOf(await claim())).toEqual([queued[2]]);
  });

  it('does not give what is not due, in hand, or over', async () => {
    const [later, held, over] = await queue(3);
    await office.sql(`update message_delivery set run_at = now() + interval '1 hour' where message_id = $1`, [later]);
    const leases = await claim();
    expect(idsOf(leases)).toEqual([held, over]);
    await office.deliveries().conclude(leases[1]!, REFUSED, 0);
    expect(await claim()).toEqual([]);
  });

  it('gives what has no account at all, so that it can fail', async () => {
    const nobody = { ...sender, channel_account_id: null };
    const [orphan] = await queue(1, nobody);
    expect(await claim()).toMatchObject([{ message_id: orphan, channel_account_id: null }]);
  });

  it('gives again what a dead process had in hand: to be sent if it was not handed over, else to be looked up', async () => {
    const brief = office.deliveries({ leaseMs: 1 });
    const [unsent, handed] = await queue(2);
    const [, second] = await claim(2, brief);
    await office.sql(`update message_delivery set lease_until = now() + interval '1 hour' where message_id = $1`, [
      handed,
    ]);
    await brief.fence(second!, 0);
    await office.sql(`update message_delivery set lease_until = now() - interval '1 second', run_at = now()`);
    expect(await claim()).toEqual([]);
    expect(await brief.release()).toBe(2);
    expect(await claim()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ message_id: unsent, state: 'leased', attempt: 2, transmit_count: 0 }),
        expect.objectContaining({ message_id: handed, state: 'unknown', attempt: 2, transmit_count: 1 }),
      ]) as unknown as object[],
    );
  });

  it('leaves live leases alone', async () => {
    await queue(2);
    await claim();
    expect(await office.deliveries().release()).toBe(0);
  });
});

const REFUSED = { kind: 'rejected', code: 'invalid_recipient', detail: 'Nobody.', http_status: 400 } as const;
