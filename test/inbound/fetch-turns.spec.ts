import { AccountTokens, Inbound } from '#channels';
import type { JobQueue, JobSending } from '#platform';
import { PostOffice } from '../delivery/support/post-office.js';
import { StandIns, vault } from '../delivery/support/stand-ins.js';

describe('fetches that are due', () => {
  let office: PostOffice;
  let many: string[];
  let few: string[];

  beforeAll(async () => {
    office = await PostOffice.open();
    many = await connect(6);
    few = await connect(2);
    const overdue = `update channel_account set sync_at = now() - interval '1 hour' where channel_account_id = any ($1)`;
    await office.sql(overdue, [many]);
  });
  afterAll(() => office.close());
  beforeEach(() => office.sql('update channel_account set sync_lease_until = null'));

  const connect = async (count: number) => {
    const workspace_id = await office.workspace();
    const accounts = [];
    for (let n = 0; n < count; n++) accounts.push(await office.sender('gmail', { workspace_id }));
    return accounts.map(({ channel_account_id }) => channel_account_id!);
  };
  const due = (limit: number) => office.domain.syncs.due(['gmail'], limit);

  it('are begun in turns of their tenants', async () => {
    const accounts = await due(5);
    expect(accounts.map(({ turn }) => turn)).toEqual([1, 1, 2, 2, 3]);
    const ids = accounts.map(({ channel_account_id }) => channel_account_id);
    expect(ids.filter((id) => few.includes(id)).sort()).toEqual([...few].sort());
  });

  it('are not begun a second time while they last, and have had their turn', async () => {
    const underWay = `update channel_account set sync_lease_until = now() + interval '1 hour' where channel_account_id = any ($1)`;
    await office.sql(underWay, [many.slice(0, 2)]);
    const accounts = await due(100);
    expect(accounts.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6]);
    const ids = accounts.map(({ channel_account_id }) => channel_account_id);
    expect(ids.slice(0, 2).sort()).toEqual([...few].sort());
    expect(ids.slice(2).sort()).toEqual(many.slice(2).sort());
  });

  it('are jobs that wait for each other in this order, each of its tenant', async () => {
    const sent: { data: object; sending: JobSending }[] = [];
    const jobs = {
      work: () => undefined,
      repeat: () => undefined,
      send: async (_kind: object, data: object, sending: JobSending) => void sent.push({ data, sending }),
    };
    const { settings } = StandIns.at('http://127.0.0.1:9');
    const tokens = new AccountTokens(office.domain.db, vault, settings);
    const inbound = new Inbound({ domain: office.domain, tokens, jobs: jobs as unknown as JobQueue, settings });
    await inbound.sweep();
    expect(sent.map(({ sending }) => sending.priority)).toEqual([0, 0, -1, -1, -2, -3, -4, -5]);
    for (const { data, sending } of sent) expect(data).toMatchObject({ workspace_id: sending.tenant });
  });
});
