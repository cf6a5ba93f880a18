import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { DomainError } from '../../errors.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { recordIdOf } from '../../values/record-slug.js';
import { objectOf } from '../authorize-and-find.js';
import { hasReferencesByValue, readReferencesByValue, type ByValue } from '../matching/by-value.js';
import type { MatchKey } from '../matching/match-key.js';
import { RecordMatcher, type Matched } from '../matching/record-matcher.js';
import { replaceValues } from '../matching/replace-references.js';
import { keysOf } from '../matching/upsert.js';
import { touchedKey, type Prepared } from './together-plan.js';
import type { Wanted } from './together.js';

/** Values that are looked for at once: an item with more of them waits for the next time. */
const MAX_KEYS = 500;
/** Bytes of records that are read at once. */
const MAX_BYTES = 1024 * 1024;

interface Of {
  caller: Caller;
  schema: WorkspaceSchema;
  /** Gives others their turn. */
  next: () => Promise<void>;
}

/** An item, and the values by which records are looked for that it is about. */
interface Asked {
  wanted: Wanted;
  own: readonly MatchKey[];
  byValue: readonly ByValue[];
}

type Located = Omit<Prepared, 'row'> & { id: string | undefined };

/**
 * Finds the records of the first items, as many as can be found at once: those they change, and those they refer to by
 * a value. One round trip for the values, and one for the records.
 *
 * @throws DomainError unauthenticated, forbidden; StalePlanError for an old schema
 */
export async function findTogether(
  { db, policy }: { db: Db; policy: AccessPolicy },
  { caller, schema, next }: Of,
  wanted: readonly Wanted[],
): Promise<Prepared[]> {
  const asked = await askedOf(schema, wanted, next);
  const keys = asked.flatMap(({ own, byValue }) => [...own, ...byValue.flatMap((each) => each.keys)]);
  const matched = keys.length > 0 ? (await new RecordMatcher(db, policy).find(caller, schema, keys)).matched : [];
  const located: Located[] = [];
  const left = matched.values();
  for (const each of asked) {
    const found = locate(each, () => left.next().value as Matched);
    if (!found) break;
    located.push(found);
  }
  const ids = [...new Set(located.flatMap(({ id }) => id ?? []))];
  const { rows } =
    ids.length > 0
      ? await db.autocommit(caller.workspace_id, ({ records }) => records.findShort(ids, MAX_BYTES))
      : { rows: [] };
  const byId = new Map(rows.map((row) => [row.record_id, row]));
  const isThere = ({ id }: Located) => id === undefined || byId.has(id);
  const missing = located.findIndex((each) => !isThere(each));
  const there = missing < 0 ? located : located.slice(0, missing);
  return there.map(({ id, ...rest }) => ({ ...rest, row: id === undefined ? undefined : byId.get(id) }));
}

/** What is looked for, up to an item in which something is wrong. */
async function askedOf(schema: WorkspaceSchema, wanted: readonly Wanted[], next: Of['next']): Promise<Asked[]> {
  const asked: Asked[] = [];
  let count = 0;
  for (const each of wanted) {
    await next();
    try {
      const { input, op, match } = each;
      const object = objectOf(schema, each.object);
      const own = op === 'upsert' ? keysOf(object, { ...input, match }) : [];
      const byValue = hasReferencesByValue(input.data) ? readReferencesByValue(schema, object, input) : [];
      count += own.length + byValue.reduce((sum, { keys }) => sum + keys.length, 0);
      if (count > MAX_KEYS) break;
      asked.push({ wanted: each, own, byValue });
    } catch (error) {
      if (error instanceof DomainError) break;
      throw error;
    }
  }
  return asked;
}

/** Undefined where a value is not that of exactly one record: what follows from that is found out alone. */
function locate({ wanted, own, byValue }: Asked, next: () => Matched): Located | undefined {
  const records = new Set<string>();
  let isClear = true;
  for (const { present, trashed } of own.map(next)) {
    for (const id of present) records.add(id);
    isClear &&= trashed.length === 0;
  }
  const found = new Map<object | string, { type: string; id: string }>();
  for (const { input, keys } of byValue) {
    const among = keys.flatMap(({ object }) => next().present.map((id) => ({ type: object.row.object_id, id })));
    if (among.length === 1) found.set(input, among[0]!);
    else isClear = false;
  }
  const id = wanted.op === 'update' ? recordIdOf(wanted.record) : [...records][0];
  if (!isClear || records.size > 1 || (wanted.op === 'update' && !id)) return undefined;
  const lookedFor = [...own, ...byValue.flatMap(({ keys }) => keys)].map(({ attribute, v }) =>
    touchedKey(attribute.attribute_id, v),
  );
  const { data, path } = wanted.input;
  return { wanted, lookedFor, id, data: replaceValues(data, path, (value) => found.get(value)) };
}
