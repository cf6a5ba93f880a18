import { IsNull } from 'typeorm';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { newId } from '#platform';
import { UniqueViolation } from '../../libs/crm-domain/src/db/pg-errors.js';
import type { Session } from '../../libs/crm-domain/src/db/session.js';
import { TenantTable, type Where } from '../../libs/crm-domain/src/db/tenant-table.js';
import { WebhookEntity } from '../../libs/crm-domain/src/webhooks/webhook.entity.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

let database: FreshDatabase;
let domain: Domain;
beforeAll(async () => {
  database = await freshDatabase();
  // With one connection, whoever takes another one than its transaction's waits for ever.
  domain = await openDomain({ url: database.url, poolSize: 1, poolWait: 1000 });
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

const [ours, theirs] = [newId(), newId()];
const row = (webhook_id: string) => ({ webhook_id, url: 'https://example.com/hook', secret: 'sealed', position: '0' });

/** The table of a workspace, in a transaction of its own that everything else here shares. */
function inWorkspace<T>(workspaceId: string, work: (table: TenantTable<WebhookEntity>) => Promise<T>): Promise<T> {
  return domain.db.transaction(workspaceId, (stores) => {
    const { session } = stores as unknown as { session: Session };
    return work(new TenantTable(session, WebhookEntity, workspaceId));
  });
}

describe('A table of one workspace', () => {
  const id = newId();
  beforeAll(async () => {
    await inWorkspace(ours, (table) => table.insert(row(id)));
    await inWorkspace(theirs, (table) => table.insert(row(id)));
  });

  it('finds, changes and deletes rows of that workspace alone, though others have the same key', async () => {
    expect(await inWorkspace(ours, (table) => table.update({ webhook_id: id }, { url: 'https://example.com/b' }))).toBe(
      1,
    );
    expect((await inWorkspace(theirs, (table) => table.find())).map(({ url }) => url)).toEqual([
      'https://example.com/hook',
    ]);
    expect(await inWorkspace(newId(), (table) => table.find())).toEqual([]);
    expect(await inWorkspace(newId(), (table) => table.update({ webhook_id: id }, { attempts: 1 }))).toBe(0);
    expect(await inWorkspace(newId(), (table) => table.delete({ webhook_id: id }))).toBe(0);
    const found = await inWorkspace(ours, (table) => table.findOne({ webhook_id: id, kinds: IsNull() }));
    expect(found).toMatchObject({ workspace_id: ours, url: 'https://example.com/b', kinds: null, position: '0' });
    expect(found!.created_at).toBeInstanceOf(Date);
  });

  it('keeps a row in its workspace whatever else it is told', async () => {
    const strange = { workspace_id: theirs };
    await inWorkspace(ours, (table) => table.update({ webhook_id: id, ...strange }, { attempts: 2 }));
    expect(await inWorkspace(theirs, (table) => table.findOne({ webhook_id: id }))).toMatchObject({ attempts: 0 });
    const other = newId();
    await inWorkspace(ours, (table) => table.insert({ ...row(other), ...strange }));
    expect(await inWorkspace(theirs, (table) => table.findOne({ webhook_id: other }))).toBeUndefined();
    expect(await inWorkspace(ours, (table) => table.delete({ webhook_id: other }))).toBe(1);
  });

  it.each<[string, Where<WebhookEntity>]>([
    ['nothing', {}],
    ['a column without a value', { webhook_id: undefined }],
    ['one of two columns without a value', { webhook_id: id, status: undefined }],
  ])('refuses to change rows by %s', async (_what, where) => {
    await expect(inWorkspace(ours, (table) => table.update(where, { attempts: 9 }))).rejects.toThrow('has no value');
    await expect(inWorkspace(ours, (table) => table.delete(where))).rejects.toThrow('has no value');
    expect(await inWorkspace(ours, (table) => table.findOne({ webhook_id: id }))).not.toMatchObject({ attempts: 9 });
  });

  it('works on the connection of its transaction, and is undone with it', async () => {
    const gone = newId();
    const failing = inWorkspace(ours, async (table) => {
      await table.insert(row(gone));
      expect(await table.find({ webhook_id: gone }, { lock: 'update' })).toHaveLength(1);
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await inWorkspace(ours, (table) => table.find({ webhook_id: gone }))).toEqual([]);
  });

  it('tells of a key that is taken as every other statement does, or leaves the row that has it', async () => {
    await expect(inWorkspace(ours, (table) => table.insert(row(id)))).rejects.toBeInstanceOf(UniqueViolation);
    expect(await inWorkspace(ours, (table) => table.insertNew(row(id)))).toBe(false);
    const other = newId();
    expect(await inWorkspace(ours, (table) => table.insertNew(row(other)))).toBe(true);
  });
});
