import type { RecordWire } from '#crm-domain';
import { aRecord, anAttribute, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

interface Answered {
  data: RecordWire[];
  pagination: { total?: number; total_is_exact?: boolean; has_more: boolean; next_cursor?: string };
}

let rest: Rest;
let object: AnObject;
let inSteps: jest.SpyInstance;

const SCORES = [3, -2.5, 0, 3, 1e300, -1e300, 7, 7.5, 12, 3, -0.1, 40];

beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  await anAttribute(rest, object, { slug: 'score', type: 'number' });
  await anAttribute(rest, object, { slug: 'stage', type: 'pipeline', stages: [{ title: 'New' }, { title: 'Won' }] });
  for (const [at, score] of SCORES.entries()) {
    const record = await aRecord(rest, object, { name: `n${at % 5}`, score, stage: at % 3 ? 'Won' : 'New' });
    if (at % 4 === 3) await rest.admin.post(`/v1/records/${object.slug}/${record.id.record_id}/trash`, {}).expect(200);
  }
  await aRecord(rest, object, { name: 'without a score' });
  inSteps = jest.spyOn(rest.domain.recordQueries as unknown as { inSteps(): Promise<unknown> }, 'inSteps');
});
afterAll(() => rest.stop());
beforeEach(() => inSteps.mockClear());

async function ask(body: object): Promise<Answered> {
  return (await rest.reader.post(`/v1/records/${object.slug}/query`, body).expect(200)).body as Answered;
}

const withPlace = ({ next_cursor, ...rest }: Answered['pagination']) => ({
  ...rest,
  place: next_cursor && (JSON.parse(Buffer.from(next_cursor, 'base64url').toString()) as unknown[]).slice(1),
});

/** Ids of the records of all pages, from one cursor to the next. */
async function walk(body: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await ask({ ...body, limit: 2, cursor });
    ids.push(...data.map(({ id }) => id.record_id));
    cursor = pagination.next_cursor;
  } while (cursor);
  return ids;
}

const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });
const by = (attribute: string, direction: string) => ({ sort: { attribute, direction } });
/** True of every record, and enough of conditions for more than one index. */
const ALWAYS = [1, 2, 3].map(() => ({ attribute: 'record_id', operator: 'is_not_empty' }));

