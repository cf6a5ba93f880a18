import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { newId } from '#platform';
import { PostOffice, type Sender } from './support/post-office.js';

/** What docs/operations.md has an operator run before the services start on a restored database. */
const PAGE = readFileSync(resolve('docs/operations.md'), 'utf8');
const SECTION = PAGE.slice(PAGE.indexOf('**Before the services start on a restored database**'));
const [HOLD = '', END = ''] = [...SECTION.matchAll(/^ *```sql\n(.*?)^ *```$/gms)].map(([, sql]) => sql);

describe('messages that were queued when the backup of a database was made', () => {
  let office: PostOffice;
  let sender: Sender;
  beforeAll(async () => {
    office = await PostOffice.open();
    sender = await office.sender('whatsapp');
  });
  afterAll(() => office.close());

  const to = (message_id: string, is_behind: boolean) =>
    office.sql(`update message_delivery set recipient = '15550001234', is_behind = $2 where message_id = $1`, [
      message_id,
      is_behind,
    ]);
  const claimed = async () => {
    const most = { gmail: 4, outlook: 4, whatsapp: 20, facebook: 20, instagram: 20 };
    const wish = { owner: newId(), limit: 9, concurrency: most, shares: { google: 9, microsoft: 9, meta: 9 } };
    await office.deliveries().release();
    return (await office.deliveries().acquireLeases(wish)).map(({ message_id }) => message_id);
  };

  it('are held, and once those that were sent are ended, the others leave and nothing waits behind them', async () => {
    const [sent, behind] = [await office.queue(sender), await office.queue(sender)];
    await to(sent, false);
    await to(behind, true);
    await office.pool.query(HOLD);
    expect(await claimed()).toEqual([]);
    const { deliveries } = await office.domain.outbox.list(sender.workspace_id, { user_id: newId(), role: 'admin' });
    expect(deliveries.map(({ run_at }) => run_at)).toEqual([null, null]);
    await office.sql('update message_delivery set run_at = now() where message_id = $1', [behind]);
    await office.pool.query(END);
    expect(await office.fate(sent)).toMatchObject({ status: 'failed', failure_code: 'outcome_unknown' });
    expect(await claimed()).toEqual([behind]);
    const { workspace_id, channel_account_id } = sender;
    const proof = { workspace_id, channel_account_id: channel_account_id!, mark: sent, provider_message_id: 'wamid.1' };
    await office.deliveries().settleFromProvider({ ...proof, kind: 'accepted' });
    expect(await office.fate(sent)).toMatchObject({ status: 'sent', failure_code: null });
  });

  it('are held as well where WhatsApp had not said yet what became of them, whatever its stored webhooks say', async () => {
    const doubtful = await office.queue(sender);
    await office.sql(
      `update message_delivery set recipient = '15550005678', is_behind = false, state = 'unknown', transmit_count = 1,
        transmit_started_at = now() where message_id = $1`,
      [doubtful],
    );
    await office.pool.query(HOLD);
    const { workspace_id, channel_account_id } = sender;
    const told = {
      workspace_id,
      channel_account_id: channel_account_id!,
      mark: doubtful,
      provider_message_id: 'wamid.2',
    };
    const refusal = { code: '130429', detail: 'Slower.', http_status: null };
    const failure = { kind: 'transient', throttles: 'message', at: new Date(), transmission: 1, ...refusal } as const;
    await office.deliveries().settleFromProvider({ ...told, ...failure });
    expect(await claimed()).toEqual([]);
    const [held] = await office.sql('select state, run_at::text from message_delivery where message_id = $1', [
      doubtful,
    ]);
    expect(held).toEqual({ state: 'queued', run_at: 'infinity' });
    await office.sql('update message_delivery set run_at = now() where message_id = $1', [doubtful]);
    expect(await claimed()).toEqual([doubtful]);
  });
});
