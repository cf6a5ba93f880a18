import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import { DomainError } from '../../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { Stores } from '../../stores.js';
import { mostOnPage } from '../record-size.js';
import { columnsOf, type Columns } from '../shown/columns.js';
import { judgeShape, type AnswerShape, type Shape } from '../shown/shape.js';
import { readBeside, showRecords } from '../shown/show-record.js';
import { BOUNDS } from './bounds.js';
import type { JudgedQuery } from './condition.js';
import { writeCursor } from './cursor.js';
import { indexedPage } from './indexed-page.js';
import { parseQuery, type QueryScope, type RecordQuery } from './parse-query.js';
import type { QueryPage } from './query-page.js';
import type { IndexedRow } from './record-query.store.js';

interface Domain {
  stores: Stores;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

type Asked = RecordQuery & AnswerShape;

interface Guess {
  object: ObjectSchema;
  shape: Shape;
  query: JudgedQuery;
}

/**
 * A page that one index holds in its order, in one round trip, planned with the schema that was seen last. Undefined
 * where it takes more than that to answer, or to say why not.
 *
 * @throws DomainError unauthenticated, forbidden
 */
export async function pageFromIndex(
  { stores, schemas, policy }: Domain,
  caller: Caller,
  objectKey: string,
  asked: Asked,
): Promise<QueryPage | undefined> {
  if (!mayBe(asked)) return undefined;
  const schema = await schemas.recent(caller.workspace_id);
  const object = schema.find(objectKey);
  const guess = object && understood(caller, { object, schema }, asked);
  const total = asked.total ?? 'quick';
  const columns = guess && columnsOf(guess.shape);
  const page = guess && indexedPage(guess.query, { objectId: guess.object.row.object_id, total, columns });
  if (!page) return undefined;
  const rows = await stores.queries.page(caller, page);
  const { schema_version } = policy.authorize(caller, rows[0], 'read:data');
  if ((await schemas.at(caller.workspace_id, schema_version)) !== schema || !rows[0]!.is_whole) return undefined;
  return shown(caller, stores, { ...guess, schema, columns, rows });
}

/** Whether a look at a request does not say already that more than one index is needed. */
function mayBe({ query, filter, sort, trashed }: Asked): boolean {
  const isOne = (asked: unknown, most: number) => !Array.isArray(asked) || asked.length <= most;
  return !query && !trashed && isOne(filter, 2) && isOne(sort, 1) && sort !== 'relevance';
}

/** Undefined for what is refused, by a schema that may be old. */
function understood(caller: Caller, scope: Pick<QueryScope, 'object' | 'schema'>, asked: Asked): Guess | undefined {
  try {
    const { object } = scope;
    const shape = judgeShape(object, asked, scope.schema);
    const limit = mostOnPage(object, shape, asked.limit);
    return { object, shape, query: parseQuery({ ...scope, me: caller.user_id }, { ...asked, limit }) };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

async function shown(
  { workspace_id }: Caller,
  stores: Stores,
  { rows, query, ...asked }: Guess & { schema: WorkspaceSchema; columns: Columns | undefined; rows: IndexedRow[] },
): Promise<QueryPage> {
  const { object, shape } = asked;
  const { found, total } = rows[0]!;
  const read = rows[0]!.record_id === null ? [] : rows;
  const beside = await readBeside(stores, asked, read);
  const place = (row: IndexedRow) => ({ v: row.v, record_id: row.record_id });
  const cursorAfter = (id: string) => writeCursor(query, place(read.find(({ record_id }) => record_id === id)!));
  const last = read.at(-1);
  return {
    ...showRecords({ workspace_id, object, ...beside }, read, shape),
    passed: read.length,
    next_cursor: last && found > read.length ? cursorAfter(last.record_id) : undefined,
    cursorAfter,
    ...(total !== null && totalOf(query, total, found)),
  };
}

function totalOf({ conditions, offset }: JudgedQuery, total: number, found: number) {
  if (conditions.length === 0 || total <= BOUNDS.counted) return { total, total_is_exact: true };
  const seen = found > 0 ? offset + found : 0;
  return { total: Math.max(BOUNDS.counted, seen), total_is_exact: false, total_kind: 'at_least' as const };
}
