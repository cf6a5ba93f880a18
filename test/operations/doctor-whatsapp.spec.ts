import pg from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { examineWhatsApp } from '../../apps/cli/src/doctor/whatsapp.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const SET = { META_APP_SECRET: 'of-the-app', META_VERIFY_TOKEN: 'typed-at-meta', BASE_URL: 'https://crm.example.com/' };

let database: FreshDatabase;
let domain: Domain;
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
});
afterAll(async () => {
  await domain.close();
  await database.drop();
});

const look = (env: Record<string, string>) => examineWhatsApp(database.url, env);

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text);
  await client.end();
}

// Each test goes on from the one before: a number is connected, and then told of.
describe('crm doctor, of WhatsApp', () => {
  it('says nothing where no number is connected, or where the database is away', async () => {
    expect(await look({})).toEqual([]);
    expect(await examineWhatsApp('postgres://127.0.0.1:9/crm', {})).toEqual([]);
    expect(await examineWhatsApp(undefined, {})).toEqual([]);
  });

  it('finds it wrong that a number is connected and its webhooks are off', async () => {
    const { workspace_id } = await domain.workspaces.create({ name: 'Northwind Traders' });
    const account = { channel: 'whatsapp' as const, external_account_id: '107', address: '+15555550142' };
    const whole = { ...account, display_name: null, owner_user_id: null };
    await domain.accounts.connect(workspace_id, whole, { seal: () => 'sealed' });
    for (const name of ['META_APP_SECRET', 'META_VERIFY_TOKEN']) {
      const text = `WhatsApp is connected, but its webhooks are off without ${name}`;
      expect(await look({ ...SET, [name]: '' })).toMatchObject([{ state: 'wrong', text }]);
    }
  });

  it('warns while none of its webhooks ever came in, and says where they have to go', async () => {
    const [finding, ...others] = await look(SET);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ state: 'warning', text: expect.stringContaining('no webhook of it has arrived') });
    expect(finding!.fix).toContain('https://crm.example.com/webhooks/meta');
  });

  it('is content when they come in', async () => {
    const event = `gen_random_uuid(), 'whatsapp', 'message:wamid.1', '{}'`;
    await sql(`insert into provider_event (provider_event_id, channel, dedup_key, payload) values (${event})`);
    expect(await look(SET)).toMatchObject([{ state: 'ok' }]);
  });
});
