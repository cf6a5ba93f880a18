import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { CredentialVault } from '#channels';
import { openDomain } from '#auth';
import { webhookSecretOwner } from '#crm-domain/events';
import { missingFrom } from '#crm-domain/operations';
import { Vault, newId } from '#platform';
import { examine } from '../../apps/cli/src/doctor/examine.js';
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../support/database.js';

const KEYS = { mine: randomBytes(32), other: randomBytes(32) };
const keysText = (id: string, key: Buffer) => `${id}:${key.toString('base64')}`;

/** What is wrong in an area, each with what to do about it. */
async function wrongIn(area: string, env: Record<string, string>): Promise<string[]> {
  const examinations = await examine({ NODE_ENV: 'production', ...env });
  const { findings } = examinations.find((each) => each.area === area)!;
  return findings.flatMap(({ state, text, fix }) => (state === 'wrong' ? [`${text} => ${fix}`] : []));
}

describe('crm doctor on the settings', () => {
  const NOWHERE = {
    DATABASE_URL: 'postgres://127.0.0.1:9/crm',
    BASE_URL: 'http://127.0.0.1:9',
    MCP_URL: 'http://127.0.0.1:9',
  };
  const wrong = (env: Record<string, string>) =>
    wrongIn('Settings', { ...NOWHERE, MCP_AUTH_URL: 'http://127.0.0.1:9', ...env });

  it.each<[string, Record<string, string>, string]>([
    ['webhooks to private addresses', { WEBHOOK_PRIVATE_ADDRESSES: 'true' }, 'WEBHOOK_PRIVATE_ADDRESSES must be false'],
    [
      'metrics on the port of the REST API',
      { METRICS_PORT: '3000' },
      'METRICS_PORT must be another port than REST_PORT',
    ],
    [
      'metrics on the port of the tool server',
      { METRICS_PORT: '3001' },
      'METRICS_PORT must be another port than MCP_PORT',
    ],
    ['one port for both services', { MCP_PORT: '3000' }, 'MCP_PORT and REST_PORT are both 3000'],
    ['a client of Google without its secret', { GOOGLE_CLIENT_ID: 'crm' }, 'GOOGLE_CLIENT_SECRET is missing'],
    ['a secret of Google without its client', { GOOGLE_CLIENT_SECRET: 'mine' }, 'GOOGLE_CLIENT_ID is missing'],
    ['a client of Microsoft without its secret', { MICROSOFT_CLIENT_ID: 'crm' }, 'MICROSOFT_CLIENT_SECRET is missing'],
    ['a secret of Meta without a verify token', { META_APP_SECRET: 'mine' }, 'META_VERIFY_TOKEN is missing'],
    ['an environment that nobody knows', { NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test'],
  ])('finds %s', async (_what, env, text) => {
    expect(await wrong({})).toEqual([]);
    expect(await wrong(env)).toEqual([expect.stringMatching(`^${text}.* => `)]);
  });
});

describe('crm doctor on the database', () => {
  let database: FreshDatabase;
  let sql: pg.Client;
  beforeEach(async () => {
    database = await freshDatabase();
    sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
  });
  afterEach(async () => {
    await sql.end();
    await database.drop();
  });
  const wrong = (env: Record<string, string> = {}) => wrongIn('Database', { DATABASE_URL: database.url, ...env });

  async function webhook(key: Buffer): Promise<void> {
    const [workspace_id, webhook_id] = [newId(), newId()];
    const secret = new Vault(new Map([['k1', key]])).seal(
      webhookSecretOwner(workspace_id, webhook_id),
      'whsec_of-tests',
    );
    const text = 'insert into webhook (workspace_id, webhook_id, url, secret, position) values ($1, $2, $3, $4, 0)';
    await sql.query(text, [workspace_id, webhook_id, 'https://example.com', secret]);
  }
  async function account(key: Buffer): Promise<void> {
    const owner = { workspace_id: newId(), channel_account_id: newId() };
    const credentials = new CredentialVault(new Map([['k1', key]])).seal(owner, { access_token: 'of-tests' });
    const text = `insert into channel_account
                    (workspace_id, channel_account_id, channel, external_account_id, address, credentials)
                  values ($1, $2, 'gmail', 'ada@example.com', 'ada@example.com', $3)`;
    await sql.query(text, [owner.workspace_id, owner.channel_account_id, credentials]);
  }

  it('finds keys other than those that sealed what is stored, and none at all', async () => {
    await webhook(KEYS.mine);
    await account(KEYS.mine);
    expect(await wrong({ CREDENTIALS_KEYS: keysText('k1', KEYS.mine) })).toEqual([]);
    expect(await wrong()).toEqual([
      expect.stringMatching(
        /^CREDENTIALS_KEYS is not set, but encrypted credentials of accounts and secrets of webhooks /,
      ),
    ]);
    for (const [id, why] of [
      ['k1', 'the key "k1" is not the one that encrypted them'],
      ['k2', 'the key "k1" is not among CREDENTIALS_KEYS'],
    ] as const)
      expect((await wrong({ CREDENTIALS_KEYS: keysText(id, KEYS.other) })).sort()).toEqual([
        expect.stringMatching(
          `^1 of 1 credentials of accounts that were tried cannot be decrypted: ${why} => Add the keys `,
        ),
        expect.stringMatching(`^1 of 1 secrets of webhooks that were tried cannot be decrypted: ${why} => `),
      ]);
  });

  it('finds a single secret that the keys do not open among those that they do', async () => {
    for (const key of [KEYS.mine, KEYS.mine, KEYS.other]) await webhook(key);
    expect(await wrong({ CREDENTIALS_KEYS: keysText('k1', KEYS.mine) })).toEqual([
      expect.stringMatching(/^1 of 3 secrets of webhooks /),
    ]);
  });

  it('says what to run on a database in which nothing was ever made', async () => {
    const empty = await emptyDatabase();
    expect(await wrong({ DATABASE_URL: empty.url })).toEqual([
      expect.stringMatching(/^Not yet applied: 0001-core, .*, job-queue => Run crm migrate;/),
    ]);
    await empty.drop();
  });

  describe('with a role that does not own it', () => {
    const role = `clerk_${newId().replaceAll('-', '')}`;
    beforeEach(async () => void (await sql.query(`create role ${role} login`)));
    afterEach(async () => {
      await sql.query(`drop owned by ${role}`);
      await sql.query(`drop role ${role}`);
    });
    const urlOfClerk = () => {
      const url = new URL(database.url);
      url.username = role;
      return url.href;
    };
    const asClerk = () => wrong({ DATABASE_URL: urlOfClerk() });
    const missingForClerk = async () => {
      const domain = await openDomain({ url: urlOfClerk(), poolSize: 1 });
      return missingFrom(domain.source).finally(() => domain.close());
    };
    const grantAll = async () => {
      for (const schema of ['public', 'pgboss']) {
        await sql.query(`grant usage on schema ${schema} to ${role}`);
        await sql.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
      }
    };

    it('finds which rights it lacks, and nothing once it has them', async () => {
      await sql.query('revoke all on schema public from public');
      expect((await asClerk()).sort()).toEqual([
        expect.stringMatching(
          `^The role ${role} may not use the schema pgboss => .*grant usage on schema pgboss to ${role}`,
        ),
        expect.stringMatching(`^The role ${role} may not use the schema public => `),
      ]);
      await grantAll();
      await sql.query(`revoke insert, update, delete on migration from ${role}`);
      expect(await asClerk()).toEqual([]);
      await sql.query(`revoke insert, update on record from ${role}`);
      expect(await asClerk()).toEqual([
        expect.stringMatching(
          `^The role ${role} has no INSERT, UPDATE on the table record of the schema public => .*grant select, insert`,
        ),
      ]);
    });

    it('is told apart by /readyz from a database that was never migrated', async () => {
      await grantAll();
      expect(await missingForClerk()).toEqual([]);
      await sql.query(`revoke select on migration from ${role}`);
      expect(await missingForClerk()).toEqual(['database: its role lacks rights, "crm doctor" says which']);
    });

    it('finds that it cannot migrate where a migration is pending', async () => {
      await grantAll();
      await sql.query('delete from migration where id = (select max(id) from migration)');
      expect(await asClerk()).toEqual([
        expect.stringMatching(
          `^Not yet applied: .*; the role ${role} may not create or change .* => Run crm migrate with a `,
        ),
      ]);
      expect(await wrong()).toEqual([expect.stringMatching(/^Not yet applied: [\w-]+ => Run crm migrate;/)]);
    });
  });
});
