import { createHash } from 'node:crypto';
import { openDomain } from '#auth';
import { IdentityService, ConsistencyService } from '#crm-domain/operations';
import { Visitor } from '../console/support/visitor.js';
import { expectError } from '../support/answers.js';
import { aPersonOverRest } from '../support/person.js';
import type { Caller } from '../support/rest.js';
import { World } from '../support/world.js';

interface Entry {
  entry: number;
  occurred_at: string;
  action: string;
  actor: { type: string; id: string | null; name: string | null };
  through: string;
  subject: { type: string; id: string; name: string | null };
  details: Record<string, unknown>;
  digest: string;
}

let world: World;
let ada: Caller;
let workspace_id: string;
beforeAll(async () => {
  world = await World.start();
  ({ workspace_id } = world.north);
  ada = (await aPersonOverRest(world)).caller;
});
afterAll(() => world.stop());

const read = async (query = '', by = ada): Promise<Entry[]> =>
  ((await by.get(`/v1/audit?${query}`).expect(200)).body as { data: Entry[] }).data;
/** What was written while something was done, the oldest first. */
async function written(work: () => Promise<unknown>): Promise<Entry[]> {
  const [newest] = await read('limit=1');
  await work();
  return (await read('limit=100')).filter(({ entry }) => entry > (newest?.entry ?? 0)).reverse();
}
const byOperator = { actor: { type: 'operator', id: null, name: null }, through: 'cli' };
const byAda = (through: string) => ({
  actor: { type: 'user', id: world.ada.user_id, name: world.ada.name },
  through,
});

