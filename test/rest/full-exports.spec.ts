import { createHash } from 'node:crypto';
import type { FullEnd, FullHeader } from '../../libs/crm-domain/src/exports/full/full-file.js';
import { FULL_TABLES } from '../../libs/crm-domain/src/exports/full/full-tables.js';
import { trustedClaim } from '#crm-domain';
import type { ExportWire } from '#crm-domain/operations';
import { newId } from '#platform';
import { WEBHOOKS_HERE } from '../events/support/automations.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject } from '../support/builders.js';
import { anAccount } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';

const full = { workspace: true, format: 'full' } as const;

let rest: Rest;
beforeAll(async () => {
  rest = await Rest.start(WEBHOOKS_HERE, { alone: 'The test itself makes the exports.' });
});
afterAll(() => rest.stop());

/** An admin, as somebody with an access token is one. */
async function anAdmin() {
  const caller = trustedClaim(rest.workspace_id, { origin: 'rest-api', request_id: newId() });
  const actor = await rest.domain.access.authorize(caller, 'read:data');
  return { ...actor, role: 'admin' as const };
}

/** The lines of the file of a full export, fetched by its link. */
async function fetched(): Promise<string[]> {
  const admin = await anAdmin();
  const { id } = await rest.domain.exports.create(admin, full);
  let made: ExportWire;
  // The service may have begun it first.
  await eventually(async () => {
    await rest.domain.exportMaker.makeNext(new AbortController().signal);
    made = await rest.domain.exports.get(admin, id.export_id);
    return made.state !== 'queued' && made.state !== 'running';
  });
  expect(made!).toMatchObject({ state: 'completed', format: 'full', object: null, failure: null, progress: 1 });
  const { headers, text } = await rest.callerWith().get(made!.download!.url).buffer(true).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-length': String(made!.bytes),
    'content-disposition': `attachment; filename="export-${id.export_id}.full.ndjson"`,
  });
  return text.split('\n');
}

describe('a full export', () => {
  it('is one of a whole workspace, for its admins', async () => {
    const refused = async (body: object, path: string) =>
      expect(expectError(await rest.admin.post('/v1/exports', { format: 'full', ...body }), 400).issues[0]!.path).toBe(
        path,
      );
    await refused({ object: 'people' }, 'format');
    await refused({ view: 'people' }, 'format');
    await refused({ workspace: false }, 'object');
    expectError(await rest.admin.post('/v1/exports', full), 403);
    const admin = await anAdmin();
    await expect(rest.domain.exports.create(admin, { ...full, fields: ['name'] })).rejects.toThrow('fields');
    await expect(rest.domain.exports.create(admin, { ...full, bom: true })).rejects.toThrow('csv');
  });

  it('is not for a connection of an admin that may only read: it holds what colleagues wrote', async () => {
    const reader = { ...(await anAdmin()), capabilities: new Set(['read:data'] as const) };
    await expect(rest.domain.exports.create(reader, full)).rejects.toMatchObject({
      kind: 'forbidden',
      reason: 'capability_missing',
    });
    await expect(rest.domain.exports.create(reader, { workspace: true, format: 'ndjson' })).resolves.toBeDefined();
  });

  it('says first what it is of and last how much of it there is, with a digest of all in between', async () => {
    await aRecord(rest, { slug: 'companies' }, { name: 'Quiet Harbour' });
    const lines = await fetched();
    expect(lines.pop()).toBe('');
    const header = JSON.parse(lines[0]!) as FullHeader;
    expect(header).toMatchObject({
      format: 'crm-full-export',
      version: 1,
      schema: expect.any(Number),
      workspace_id: rest.workspace_id,
      name: 'Example',
      as_of: expect.any(String),
      position: expect.any(Number),
    });
    expect(Object.keys(header.tables)).toHaveLength(FULL_TABLES.length + 1);
    const { end } = JSON.parse(lines.pop()!) as { end: FullEnd };
    expect(
      createHash('sha256')
        .update(`${lines.join('\n')}\n`)
        .digest('hex'),
    ).toBe(end.sha256);
    const counts: Record<string, number> = {};
    for (const line of lines.slice(1)) {
      const [table, row] = JSON.parse(line) as [string, (string | null)[]];
      expect(row).toHaveLength(header.tables[table]!.length);
      counts[table] = (counts[table] ?? 0) + 1;
    }
    expect(counts).toEqual(end.rows);
    expect(counts).toMatchObject({ workspace: 1, object: 6, record: 1 });
  });

  it('holds no secret', async () => {
    const { api_key } = await rest.newKey(rest.workspace_id);
    const { body } = await rest.admin.post('/v1/webhooks', { url: 'https://hooks.example.com/' }).expect(200);
    const account = await anAccount(rest, { workspace_id: rest.workspace_id, members: [] });
    await rest.sql(`update channel_account set credentials = 'sealed-credentials' where channel_account_id = $1`, [
      account,
    ]);
    const [webhook] = await rest.sql<{ secret: string }>('select secret from webhook where workspace_id = $1', [
      rest.workspace_id,
    ]);
    const [key] = await rest.sql<{ public_id: string }>(
      'select public_id from api_key where workspace_id = $1 order by created_at desc limit 1',
      [rest.workspace_id],
    );
    const text = (await fetched()).join('\n');
    expect(text).toContain('https://hooks.example.com/');
    for (const secret of [api_key, key!.public_id, body.data.secret as string, webhook!.secret, 'sealed-credentials'])
      expect(text).not.toContain(secret);
  });

  it('of many and of long rows holds each once, in the order of their keys', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'text', slug: 'memo' });
    const item = (n: number) => ({
      op: 'create',
      data: {
        name: `No ${n}`,
        memo:
          n % 50
            ? 'short'
            : Array.from({ length: 90_000 }, (_, at) => String.fromCharCode(33 + ((at * n) % 90))).join(''),
      },
    });
    for (let from = 0; from < 1500; from += 250) {
      const items = Array.from({ length: 250 }, (_, n) => item(from + n));
      await rest.writer.post(`/v1/records/${own.slug}/batch`, { mode: 'atomic', items, format: 'concise' }).expect(200);
    }
    const lines = await fetched();
    const at = (JSON.parse(lines[0]!) as FullHeader).tables.record!.indexOf('record_id');
    const ids = lines
      .filter((line) => line.startsWith('["record",'))
      .map((line) => (JSON.parse(line) as [string, string[]])[1][at]);
    const rows = await rest.sql<{ record_id: string }>(
      'select record_id from record where workspace_id = $1 order by record_id',
      [rest.workspace_id],
    );
    expect(rows.length).toBeGreaterThan(1500);
    expect(ids).toEqual(rows.map(({ record_id }) => record_id));
  });
});
