import { GrantPolicy, openDomain } from '#auth';
import {
  AccessPolicy,
  Domain,
  forbidden,
  trustedClaim,
  type Actor,
  type Caller,
  type RecordAddress,
} from '#crm-domain';
import { newId } from '#platform';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

/** Refuses everybody, the service itself as well. */
class Nobody extends AccessPolicy {
  asked = 0;

  override authorize(): never {
    this.asked += 1;
    throw forbidden('Nobody may do anything here.');
  }

  override require(): never {
    throw forbidden('Nobody may do anything here.');
  }
}

/** Counts what it is asked, and says what the policy of the service says. */
class Counting extends GrantPolicy {
  asked = 0;

  override authorize(...given: Parameters<GrantPolicy['authorize']>): Actor {
    this.asked += 1;
    return super.authorize(...given);
  }
}

let database: FreshDatabase;
let caller: Caller;
let actor: Actor;
let at: RecordAddress;
const opened: Domain[] = [];

async function open(policy: AccessPolicy): Promise<Domain> {
  const domain = await Domain.open({ url: database.url, poolSize: 2 }, policy);
  opened.push(domain);
  return domain;
}

beforeAll(async () => {
  database = await freshDatabase();
  const domain = await openDomain({ url: database.url, poolSize: 2 });
  opened.push(domain);
  const { workspace_id } = await domain.workspaces.create({ name: 'North' });
  const ada = { subject: 'ada', email: 'ada@example.com', name: 'Ada' };
  const { user_id } = await domain.workspaces.addMember({ workspace_id, ...ada });
  caller = { ...trustedClaim(workspace_id, { origin: 'cli', request_id: newId() }), user_id };
  actor = await domain.access.authorize(trustedClaim(workspace_id, caller.via), null);
  const made = await domain.recordWriter.create(actor, 'companies', { data: { name: 'Acme' }, path: 'data' });
  at = { object: 'companies', record: made.id.record_id };
});
afterAll(async () => {
  await Promise.all(opened.map((domain) => domain.close()));
  await database?.drop();
});

describe('a domain', () => {
  it('lets nobody do anything that the policy it was opened with refuses', async () => {
    const policy = new Nobody();
    const domain = await open(policy);
    const input = { data: { name: 'Globex' }, path: 'data' };
    const works: Record<string, () => Promise<unknown>> = {
      get: () => domain.records.get(caller, at),
      list: () => domain.records.list(caller, 'companies', { limit: 1, offset: 0 }),
      query: () => domain.recordQueries.query(caller, 'companies', { limit: 1, offset: 0 }),
      create: () => domain.recordWriter.create(caller, 'companies', input),
      update: () => domain.recordWriter.update(caller, at, input),
      delete: () => domain.records.delete(caller, at),
      trash: () => domain.records.trash(caller, at),
      restore: () => domain.records.restore(caller, at),
      timeline: () => domain.feed.timeline(caller, at, { limit: 1 }),
      feed: () => domain.feed.read(caller, { limit: 1 }),
      draft: () => domain.drafts.create(caller, { channel: 'gmail', body: 'Hello' }),
      send: () => domain.outbound.send(caller, newId()),
      inbox: () => domain.inboxes.blockConversation(caller, newId()),
      conversations: () => domain.conversations.listOfRecord({ ...actor, ...caller }, at, { limit: 1, offset: 0 }),
      object: () => domain.objects.delete(actor, 'companies'),
      attribute: () => domain.attributes.delete(actor, 'companies', 'name'),
      choice: () => domain.choices.delete(actor, { kind: 'option', object: 'companies', attribute: 'x', choice: 'y' }),
      webhook: () => domain.webhooks.create(actor, { url: 'https://example.com' }, () => ''),
      automation: () =>
        domain.automations.create(actor, { name: 'a', kind: 'record.created', object: 'companies', actions: [] }),
      key: () => domain.idempotency.once(caller, { key: 'k', input: [], needs: null }, async () => 1),
      claim: () => domain.access.authorize(caller, null),
    };
    for (const [name, work] of Object.entries(works))
      await expect([name, await work().then(() => 'was done', String)]).toEqual([
        name,
        expect.stringContaining('Nobody may do anything here.'),
      ]);
    expect(policy.asked).toBeGreaterThan(15);
  });

  it('asks the policy with each statement anew', async () => {
    const policy = new Counting();
    const domain = await open(policy);
    for (let time = 1; time <= 3; time++) {
      await domain.records.get(actor, at);
      expect(policy.asked).toBe(time);
    }
  });
});
