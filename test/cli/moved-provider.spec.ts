import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

describe('a member whose identity provider moved', () => {
  let database: FreshDatabase;
  let domain: Domain;
  let workspace_id: string;
  beforeAll(async () => {
    database = await freshDatabase();
    domain = await openDomain({ url: database.url });
    ({ workspace_id } = await domain.workspaces.create({ name: 'Example' }));
  });
  afterAll(async () => {
    await domain.close();
    await database.drop();
  });

  const [from, to] = ['http://localhost:3002', 'http://localhost:3102'];
  const dana = { subject: 'demo', email: 'demo@example.com', name: 'Dana Demo' };
  const add = (issuer: string, who = dana) => domain.workspaces.addMember({ workspace_id, issuer, ...who });

  it('stays who they are, and nobody else is touched', async () => {
    const before = await add(from);
    const other = await add(from, { subject: 'other', email: 'other@example.com', name: 'Omar Other' });
    await domain.workspaces.moveMember(workspace_id, { subject: 'demo', from, to });
    expect(await add(to)).toEqual(before);
    expect(await add(from, { subject: 'other', email: 'other@example.com', name: 'Omar Other' })).toEqual(other);
  });

  it('stays two where both addresses know them already, and is left alone by another workspace', async () => {
    const [old, known] = [await add(from), await add(to)];
    await domain.workspaces.moveMember(workspace_id, { subject: 'demo', from, to });
    expect([await add(from), await add(to)]).toEqual([old, known]);
    const elsewhere = await domain.workspaces.create({ name: 'Elsewhere' });
    await domain.workspaces.moveMember(elsewhere.workspace_id, { subject: 'other', from, to });
    const { user_id } = await add(to, { subject: 'other', email: 'other@example.com', name: 'Omar Other' });
    expect(user_id).not.toBe(
      (await add(from, { subject: 'other', email: 'other@example.com', name: 'Omar Other' })).user_id,
    );
  });
});