describe('a page that one index holds', () => {
  it.each<[string, { filter?: object[]; sort?: object }]>([
    ['of all records', {}],
    ['of all records, the newest first', by('created_at', 'desc')],
    ['of a stage', { filter: [where('stage', 'eq', 'Won')] }],
    ['of a stage, the newest first', { filter: [where('stage', 'eq', 'Won')], ...by('created_at', 'desc') }],
    ['of a text', { filter: [where('name', 'eq', 'N1')] }],
    ['of a number', { filter: [where('score', 'eq', 3)] }],
    ['above a number', { filter: [where('score', 'gt', 3)], ...by('score', 'asc') }],
    ['above nought', { filter: [where('score', 'gt', 0)], ...by('score', 'desc') }],
    ['from a number on', { filter: [where('score', 'gte', 3)], ...by('score', 'desc') }],
    ['below a number', { filter: [where('score', 'lt', 3)], ...by('score', 'desc') }],
    ['below nought', { filter: [where('score', 'lt', 0)], ...by('score', 'asc') }],
    ['up to a number', { filter: [where('score', 'lte', -2.5)], ...by('score', 'asc') }],
    ['between two numbers', { filter: [where('score', 'gte', 0), where('score', 'lt', 12)], ...by('score', 'asc') }],
  ])('%s is read in one step, and equals what more steps give', async (_what, body) => {
    const [ids, page] = [await walk(body), await ask({ ...body, offset: 1, limit: 3 })];
    expect(inSteps).not.toHaveBeenCalled();
    const slowly = { ...body, filter: [...(body.filter ?? []), ...ALWAYS] };
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).toEqual(await walk(slowly));
    // The mark of the question in a cursor differs, the place does not.
    const { data, pagination } = await ask({ ...slowly, offset: 1, limit: 3 });
    expect({ data: page.data, pagination: withPlace(page.pagination) }).toEqual({
      data,
      pagination: withPlace(pagination),
    });
    expect(inSteps).toHaveBeenCalled();
  });

  it('in the order of an attribute is read in steps where records without a value come', async () => {
    const sort = by('score', 'asc');
    expect((await ask({ ...sort, limit: 3 })).data.length).toBe(3);
    expect(inSteps).not.toHaveBeenCalled();
    const ids = await walk(sort);
    expect(inSteps).toHaveBeenCalled();
    expect(ids).toEqual(await walk({ ...sort, filter: ALWAYS }));
    expect((await ask(sort)).pagination.total).toBe(ids.length);
    inSteps.mockClear();
    const { data, pagination } = await ask(by('name', 'desc'));
    expect(inSteps).not.toHaveBeenCalled();
    expect(data.map(({ id }) => id.record_id).sort()).toEqual(ids.sort());
    expect(pagination).toMatchObject({ total: ids.length, has_more: false });
  });

  it('says of more than 1,000 matches that there are at least so many', async () => {
    const many = await anObject(rest);
    const score = await anAttribute(rest, many, { slug: 'score', type: 'number' });
    await copies(many, score.id.attribute_id, 1002, 'null');
    const asked = { filter: [where('score', 'gte', 0)], ...by('score', 'asc'), limit: 1 };
    const query = async (body: object) =>
      ((await rest.reader.post(`/v1/records/${many.slug}/query`, body).expect(200)).body as Answered).pagination;
    expect(await query(asked)).toMatchObject({ total: 1000, total_is_exact: false, total_kind: 'at_least' });
    expect(await query({ ...asked, offset: 1000 })).toMatchObject({ total: 1002, has_more: true });
    expect(await query({ ...asked, total: 'none' })).not.toHaveProperty('total');
    expect(inSteps).not.toHaveBeenCalled();
    expect(await query({ ...asked, total: 'exact' })).toMatchObject({ total: 1002, total_is_exact: true });
    expect(inSteps).toHaveBeenCalledTimes(1);
  });

  it('is read in steps where more than 1,000 records are in the trash', async () => {
    const full = await anObject(rest);
    const score = await anAttribute(rest, full, { slug: 'score', type: 'number' });
    await copies(full, score.id.attribute_id, 1001, 'now()');
    const kept = await aRecord(rest, full, { score: 5 });
    const asked = { filter: [where('score', 'gte', 0)], ...by('score', 'asc') };
    const { body } = await rest.reader.post(`/v1/records/${full.slug}/query`, asked).expect(200);
    const { data, pagination } = body as Answered;
    expect(data.map(({ id }) => id.record_id)).toEqual([kept.id.record_id]);
    expect(pagination).toMatchObject({ total: 1, total_is_exact: true, has_more: false });
    expect(inSteps).toHaveBeenCalledTimes(1);
  });
});

/** Records with scores from 1 up, as rows: so many would take long over REST. */
async function copies(of: AnObject, attributeId: string, count: number, trashedAt: string): Promise<void> {
  const first = await aRecord(rest, of, { score: 0 });
  const [column] = await rest.sql<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
      from information_schema.columns
      where table_schema = 'public' and table_name = 'record' and column_name not in ('record_id', 'trashed_at')`,
  );
  const names = column!.names;
  await rest.sql(
    `with made as (insert into record (record_id, trashed_at, ${names})
        select gen_random_uuid(), ${trashedAt}, ${names} from record, generate_series(1, ${count - 1})
        where workspace_id = $1 and record_id = $2
        returning workspace_id, record_id)
      insert into index_number (workspace_id, attribute_id, v, record_id)
        select workspace_id, $3, row_number() over (), record_id from made`,
    [rest.workspace_id, first.id.record_id, attributeId],
  );
  if (trashedAt !== 'null') await rest.admin.post(`/v1/records/${of.slug}/${first.id.record_id}/trash`, {}).expect(200);
}
