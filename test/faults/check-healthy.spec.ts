import { trustedClaim } from '#crm-domain';
import type { ReceivedMessage } from '#crm-domain/messaging';
import { ConsistencyService, type Finding } from '#crm-domain/operations';
import { newId } from '#platform';
import { loadDemo } from '../../apps/cli/src/demo/load-demo.js';
import { anAccount } from '../support/accounts.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { purge } from '../support/purge.js';
import { Rest } from '../support/rest.js';

const PEOPLE = { slug: 'people' };

let rest: Rest;
beforeAll(async () => (rest = await Rest.start({ CREDENTIALS_KEYS: new Map([['k1', Buffer.alloc(32, 7)]]) })));
afterAll(() => rest.stop());

async function findings(percent = 100): Promise<Finding[]> {
  return (await new ConsistencyService(rest.domain.db).check({ percent })).findings;
}

/** Whatever is going on: nothing is found before the background has been at it, in the middle of it, nor afterwards. */
async function expectNothing(): Promise<void> {
  expect(await findings()).toEqual([]);
  const [during] = await Promise.all([findings(), purge(rest)]);
  expect(during).toEqual([]);
  expect(await findings()).toEqual([]);
}

async function aBusyObject(): Promise<AnObject> {
  const object = await anObject(rest);
  await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
  await anAttribute(rest, object, { type: 'number', slug: 'size' });
  await anAttribute(rest, object, { type: 'text', slug: 'notes', is_multi_select: true });
  await anAttribute(rest, object, { type: 'multi-select', slug: 'tags', options: [{ title: 'A' }, { title: 'B' }] });
  await anAttribute(rest, object, { type: 'record-reference', slug: 'links', is_multi_select: true });
  const relationship = (cardinality: string) => ({
    type: 'relationship',
    relationship: { target_object_id: object.slug, inverse_title: `Back ${cardinality}`, cardinality },
  });
  await anAttribute(rest, object, { slug: 'partner', ...relationship('one-to-one') });
  await anAttribute(rest, object, { slug: 'parent', ...relationship('many-to-one') });
  await anAttribute(rest, object, { slug: 'friends', ...relationship('many-to-many') });
  return object;
}

function received(to: string): ReceivedMessage {
  const party = (address: string) => ({ address, display_name: null });
  return {
    direction: 'inbound',
    provider_message_id: newId(),
    internet_message_id: null,
    thread_id: '+12025550199',
    mark: null,
    bears_mark_if_ours: false,
    references: [],
    reply_to: null,
    from: party('+12025550199'),
    to: [party(to)],
    cc: [],
    subject: null,
    body: 'Hello',
    body_html: null,
    sent_at: new Date(),
    seen: false,
    attachments: [],
  };
}

