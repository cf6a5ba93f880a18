import { aRecord } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { Rest } from '../support/rest.js';
import { WEBHOOKS_HERE } from './support/automations.js';
import { Receiver } from './support/receiver.js';

describe('webhooks of a workspace whose endpoints answer at once', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start(WEBHOOKS_HERE, { alone: 'each process has turns of its own' });
  });
  afterAll(() => rest.stop());

  it('have their outcomes written one at a time, so that others have the connections', async () => {
    const receiver = await Receiver.start();
    receiver.answerWith(204);
    const url = `${receiver.url}/in`;
    for (let n = 0; n < 10; n++) await rest.admin.post('/v1/webhooks', { url, kinds: ['record.created'] }).expect(200);
    const free = await holdTables(rest.pool, ['webhook_delivery'], 'share');
    for (let n = 0; n < 3; n++) await aRecord(rest, { slug: 'companies' }, { name: `Company ${n}` });
    await eventually(() => receiver.received.length >= 10);
    await eventually(async () => (await rest.sql(LOCK_WAITS)).length > 0);
    const atOnce = (await rest.sql(LOCK_WAITS)).length;
    await free();
    expect(atOnce).toBe(1);
    const done = `select count(*)::int as n from webhook_delivery where workspace_id = $1 and state = 'delivered'`;
    await eventually(async () => (await rest.sql<{ n: number }>(done, [rest.workspace_id]))[0]!.n === 30);
    await receiver.stop();
  });
});
