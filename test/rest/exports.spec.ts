import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pathTo, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';
import { Rest, type Caller } from '../support/rest.js';
import { FilesUnderWay } from '../../apps/rest-api/src/http/files-under-way.js';
import { ExportWorker } from '../../apps/rest-api/src/exports/export-worker.js';
import { linkTo } from '../../libs/crm-domain/src/exports/export-link.js';
import { readRecords } from '../../libs/crm-domain/src/exports/export-reader.js';
import { ExportStore } from '../../libs/crm-domain/src/exports/export.store.js';
import { VALUE_TYPES } from '../../libs/crm-domain/src/values/registry.js';
import { shapeOf } from '../../libs/crm-domain/src/exports/write-export.js';

interface Export {
  id: { export_id: string };
  state: string;
  records: number;
  bytes: number;
  download: { url: string } | null;
  [field: string]: unknown;
}

let rest: Rest;
let object: AnObject;
const go = new AbortController().signal;

beforeAll(async () => {
  rest = await Rest.start({}, { alone: 'The test itself makes most of the exports, step by step.' });
  object = await anObject(rest);
  await anAttribute(rest, object, { type: 'number', slug: 'score' });
  await anAttribute(rest, object, { type: 'currency', slug: 'worth' });
  await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
  await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Hot' }, { title: 'Cold' }] });
  await anAttribute(rest, object, {
    type: 'record-reference',
    slug: 'company',
    config: { record_reference: { allowed_object_ids: ['companies'] } },
  });
});
afterAll(() => rest.stop());
afterEach(() => rest.sql("update export set expires_at = now() - interval '1 day', state = 'cancelled'"));
afterEach(() => rest.domain.exportMaker.tidy());

const ask = async (body: object, by: Caller = rest.reader) =>
  (await by.post('/v1/exports', { format: 'ndjson', ...body }).expect(200)).body.data as Export;
const get = async ({ id }: Export, by: Caller = rest.reader) =>
  (await by.get(`/v1/exports/${id.export_id}`).expect(200)).body.data as Export;
const fetchFile = async (made: Export) => {
  const { status, headers, text } = await rest.callerWith().get(made.download!.url).buffer(true);
  return { status, headers, text };
};
const made = async (body: object, by: Caller = rest.reader) => {
  const asked = await ask(body, by);
  await rest.domain.exportMaker.makeNext(go);
  return get(asked, by);
};
const madeInTime = async (body: object, by: Caller = rest.reader) => {
  const asked = await ask(body, by);
  await eventually(async () => {
    await rest.domain.exportMaker.makeNext(go);
    return (await get(asked, by)).state === 'completed';
  });
  return get(asked, by);
};
const lines = (text: string) => text.trimEnd().split('\n');