describe('crm check finds nothing', () => {
  it('in a database that nobody has used', async () => {
    expect(await findings()).toEqual([]);
  });

  it('after the demo data', async () => {
    const { workspace_id } = await rest.domain.workspaces.create({ name: 'Demo' });
    await rest.domain.workspaces.addMember({ workspace_id, subject: newId(), email: 'd@example.com', name: 'Dana' });
    await loadDemo(rest.domain, workspace_id);
    await expectNothing();
    expect((await new ConsistencyService(rest.domain.db).check({ workspace_id })).records).toBe(210);
    const { records } = await new ConsistencyService(rest.domain.db).check({ workspace_id, percent: 20 });
    expect(records).toBeGreaterThan(5);
    expect(records).toBeLessThan(105);
  });

  it('while many write to the same records, link and unlink them', async () => {
    const object = await aBusyObject();
    const records = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        aRecord(rest, object, { name: `R${n}`, code: `c${n}`, size: n, tags: ['A'] }),
      ),
    );
    const some = (n: number) => records[n % records.length]!;
    const to = (n: number) => pointingAt(object, some(n));
    const statuses: number[] = [];
    const write = async (n: number) => {
      const data = [
        { size: n, code: `c${n % 9}` },
        { partner: to(n * 5 + 1) },
        { parent: to(n * 3 + 1), notes: [`n${n}`, 'same'] },
        { friends: [to(n), to(n + 1), to(n + 2)] },
        { tags: n % 2 ? ['B', 'A'] : [], notes: ['same', `m${n}`, `n${n - 5}`] },
        { links: [to(n + 1), to(n + 2)], size: null },
      ][n % 6];
      statuses.push((await rest.writer.patch(pathTo(object, some(n * 7)), { data: data! })).status);
    };
    // No more at once than get a connection in time beside those who look.
    const writers = Array.from({ length: 8 }, async (_, at) => {
      for (let n = at; n < 120; n += 8) await write(n);
    });
    const looks = Array.from({ length: 5 }, () => findings());
    await Promise.all(writers);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    expect(await Promise.all(looks)).toEqual([[], [], [], [], []]);
    await rest.writer.post(`${pathTo(object, some(0))}/trash`).expect(200);
    await rest.writer.post(`${pathTo(object, some(1))}/trash`).expect(200);
    await rest.writer.post(`${pathTo(object, some(1))}/restore`).expect(200);
    await rest.writer.delete(pathTo(object, some(2))).expect(200);
    await expectNothing();
  });

  it('after a record with many referrers was deleted', async () => {
    const object = await aBusyObject();
    const target = await aRecord(rest, object, { name: 'Target', code: 'target' });
    for (let n = 0; n < 105; n++)
      await aRecord(rest, object, {
        name: `R${n}`,
        links: pointingAt(object, target),
        parent: pointingAt(object, target),
      });
    await rest.writer.delete(pathTo(object, target)).expect(200);
    expect(await rest.sql(`select 1 from purge where kind = 'record'`)).toHaveLength(1);
    await expectNothing();
  });

  it('after attributes and objects were deleted, archived and changed', async () => {
    const [object, other] = [await aBusyObject(), await aBusyObject()];
    const target = await aRecord(rest, other, { name: 'Target', code: 'T', friends: [] });
    for (let n = 0; n < 5; n++) {
      const data = { name: `R${n}`, code: `c${n}`, size: n, links: pointingAt(other, target), notes: ['a', `${n}`] };
      const record = await aRecord(rest, object, data);
      await rest.writer.patch(pathTo(object, record), { data: { size: 100 + n, notes: ['a', 'b'] } }).expect(200);
    }
    for (const slug of ['size', 'friends']) await rest.admin.delete(`${object.path}/attributes/${slug}`).expect(200);
    await expectNothing();
    const attribute = (slug: string, changes: object) =>
      rest.admin.patch(`${object.path}/attributes/${slug}`, changes).expect(200);
    await attribute('notes', { is_multi_select: false });
    await attribute('tags', { archived_at: new Date().toISOString() });
    const record = await aRecord(rest, object, { name: 'Another', notes: 'one' });
    await rest.writer.patch(pathTo(object, record), { data: { notes: 'two' } }).expect(200);
    await rest.admin.delete(other.path).expect(200);
    await expectNothing();
  });

  it('of values that were not unique when they were written', async () => {
    const object = await aBusyObject();
    const unique = (is_unique: boolean) =>
      rest.admin.patch(`${object.path}/attributes/code`, { is_unique }).expect(200);
    await unique(false);
    const same = await aRecord(rest, object, { name: 'One', code: 'same' });
    const twin = await aRecord(rest, object, { name: 'Two', code: 'same' });
    await unique(true);
    await rest.writer.patch(pathTo(object, same), { data: { name: 'First' } }).expect(200);
    await rest.writer.patch(pathTo(object, twin), { data: { code: 'own' } }).expect(200);
    await expectNothing();
  });

  it('after events were let go of, and about records from before there were events', async () => {
    const object = await aBusyObject();
    const records = [await aRecord(rest, object, { name: 'Old' }), await aRecord(rest, object, { name: 'Older' })];
    const [old, older] = records as [(typeof records)[0], (typeof records)[0]];
    await rest.writer.patch(pathTo(object, old), { data: { size: 1 } }).expect(200);
    // As the first release would have left them.
    for (const table of ['event', 'event_pending', 'event_feed', 'event_head', 'webhook_delivery'])
      await rest.sql(`delete from ${table} where workspace_id = $1`, [rest.workspace_id]);
    await rest.writer.patch(pathTo(object, old), { data: { size: 2 } }).expect(200);
    await rest.writer.patch(pathTo(object, older), { data: { name: 'Eldest' } }).expect(200);
    await aRecord(rest, object, { name: 'New' });
    await expectNothing();
    await rest.domain.feed.sequence();
    await rest.domain.feed.expire(new Date(Date.now() + 1000));
    await aRecord(rest, object, { name: 'Newest' });
    await expectNothing();
    await rest.domain.feed.sequence();
    await expectNothing();
  });

  it('in conversations: drafts that come, go and are sent, and what comes in', async () => {
    const { workspace_id } = await rest.domain.workspaces.create({ name: 'Mail' });
    const person = { workspace_id, subject: newId(), email: 'm@example.com', name: 'Mara' };
    const { user_id } = await rest.domain.workspaces.addMember(person);
    const caller = { ...trustedClaim(workspace_id, { origin: 'mcp', request_id: 'test' }), user_id };
    await anAccount(rest.domain, { workspace_id, owner_user_id: user_id, address: 'm@example.com' });
    await anAccount(rest.domain, { workspace_id, channel: 'whatsapp', address: '+12025550188' });
    await rest.domain.recordWriter.create(caller, PEOPLE.slug, {
      data: { email_addresses: 'you@example.com' },
      path: 'data',
    });
    const letter = { channel: 'gmail', subject: 'Hello', body: 'Dear you', to: ['you@example.com'] } as const;
    const draft = (more: object = {}) => rest.domain.drafts.create(caller, { ...letter, to: [...letter.to], ...more });
    const [sent, kept, gone] = [await draft(), await draft(), await draft()];
    await rest.domain.outbound.send(caller, sent.draft_id);
    const answer = await draft({ reply_to: sent.draft_id });
    await rest.domain.drafts.update(caller, answer.draft_id, { reply_to: kept.draft_id });
    await rest.domain.drafts.delete(caller, gone.draft_id);
    await rest.domain.drafts.delete(caller, kept.draft_id);
    const [first, second] = [await draft(), await draft()];
    await draft({ reply_to: first.draft_id });
    await rest.domain.drafts.update(caller, first.draft_id, { reply_to: second.draft_id });
    await rest.domain.drafts.delete(caller, first.draft_id);
    for (const [channel, address] of [
      ['gmail', 'm@example.com'],
      ['whatsapp', '+12025550188'],
    ] as const) {
      const [account] = await rest.domain.receiving.accountsOf(channel, address);
      await rest.domain.receiving.take(account!, [received(address)]);
    }
    await expectNothing();
  });

  it('in conversations of a shared account that has no users any more', async () => {
    const { workspace_id } = await rest.domain.workspaces.create({ name: 'Numbers' });
    const person = { workspace_id, subject: newId(), email: 'm@example.com', name: 'Mara' };
    const { user_id } = await rest.domain.workspaces.addMember(person);
    const caller = { ...trustedClaim(workspace_id, { origin: 'mcp', request_id: 'test' }), user_id };
    const shared = { channel: 'whatsapp', address: '+12025550187' } as const;
    const number = await anAccount(rest.domain, { workspace_id, ...shared, member_ids: [user_id] });
    const draft = { channel: 'whatsapp', body: 'Hello', to: ['+12025550186'] } as const;
    const { draft_id } = await rest.domain.drafts.create(caller, { ...draft, to: [...draft.to] });
    await rest.domain.outbound.send(caller, draft_id);
    await rest.domain.accounts.setMembers(workspace_id, number, []);
    await expectNothing();
  });
});
