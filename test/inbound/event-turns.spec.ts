import { newId } from '#platform';
import { ProviderEventStore } from '../../libs/crm-domain/src/messaging/inbound/provider-event.store.js';
import { PostOffice } from '../delivery/support/post-office.js';
import { KeptStatements, rowsLookedAt } from '../support/rows-read.js';

const AT_ONCE = 4;
const LEASE_MS = 60_000;

describe('events that providers told', () => {
  let office: PostOffice;
  beforeAll(async () => {
    office = await PostOffice.open();
  });
  afterAll(() => office.close());
  beforeEach(() => office.sql('delete from provider_event'));

  const told = (account: string, count: number) =>
    office.domain.providerEvents.keep(
      Array.from({ length: count }, (_, n) => {
        return { channel: 'whatsapp' as const, dedup_key: newId(), account, payload: { account, n } };
      }),
    );
  const claim = async () => {
    const events = await office.domain.providerEvents.acquireLeases(AT_ONCE, LEASE_MS);
    return events.map(({ payload }) => payload as { account: string; n: number });
  };
  const accountsOf = (events: { account: string }[]) => events.map(({ account }) => account).sort();

  it('are worked on in turns of their accounts, however many of one wait', async () => {
    await told('busy', 100);
    await told('other', 1);
    await told('', 1);
    expect(accountsOf(await claim())).toEqual(['', 'busy', 'busy', 'other']);
    expect(accountsOf(await claim())).toEqual(Array(AT_ONCE).fill('busy'));
  });

  it('of an account that is new wait for none of the backlogs of others to end', async () => {
    for (let n = 0; n < AT_ONCE; n++) await told(`busy-${n}`, 100);
    await told('new', 1);
    const begun: string[] = [];
    while (!begun.includes('new')) begun.push(...accountsOf(await claim()));
    expect(begun.length).toBeLessThanOrEqual(2 * AT_ONCE);
  });

  it('are found without looking at the lines of all accounts', async () => {
    const text = `insert into provider_event (provider_event_id, channel, dedup_key, account, payload)
      select gen_random_uuid(), 'whatsapp', n, n % 1000, '{}' from generate_series(1, 2000) n`;
    await office.sql(text);
    await office.sql('analyze provider_event');
    for (const after of ['', '500', '999']) {
      const kept = new KeptStatements();
      await new ProviderEventStore(kept as never).acquireLeases(AT_ONCE, LEASE_MS, after);
      expect(await rowsLookedAt(office, 'provider_event', kept.all[0]!)).toBeLessThan(200);
    }
  });

  it('of one account are taken the oldest first', async () => {
    for (let n = 0; n < 6; n++) await told(`${n % 2}`, 1);
    await office.sql(`update provider_event set run_at = now() - interval '1 hour' where account = '1'`);
    await told('1', 9);
    const first = (await claim()).filter(({ account }) => account === '1');
    expect(first.length).toBeGreaterThan(0);
    const left = await office.sql(`select 1 from provider_event where run_at < now() - interval '59 minutes'`);
    expect(left).toHaveLength(3 - first.length);
  });

  it('are given to nobody twice by any number who ask at once, and all of them', async () => {
    await told('busy', 30);
    const taken = (await Promise.all(Array.from({ length: 4 }, claim))).flat().map(({ n }) => n);
    expect(new Set(taken).size).toBe(4 * AT_ONCE);
  });

  it('wait until they are due again, without holding up those that are due', async () => {
    await told('failing', 20);
    await office.sql(`update provider_event set run_at = now() + interval '1 hour'`);
    expect(await claim()).toEqual([]);
    await told('failing', 1);
    expect(await claim()).toHaveLength(1);
  });
});