describe('an export', () => {
  it('is made in the background and handed out without a credential', async () => {
    await aRecord(rest, object, { name: 'Ada' });
    const asked = await ask({ object: object.slug });
    expect(asked).toMatchObject({ object: object.slug, format: 'ndjson', view_id: null, download: null });
    await eventually(async () => (await get(asked)).state === 'completed');
    const done = await get(asked);
    expect(done).toMatchObject({ records: 1, progress: 1, failure: null, position: expect.any(Number) });
    const { text, headers } = await fetchFile(done);
    expect(JSON.parse(text)).toMatchObject({ object: object.slug, name: 'Ada', values: { name: 'Ada' } });
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-length': String(done.bytes),
      'content-disposition': `attachment; filename="export-${done.id.export_id}.ndjson"`,
      'cache-control': 'no-store',
    });
    // From here on by hand.
    await rest.app.get(ExportWorker).beforeApplicationShutdown();
  });

  it('of ndjson holds values that change nothing when they are written back', async () => {
    const company = await aRecord(rest, { slug: 'companies' }, { name: 'Quiet Harbour' });
    const data = {
      name: 'Bea',
      score: -1.5,
      worth: { currency_value: 12.5, currency_code: 'EUR' },
      tags: ['red', 'a "quoted", one'],
      heat: 'Hot',
      company: { id: company.id.record_id },
    };
    const record = await aRecord(rest, object, data);
    const { text } = await fetchFile(await made({ object: object.slug }));
    const line = lines(text)
      .map((each) => JSON.parse(each) as { id: string; version: number; values: object })
      .find(({ id }) => id === record.id.record_id)!;
    const { body } = await rest.writer.patch(pathTo(object, record), { data: line.values }).expect(200);
    expect(body.data.version).toBe(line.version);
  });

  it('of csv has a column for each part of a value, and quotes what needs it', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'currency', slug: 'worth' });
    await anAttribute(rest, own, { type: 'text', slug: 'tags', is_multi_select: true });
    await anAttribute(rest, own, { type: 'personal-name', slug: 'contact' });
    await anAttribute(rest, own, { type: 'text', slug: 'memo' });
    const { id } = await aRecord(rest, own, {
      name: 'One "of", many',
      worth: { currency_value: 5, currency_code: 'EUR' },
      tags: ['a', 'b'],
      contact: { first_name: 'Mary Ann', last_name: 'Smith' },
      memo: 'two\nlines',
    });
    const other = await aRecord(rest, own, { name: 'Plain', tags: ['[x]'] });
    const { text } = await fetchFile(await made({ object: own.slug, format: 'csv', bom: true }));
    expect(text).toBe(
      '\uFEFFid,name,worth.currency_value,worth.currency_code,tags,contact.first_name,contact.last_name,memo\r\n' +
        `${id.record_id},"One ""of"", many",5,EUR,"[""a"",""b""]",Mary Ann,Smith,"two\nlines"\r\n` +
        `${other.id.record_id},Plain,,,"[""[x]""]",,,\r\n`,
    );
  });

  it('of csv lets no spreadsheet run a cell, unless that is wished, and marks it so that the value can be had back', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'number', slug: 'score' });
    for (const name of ['=1+1', '+49 30', '-x', '@a', "'=1", "'plain"]) await aRecord(rest, own, { name, score: -5 });
    const cells = async (body: object) => {
      const { text } = await fetchFile(await made({ object: own.slug, format: 'csv', ...body }));
      return text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(37));
    };
    expect(await cells({})).toEqual(["'=1+1,-5", "'+49 30,-5", "'-x,-5", "'@a,-5", "''=1,-5", "'plain,-5"]);
    expect((await cells({ escape_formulas: false }))[0]).toBe('=1+1,-5');
  });

  it('shows only the fields that are named, those of other records among them', async () => {
    const own = await anObject(rest);
    const to = { record_reference: { allowed_object_ids: ['companies'] } };
    await anAttribute(rest, own, { type: 'record-reference', slug: 'company', config: to });
    const company = await aRecord(rest, { slug: 'companies' }, { name: 'Busy Pier' });
    await aRecord(rest, own, { name: 'Cyd', company: { id: company.id.record_id } });
    const { text } = await fetchFile(
      await made({ object: own.slug, format: 'csv', fields: ['name', 'company.name', 'company'] }),
    );
    expect(text.split('\r\n')[0]).toBe('id,name,company.name,company.id,company.name');
    expect(text).toContain(`Cyd,Busy Pier,${company.id.record_id},Busy Pier`);
    expectError(await rest.reader.post('/v1/exports', { object: own.slug, format: 'csv', fields: ['none'] }), 400);
  });

  it('of a view holds its records alone, with its fields', async () => {
    const query = { filter: [{ attribute: 'score', operator: 'gt', value: 1 }], fields: ['name'] };
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'number', slug: 'score' });
    const slug = freshSlug('view');
    await rest.writer.post('/v1/views', { slug, title: 'High', object: own.slug, query }).expect(200);
    for (const score of [1, 2, 3, 0]) await aRecord(rest, own, { name: `Of ${score}`, score });
    const done = await made({ view: slug, format: 'csv' });
    expect(done).toMatchObject({ state: 'completed', records: 2, object: own.slug, view_id: expect.any(String) });
    const { text } = await fetchFile(done);
    expect(text.replace(/[0-9a-f-]{36}/g, 'ID')).toBe('id,name\r\nID,Of 2\r\nID,Of 3\r\n');
  });

  it('of a view judges it once, however many records and conditions there are', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'phone-number', slug: 'phone' });
    const value = Array.from({ length: 40 }, (_, n) => `+49151100100${n + 10}`);
    const numbers = { attribute: 'phone', operator: 'not_in', value };
    const filter = [numbers, ...Array(24).fill({ attribute: 'name', operator: 'is_not_empty' })];
    const view = freshSlug('view');
    await rest.writer.post('/v1/views', { slug: view, title: view, object: own.slug, query: { filter } }).expect(200);
    const items = Array.from({ length: 60 }, (_, n) => ({ op: 'create', data: { name: `Of ${n}` } }));
    for (let time = 0; time < 2; time++)
      await rest.writer.post(`/v1/records/${own.slug}/batch`, { mode: 'each', items }).expect(200);
    const asked = await ask({ view });
    const parse = jest.spyOn(VALUE_TYPES['phone-number'], 'parse');
    await rest.domain.exportMaker.makeNext(go);
    expect(parse).toHaveBeenCalledTimes(value.length);
    expect(await get(asked)).toMatchObject({ state: 'completed', records: 120 });
  });

  it('holds what was there at one moment, and the position of the feed after which the rest follows', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'number', slug: 'score' });
    const first = await aRecord(rest, own, { name: 'Before', score: 1 });
    let text = '';
    let position = '';
    const records = await rest.domain.exports.stream(
      rest.workspace_id,
      { object: own.slug, format: 'csv' },
      {
        async begin(_, at) {
          position = at;
          await rest.admin.patch(pathTo(own, first), { data: { score: 2 } }).expect(200);
          await aRecord(rest, own, { name: 'After' });
          await rest.admin.post(`${own.path}/attributes`, { slug: 'late', title: 'Late', type: 'text' }).expect(200);
        },
        write: async (piece) => void (text += piece),
      },
    );
    expect(records).toBe(1);
    expect(text).toBe(`id,name,score\r\n${first.id.record_id},Before,1\r\n`);
    const { body } = await rest.reader.get(`/v1/events?after=${position}&object=${own.slug}`).expect(200);
    const kinds = (body.data as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['record.updated', 'record.created', 'attribute.created']));
  });

  it('leaves out what is in the trash', async () => {
    const own = await anObject(rest);
    const record = await aRecord(rest, own, { name: 'Gone' });
    await rest.admin.post(`${pathTo(own, record)}/trash`).expect(200);
    const done = await made({ object: own.slug });
    expect([done.records, (await fetchFile(done)).text]).toEqual([0, '']);
  });

  it('of several pieces is handed out whole, in their order', async () => {
    const own = await anObject(rest);
    await anAttribute(rest, own, { type: 'text', slug: 'memo' });
    const memo = 'long '.repeat(9_000);
    const items = Array.from({ length: 60 }, (_, n) => ({ op: 'create', data: { name: `No ${n}`, memo } }));
    await rest.writer.post(`/v1/records/${own.slug}/batch`, { mode: 'atomic', items }).expect(200);
    const done = await made({ object: own.slug });
    const [{ chunks }] = (await rest.sql<{ chunks: number }>('select chunks from export where export_id = $1', [
      done.id.export_id,
    ])) as [{ chunks: number }];
    expect(chunks).toBeGreaterThan(1);
    const { text, headers } = await fetchFile(done);
    expect(lines(text).map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(
      Array.from({ length: 60 }, (_, n) => `No ${n}`),
    );
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });
});

