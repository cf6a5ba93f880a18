import type { DomainError } from '#crm-domain';
import { WEBHOOKS_HERE } from '../events/support/automations.js';
import { aRecord, anObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest, withLongWaits } from '../support/rest.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

describe('what a workspace has a maximum of', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start(WEBHOOKS_HERE, { route: withLongWaits })));
  afterAll(() => rest.stop());

  const url = 'https://example.com/events';
  const makeWebhook = async () => (await rest.admin.post('/v1/webhooks', { url })).status;
  const makeKey = () =>
    rest.domain.apiKeys.create({ workspace_id: rest.workspace_id, name: 'Key', capabilities: ['read:data'] }).then(
      () => 200,
      ({ kind }: DomainError) => (kind === 'conflict' ? 409 : 500),
    );
  const makeAutomation = async () => {
    const actions = [{ type: 'set_values', values: { name: 'Named' } }];
    const body = { name: 'One', kind: 'record.created', object: 'companies', actions };
    return (await rest.admin.post('/v1/automations', body)).status;
  };

  it.each([
    ['webhooks', 'webhook', 100, makeWebhook],
    ['automations', 'automation', 100, makeAutomation],
    ['API keys that are not revoked', 'api_key', 20, makeKey],
  ] as const)('is never passed by several who make one at the same moment: %s', async (_, table, most, make) => {
    expect(await make()).toBe(200);
    await fillTo(table, most - 1);
    const free = await holdInserts(table);
    const made = Array.from({ length: 3 }, make);
    await eventually(async () => (await waiting()) >= 3);
    await free();
    expect((await Promise.all(made)).sort()).toEqual([200, 409, 409]);
    expect(await make()).toBe(409);
    expect(await count(table)).toBe(most);
  });

  it('is counted without keeping writes of records waiting', async () => {
    const object = await anObject(rest);
    await rest.sql('delete from webhook');
    const free = await holdInserts('webhook');
    const made = makeWebhook();
    // What calls the webhooks of the tests before waits as well.
    await eventually(async () => (await waiting()) >= 1);
    await aRecord(rest, object, { name: 'Written meanwhile' });
    await free();
    expect(await made).toBe(200);
  });

  it('does not make lists of API keys long: those that were revoked last are shown, and all that hold', async () => {
    await rest.sql('delete from api_key where name = $1', ['Key']);
    expect(await makeKey()).toBe(200);
    await copy('api_key', 150, { revoked_at: '2026-01-31T12:00:00Z' });
    await copy('api_key', 1, { revoked_at: '2026-02-01T12:00:00Z' });
    const listed = await rest.domain.apiKeys.list(rest.workspace_id);
    expect(listed.filter(({ revoked_at }) => revoked_at)).toHaveLength(100);
    expect(listed.filter(({ revoked_at }) => revoked_at === '2026-02-01T12:00:00.000Z')).toHaveLength(1);
    expect(listed.filter(({ revoked_at }) => !revoked_at)).toHaveLength(await count('api_key'));
  });

  /** How many of them count. */
  async function count(table: string): Promise<number> {
    const [row] = await rest.sql<{ count: number }>(
      `select count(*)::int from ${table} where workspace_id = $1 ${table === 'api_key' ? 'and revoked_at is null' : ''}`,
      [rest.workspace_id],
    );
    return row!.count;
  }

  async function fillTo(table: string, wanted: number): Promise<void> {
    await copy(table, wanted - (await count(table)));
  }

  /** Copies one in the table, as requests for so many would take long. */
  async function copy(table: string, times: number, changed: object = {}): Promise<void> {
    await rest.sql(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || $2::jsonb || jsonb_build_object('${table}_id', gen_random_uuid(), 'public_id', gen_random_uuid()))).*
        from (select * from ${table} where workspace_id = $1 order by created_at desc limit 1) t, generate_series(1, $3::int)`,
      [rest.workspace_id, JSON.stringify(changed), times],
    );
  }

  /** Has inserts wait, and nothing that reads. */
  function holdInserts(table: string): Promise<() => Promise<void>> {
    return holdTables(rest.pool, [table], 'exclusive');
  }

  async function waiting(): Promise<number> {
    const rows = await rest.sql(LOCK_WAITS);
    return rows.length;
  }
});