describe('the audit log', () => {
  it('tells of API keys, who made them and who revoked them', async () => {
    const visitor = await Visitor.signedIn(world, world.ada);
    let id = '';
    const entries = await written(async () => {
      const key = { workspace_id, name: 'Sync', capabilities: ['read:data'], created_by_user_id: world.ada.user_id };
      ({ api_key_id: id } = await world.domain.apiKeys.create(key));
      await visitor.post(`/console/api-keys/${workspace_id}/${id}/revoke`, {});
      await visitor.post(`/console/api-keys/${workspace_id}/${id}/revoke`, {});
    });
    const subject = { type: 'api-key', id, name: null };
    expect(entries).toMatchObject([
      {
        action: 'api_key.created',
        ...byAda('console'),
        subject,
        details: { name: 'Sync', capabilities: ['read:data'] },
      },
      { action: 'api_key.revoked', ...byAda('console'), subject, details: {} },
    ]);
    expect(entries).toHaveLength(2);
  });

  it('tells of the workspace and of its members, by name', async () => {
    const member = { workspace_id, subject: 'audited', email: 'audited@example.com', name: 'Alex Example' };
    let id = '';
    const entries = await written(async () => {
      await world.domain.workspaces.rename(workspace_id, 'North Harbour');
      await world.domain.workspaces.setDraftsNeedApproval(workspace_id, true);
      await world.domain.workspaces.setDraftsNeedApproval(workspace_id, false);
      ({ user_id: id } = await world.domain.workspaces.addMember(member));
      await world.domain.workspaces.addMember(member);
      await world.domain.workspaces.addMember({ ...member, role: 'admin' });
      await world.domain.workspaces.removeMember(workspace_id, member);
    });
    const workspace = { type: 'workspace', id: workspace_id, name: null };
    const subject = { type: 'user', id, name: 'Alex Example' };
    expect(entries).toMatchObject([
      { action: 'workspace.renamed', ...byOperator, subject: workspace, details: { name: 'North Harbour' } },
      { action: 'workspace.approval_changed', ...byOperator, details: { approval: true } },
      { action: 'workspace.approval_changed', ...byOperator, details: { approval: false } },
      { action: 'member.added', ...byOperator, subject, details: { role: 'member' } },
      { action: 'member.role_changed', ...byOperator, subject, details: { role: 'admin' } },
      { action: 'member.removed', ...byOperator, subject },
    ]);
    expect(entries).toHaveLength(6);
  });

  it('tells of connections: made by a token, raised, revoked and allowed again', async () => {
    const by = { user_id: world.ada.user_id };
    let id = '';
    const entries = await written(async () => {
      ({ connection_id: id } = await world.connected(world.ada, { tier: 'read' }));
      await world.domain.connections.setTier(workspace_id, id, 'write', by);
      await world.domain.connections.setApproval(workspace_id, id, 'required', by);
      await world.domain.connections.revoke(workspace_id, id);
      await world.domain.connections.restore(workspace_id, id, by);
      await expect(world.domain.connections.setTier(workspace_id, id, 'write', { version: 1 })).rejects.toThrow();
    });
    const subject = { type: 'connection', id };
    expect(entries.filter((each) => each.subject.id === id)).toMatchObject([
      { action: 'connection.created', ...byAda('mcp'), subject },
      {
        action: 'connection.access_changed',
        ...byAda('console'),
        details: { capabilities: ['read:data', 'write:data'] },
      },
      { action: 'connection.approval_changed', ...byAda('console'), details: { approval: 'required' } },
      { action: 'connection.revoked', ...byOperator, subject },
      { action: 'connection.restored', ...byAda('console'), subject },
    ]);
  });

  it('tells of sign-ins, in each workspace of the person', async () => {
    const entries = await written(() =>
      world.domain.signIns.open({ issuer: world.places.issuer, subject: world.ada.subject, auth_time: new Date() }),
    );
    expect(entries).toMatchObject([
      { action: 'session.opened', ...byAda('console'), subject: { type: 'user', id: world.ada.user_id } },
    ]);
  });

  it('tells what the identity provider said of members, once', async () => {
    const identities = new IdentityService(world.domain.db);
    const at = new Date();
    const change = { kind: 'membership', subject: 'from-idp', org_id: workspace_id, at } as const;
    const data = { email: 'idp@example.com', name: 'Kim Example' };
    const { issuer } = world.places;
    const entries = await written(async () => {
      await identities.apply(issuer, 'audit-1', { ...change, role: 'member', data });
      await identities.apply(issuer, 'audit-1', { ...change, role: 'member', data });
      await identities.apply(issuer, 'audit-2', { kind: 'user_deleted', subject: 'from-idp', at });
      await identities.apply(issuer, 'audit-3', { kind: 'user_deleted', subject: 'from-idp', at });
    });
    const by = { actor: { type: 'identity-provider', id: null, name: null }, through: 'webhook' };
    expect(entries).toMatchObject([
      { action: 'member.added', ...by, details: { role: 'member' } },
      { action: 'member.removed', ...by },
    ]);
    expect(entries).toHaveLength(2);
  });

  it('has a chain of digests that a reader can compute again', async () => {
    const entries = (await read('limit=100')).reverse();
    const rows = await world.sql<{ n: string; entry: string; actor_id: string | null }>(
      'select entry_no as n, entry, actor_id from audit_entry where workspace_id = $1 order by entry_no',
      [workspace_id],
    );
    let before = Buffer.alloc(0);
    for (const [at, { n, entry, actor_id }] of rows.entries()) {
      const { occurred_at, action } = entries[at]!;
      const text = [n, occurred_at, action, actor_id ?? '-', entry].join('\n');
      before = createHash('sha256').update(before).update(text).digest();
      expect(entries[at]!.digest).toBe(before.toString('hex'));
    }
    expect(rows.length).toBe(entries.length);
  });

  it('gives each of many at once a place of its own', async () => {
    const entries = await written(() =>
      Promise.all(Array.from({ length: 12 }, (_, n) => world.domain.workspaces.rename(workspace_id, `North ${n}`))),
    );
    expect(new Set(entries.map(({ entry }) => entry)).size).toBe(12);
    expect((await new ConsistencyService(world.domain.db).check({ workspace_id })).findings).toEqual([]);
  });

  it('is read in pages and by action and person', async () => {
    const all = await read('limit=100');
    const first = (await ada.get('/v1/audit?limit=3').expect(200)).body as {
      data: Entry[];
      pagination: { has_more: boolean; next_cursor: string };
    };
    expect(first.pagination).toEqual({ has_more: true, next_cursor: String(all[2]!.entry) });
    expect([...first.data, ...(await read(`limit=97&cursor=${first.pagination.next_cursor}`))]).toEqual(all);
    expect(await read('action=member.added&limit=100')).toEqual(all.filter(({ action }) => action === 'member.added'));
    const own = await read(`actor=${world.ada.user_id}&limit=100`);
    expect(own).toEqual(all.filter(({ actor }) => actor.id === world.ada.user_id));
    expectError(await ada.get('/v1/audit?action=nonsense'), 400);
    expectError(await ada.get('/v1/audit?actor=ada'), 400);
  });

  it('is for admins alone, and of their own workspace', async () => {
    const bob = (await aPersonOverRest(world, world.bob)).caller;
    expectError(await bob.get('/v1/audit'), 403);
    const { api_key } = await world.domain.apiKeys.create({
      workspace_id,
      name: 'All',
      capabilities: ['read:data', 'write:schema'],
    });
    expectError(await world.rest(api_key).get('/v1/audit'), 403);
    const visitor = await Visitor.signedIn(world, world.bob);
    expect(await visitor.read('/console/audit')).toContain('you are not an admin of any workspace');
    expect((await visitor.get(`/console/audit?workspace=${workspace_id}`)).status).toBe(403);
    expect((await visitor.get(`/console/audit?workspace=${world.south.workspace_id}`)).status).toBe(404);
  });

  it('is shown in the console, with what people call themselves as text', async () => {
    const name = '<script>alert(1)</script>';
    await world.domain.workspaces.addMember({ workspace_id, subject: 'hostile', email: 'h@example.com', name });
    const page = await (await Visitor.signedIn(world, world.ada)).read('/console/audit?action=member.added');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain(name);
    expect(page).toContain('The operator of this server');
  });

  it('keeps entries for as long as is set, and the rest of the chain holds', async () => {
    const other = await openDomain({ url: world.places.databaseUrl, poolSize: 2 });
    try {
      const { workspace_id: id } = await other.workspaces.create({ name: 'Old' });
      for (const name of ['Older', 'Oldest']) await other.workspaces.rename(id, name);
      await world.sql(
        `update audit_entry set occurred_at = occurred_at - interval '2 days' where workspace_id = $1 and entry_no < 3`,
        [id],
      );
      expect(await other.audit.expire(new Date(Date.now() - 86_400_000))).toBe(2);
      const { entries } = await other.audit.list(id, { limit: 10 });
      expect(entries.map(({ entry }) => entry)).toEqual([3]);
      expect((await new ConsistencyService(other.db).check({ workspace_id: id })).findings).toEqual([]);
      await world.sql(`update audit_entry set occurred_at = occurred_at - interval '2 days' where workspace_id = $1`, [
        id,
      ]);
      expect(await other.audit.expire(new Date(Date.now() - 86_400_000))).toBe(1);
      expect((await new ConsistencyService(other.db).check({ workspace_id: id })).findings).toEqual([]);
      await other.workspaces.rename(id, 'New');
      expect((await other.audit.list(id, { limit: 10 })).entries.map(({ entry }) => entry)).toEqual([4]);
      expect((await new ConsistencyService(other.db).check({ workspace_id: id })).findings).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