describe('who may have an export', () => {
  it('is who asked for it, and nobody with another credential', async () => {
    const done = await made({ object: object.slug });
    for (const other of [rest.writer, rest.admin, rest.stranger.admin]) {
      const answer = await other.get(`/v1/exports/${done.id.export_id}`);
      expect(expectError(answer, 404).reason).toBe('export_not_found');
      expectError(await other.post(`/v1/exports/${done.id.export_id}/cancel`), 404);
      expect((await other.get('/v1/exports').expect(200)).body.data).toEqual([]);
    }
    expect((await rest.reader.get('/v1/exports').expect(200)).body.data).toHaveLength(1);
  });

  it('may read records; a whole workspace is for its admins', async () => {
    expectError(await rest.scribe.post('/v1/exports', { object: object.slug, format: 'csv' }), 403);
    expectError(await rest.admin.post('/v1/exports', { workspace: true, format: 'ndjson' }), 403);
  });

  it('is told to the audit log', async () => {
    const { id } = await ask({ object: object.slug });
    const { entries } = await rest.domain.audit.list(rest.workspace_id, { limit: 1 });
    expect(entries).toMatchObject([
      {
        action: 'export.requested',
        actor: { type: 'api-key', id: expect.any(String), name: null },
        through: 'rest-api',
        subject: { type: 'export', id: id.export_id },
        details: { format: 'ndjson', object_id: object.object_id, view_id: null },
      },
    ]);
  });

  it('has a link that ends and that nobody can make up', async () => {
    const done = await made({ object: object.slug });
    const { url } = done.download!;
    const [row] = await rest.sql<Parameters<typeof linkTo>[0]>('select * from export where export_id = $1', [
      done.id.export_id,
    ]);
    const ended = linkTo(row!, Date.now() - 3_600_000).url;
    const longer = url.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 1}`);
    const elsewhere = url.replace(rest.workspace_id, rest.stranger.workspace_id);
    const none = url.replace(done.id.export_id, randomUUID());
    for (const wrong of [
      ended,
      longer,
      elsewhere,
      none,
      url.replace(/signature=.+/, 'signature=x'),
      url.split('?')[0]!,
    ])
      expectError(await rest.callerWith().get(wrong), 404);
    expect((await fetchFile(done)).status).toBe(200);
  });
});

describe('a file of an export', () => {
  it('takes no place for who went away before it was sent', async () => {
    const done = await made({ object: object.slug });
    const { port, hostname } = new URL(rest.url);
    const server = rest.app.getHttpServer() as Server;
    const answers: ServerResponse[] = [];
    const note = (_: unknown, answer: ServerResponse) => void answers.push(answer);
    const begun = jest.spyOn(FilesUnderWay.prototype, 'begin');
    const read = jest.spyOn(ExportStore.prototype, 'chunk');
    const free = await holdTables(rest.pool, ['export']);
    server.on('request', note);
    const sockets = Array.from({ length: 4 }, () => connect(Number(port), hostname));
    for (const socket of sockets) socket.write(`GET ${done.download!.url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await eventually(async () => answers.length === 4 && (await rest.sql(LOCK_WAITS)).length > 0);
    server.off('request', note);
    for (const socket of sockets) socket.destroy();
    await eventually(() => answers.length === 4 && answers.every(({ destroyed }) => destroyed));
    await free();
    await eventually(() => begun.mock.calls.length === 4);
    expect((await fetchFile(done)).status).toBe(200);
    expect(read).toHaveBeenCalledTimes(1);
    begun.mockRestore();
  });

  it('is sent to a workspace that has none, though four others have all that are sent at a time', async () => {
    const files = [];
    for (let n = 0; n < 4; n++) files.push(await madeInTime({ object: 'people' }, (await rest.newWorkspace()).admin));
    const own = await madeInTime({ object: object.slug });
    const unread = Promise.withResolvers<undefined>();
    const read = jest.spyOn(ExportStore.prototype, 'chunk').mockClear().mockReturnValue(unread.promise);
    const { port, hostname } = new URL(rest.url);
    const sockets = files.flatMap(({ download }) =>
      Array.from({ length: 4 }, () => {
        const socket = connect(Number(port), hostname);
        socket.write(`GET ${download!.url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        return socket;
      }),
    );
    try {
      await eventually(() => read.mock.calls.length === 16);
      expectError(await rest.callerWith().get(files[0]!.download!.url), 429);
      read.mockRestore();
      expect((await fetchFile(own)).status).toBe(200);
      await eventually(() => sockets.filter(({ closed }) => closed).length === 1);
    } finally {
      read.mockRestore();
      unread.resolve(undefined);
      for (const socket of sockets) socket.destroy();
    }
  });

  it('is looked for only with a link that may be valid: anybody may send one', async () => {
    const { download } = await made({ object: object.slug });
    const find = jest.spyOn(ExportStore.prototype, 'find').mockClear();
    const url = new URL(download!.url, rest.url);
    for (const [name, value] of [
      ['signature', 'made-up'],
      ['expires', String(Date.now() - 1)],
      ['expires', String(Date.now() + 86_400_000)],
    ] as const) {
      const wrong = new URL(url);
      wrong.searchParams.set(name, value);
      expectError(await rest.callerWith().get(wrong.pathname + wrong.search), 404);
    }
    expect(find).not.toHaveBeenCalled();
  });

  it('is not read where its head alone is asked for', async () => {
    const done = await made({ object: object.slug });
    const read = jest.spyOn(ExportStore.prototype, 'chunk').mockClear();
    const { status, headers } = await fetch(`${rest.url}${done.download!.url}`, { method: 'HEAD' });
    expect([status, headers.get('content-length')]).toEqual([200, String(done.bytes)]);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('what is asked of an export', () => {
  it.each([
    [{ format: 'csv' }, 'object'],
    [{ format: 'csv', object: 'people', view: 'any' }, 'object'],
    [{ format: 'xml', object: 'people' }, 'format'],
    [{ format: 'ndjson', object: 'people', bom: true }, 'bom'],
    [{ format: 'ndjson', object: 'nothing' }, 'object'],
  ])('%j is refused', async (body, path) => {
    expect(expectError(await rest.reader.post('/v1/exports', body), 400).issues[0]!.path).toBe(path);
  });

  it('is there: an unknown view, or an unknown export', async () => {
    expectError(await rest.reader.post('/v1/exports', { format: 'csv', view: 'nowhere' }), 404);
    expectError(await rest.reader.get('/v1/exports/nowhere'), 404);
  });

  it('is not more than two at a time', async () => {
    await ask({ object: object.slug });
    await ask({ object: object.slug });
    const third = await rest.writer.post('/v1/exports', { object: object.slug, format: 'csv' });
    expect(expectError(third, 409).reason).toBe('limit_reached');
  });

  it('is not more than ten of one key in a day, so that others can have theirs', async () => {
    const asked = { object: object.slug, format: 'csv' };
    for (let n = 0; n < 10; n++) {
      const { body } = await rest.reader.post('/v1/exports', asked).expect(200);
      await rest.reader.post(`/v1/exports/${body.data.id.export_id}/cancel`).expect(200);
    }
    expect(expectError(await rest.reader.post('/v1/exports', asked), 409).message).toContain('of one person or key');
    await rest.writer.post('/v1/exports', asked).expect(200);
  });
});

describe('an export that does not come to its end', () => {
  const rows = () => rest.sql<{ state: string; attempt: number; failure: string | null }>('select * from export');
  const chunks = async () => (await rest.sql('select 1 from export_chunk')).length;

  it('is stopped by a cancel, and its file goes', async () => {
    const done = await made({ object: object.slug });
    const { body } = await rest.reader.post(`/v1/exports/${done.id.export_id}/cancel`).expect(200);
    expect(body.data).toMatchObject({ state: 'cancelled', download: null });
    expect((await rest.callerWith().get(done.download!.url)).status).toBe(404);
    await rest.domain.exportMaker.tidy();
    expect(await chunks()).toBe(0);
    const waiting = await ask({ object: object.slug });
    await rest.reader.post(`/v1/exports/${waiting.id.export_id}/cancel`).expect(200);
    expect(await rest.domain.exportMaker.makeNext(go)).toBe(false);
  });

  it('is given back when the service stops, and made by the next one', async () => {
    const asked = await ask({ object: object.slug });
    await rest.domain.exportMaker.makeNext(AbortSignal.abort());
    expect(await rows()).toMatchObject([{ state: 'queued', attempt: 0 }]);
    await rest.domain.exportMaker.makeNext(go);
    expect(await get(asked)).toMatchObject({ state: 'completed' });
  });

  it('is made anew from its beginning when a process was killed over it, up to three times', async () => {
    const asked = await ask({ object: object.slug });
    const kill = async () => {
      await rest.sql(
        "update export set state = 'running', attempt = attempt + 1, chunks = 1, bytes = 9, lease_until = now() - interval '1 s'",
      );
      await rest.sql(
        "insert into export_chunk select workspace_id, export_id, 0, 'torn' from export on conflict do nothing",
      );
    };
    await kill();
    expect(await rest.domain.exportMaker.makeNext(go)).toBe(true);
    const done = await get(asked);
    expect(done).toMatchObject({ state: 'completed' });
    expect(Buffer.byteLength((await fetchFile(done)).text)).toBe(done.bytes);
    await kill();
    await kill();
    await rest.domain.exportMaker.makeNext(go);
    expect(await get(asked)).toMatchObject({ state: 'failed', failure: expect.stringContaining('3 times') });
  });

  it('takes nothing from a process that lost it and was only slow, whatever became of it since', async () => {
    const { id } = await ask({ object: object.slug });
    const inStore = <T>(work: (store: ExportStore) => Promise<T>) =>
      rest.domain.db.autocommit(rest.workspace_id, ({ exports }) => work(exports));
    const slow = (await inStore((store) => store.claim(id.export_id)))!;
    await rest.sql("update export set lease_until = now() - interval '1 s'");
    const stopped = (await inStore((store) => store.claim(id.export_id)))!;
    await inStore((store) => store.release(stopped));
    const chunk = { chunk_no: 0, body: Buffer.from('old'), bytes: 3, records: 1, progress: 1 };
    const late = async () => [
      await inStore((store) => store.add(slow, chunk)),
      await inStore((store) => store.end(slow, { state: 'completed', failure: null, records: 1 })),
    ];
    expect(await late()).toEqual([undefined, false]);
    await inStore((store) => store.claim(id.export_id));
    expect([await late(), await chunks()]).toEqual([[undefined, false], 0]);
  });

  it('holds each record once though others go while it is read, as they may where no snapshot is common', async () => {
    const own = await anObject(rest);
    const all: string[] = [];
    for (const name of ['One', 'Two', 'Three']) all.push((await aRecord(rest, own, { name })).id.record_id);
    const schema = await rest.domain.schemas.present(rest.workspace_id);
    const of = schema.find(own.slug)!;
    const keep = async (ids: readonly string[]) => {
      await rest.admin.delete(pathTo(own, all[0]!)).expect(200);
      return new Set(ids);
    };
    const read: string[] = [];
    await rest.domain.db.autocommit(rest.workspace_id, async (stores) => {
      const wanted = { schema, object: of, shape: shapeOf(of, undefined, schema), keep };
      for await (const { records } of readRecords(stores, wanted))
        read.push(...records.map(({ shown }) => shown.row.record_id));
    });
    expect(read).toEqual(all.slice(1));
  });

  it('shows the fields of as many other records as there are', async () => {
    const own = await anObject(rest);
    const config = { record_reference: { allowed_object_ids: [object.slug] } };
    for (const slug of ['first', 'second'])
      await anAttribute(rest, own, { type: 'record-reference', slug, is_multi_select: true, config });
    const batch = async (of: AnObject, items: object[]) =>
      (
        (await rest.writer.post(`/v1/records/${of.slug}/batch`, { mode: 'atomic', items }).expect(200)).body as {
          data: { data: { id: { record_id: string } } }[];
        }
      ).data.map(({ data }) => ({ id: data.id.record_id }));
    const others: { id: string }[] = [];
    for (let at = 0; at < 11; at++)
      others.push(
        ...(await batch(
          object,
          Array.from({ length: 100 }, (_, n) => ({ op: 'create', data: { name: `Other ${at * 100 + n}` } })),
        )),
      );
    const items = Array.from({ length: 11 }, (_, n) => ({
      op: 'create',
      data: { first: others.slice(n * 100, n * 100 + 50), second: others.slice(n * 100 + 50, (n + 1) * 100) },
    }));
    await batch(own, items);
    const done = await made({ object: own.slug, fields: ['first.name', 'second.name'] });
    expect(done).toMatchObject({ state: 'completed', records: 11 });
  });

  it('is not made by two, nor beside another one of its workspace', async () => {
    await ask({ object: object.slug });
    await ask({ object: object.slug });
    await rest.sql(
      "update export set state = 'running', lease_until = now() + interval '1 minute' where export_id = (select min(export_id::text)::uuid from export)",
    );
    expect(await rest.domain.exportMaker.makeNext(go)).toBe(false);
  });

  it('fails with the reason when its object is gone by then', async () => {
    const own = await anObject(rest);
    const asked = await ask({ object: own.slug });
    await rest.admin.delete(own.path).expect(200);
    await rest.domain.exportMaker.makeNext(go);
    expect(await get(asked)).toMatchObject({ state: 'failed', failure: 'Object not found.' });
  });

  it('is forgotten a day after it was made', async () => {
    const done = await made({ object: object.slug });
    await rest.sql("update export set expires_at = now() - interval '1 s'");
    await rest.domain.exportMaker.tidy();
    expect([await chunks(), (await rows()).length]).toEqual([0, 0]);
    expectError(await rest.reader.get(`/v1/exports/${done.id.export_id}`), 404);
  });
});
