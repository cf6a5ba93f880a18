import type { AccessPolicy } from '../access/access-policy.js';
import type { Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { invalid } from '../errors.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { recordIdOf } from '../values/record-slug.js';
import { objectOf } from './authorize-and-find.js';
import { mostOnPage } from './record-size.js';
import { columnsOf } from './shown/columns.js';
import { judgeShape, type AnswerShape } from './shown/shape.js';
import { readBeside, showRecords, type ShownRecords } from './shown/show-record.js';

/** Records that can be asked for at once. */
export const MAX_TOGETHER = 100;

/** Records of one object by their ids or slugs, which are at most `MAX_TOGETHER`. */
export interface AskedRecords extends AnswerShape {
  ids: readonly string[];
  /** Records that are in the trash, in place of those that are not. */
  trashed?: 'only' | undefined;
}

/** Those that are there, in the order in which they were asked for. */
export interface FoundRecords extends ShownRecords {
  /** As they were asked for: in the trash, unless those were meant, deleted, of another object, or never there. */
  missing: string[];
  /** As they were asked for: those that would make the answer too long. */
  left_out?: string[];
}

interface Domain {
  db: Db;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

/** @throws DomainError unauthenticated, forbidden, not_found for the object, validation */
export function getMany({ db, schemas, policy }: Domain, caller: Caller, objectKey: string, asked: AskedRecords) {
  return db.autocommit(caller.workspace_id, async (stores): Promise<FoundRecords> => {
    const { schema_version } = policy.authorize(caller, await stores.access.find(caller), 'read:data');
    const schema = await schemas.at(caller.workspace_id, schema_version);
    const object = objectOf(schema, objectKey);
    const shape = judgeShape(object, asked, schema);
    const byId = askedById(asked.ids);
    const columns = columnsOf(shape);
    const ids = [...byId.keys()];
    const most = ids.slice(0, mostOnPage(object, shape, ids.length));
    const { rows, isCut } = await stores.queries.show(object.row.object_id, most, columns, asked.trashed === 'only');
    const beside = await readBeside(stores, { schema, object, shape, columns }, rows);
    const shown = showRecords({ workspace_id: caller.workspace_id, object, ...beside }, rows, shape);
    const found = new Set(rows.map(({ record_id }) => record_id));
    const end = isCut ? ids.indexOf(rows.at(-1)!.record_id) + 1 : most.length;
    const left_out = ids.slice(end).map((id) => byId.get(id)!);
    const isMissing = (key: string) => {
      const id = recordIdOf(key);
      return id === undefined || (!found.has(id) && ids.indexOf(id) < end);
    };
    return { ...shown, missing: [...new Set(asked.ids.filter(isMissing))], ...(left_out.length > 0 && { left_out }) };
  });
}

/** Each record once, with the word for it that came first. */
export function askedById(keys: readonly string[]): Map<string, string> {
  if (keys.length === 0 || keys.length > MAX_TOGETHER) {
    const expected = `1 to ${MAX_TOGETHER} ids`;
    throw invalid([{ path: 'ids', message: `Expected ${expected}, got ${keys.length}.`, expected }]);
  }
  const byId = new Map<string, string>();
  for (const key of keys) {
    const id = recordIdOf(key);
    if (id !== undefined && !byId.has(id)) byId.set(id, key);
  }
  return byId;
}
