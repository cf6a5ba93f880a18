import {
  isUnindexed,
  type Condition,
  type FilledCondition,
  type KeysCondition,
  type LeafCondition,
  type RelatedCondition,
  type Subject,
} from './condition.js';
import { filterOf, held, itemsOf, numberRange, type Put } from './document-sql.js';
import { INDEXED_CHARACTERS } from './operand.js';
import { wholeText } from './whole-text.js';

/**
 * Letter case as it is in the application, whatever the database's own locale is: what is compared here must be found by
 * an index, whose keys the application makes, in the same way.
 */
export const lower = (text: string) => `lower((${text}) collate "und-x-icu")`;

/** A condition on the record of this name by nothing but what it holds: for what no index can say by itself. */
export function conditionSql(condition: Condition, put: Put, record = 'r'): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      if (condition.of.length === 0) return condition.kind === 'and' ? 'true' : 'false';
      return `(${condition.of.map((each) => conditionSql(each, put, record)).join(` ${condition.kind} `)})`;
    case 'not':
      return `(${conditionSql(condition.of, put, record)}) is not true`;
    case 'related':
      return relatedSql(condition, put, record);
    case 'words':
      throw new Error('Words are looked up in their index only.');
    case 'filled':
      return filledSql(condition, record);
    case 'others':
      return some(condition.of.attribute, record, (item) => othersSql(condition.of, item, put));
    default:
      if (condition.kind === 'keys' && condition.attribute.column === 'record_id')
        return `${record}.record_id = any(${put(condition.keys)}::uuid[])`;
      return some(condition.attribute, record, (item) => itemSql(condition, item, put));
  }
}

/** What `r`, the record, has to hold for a condition; null where its index rows say all there is to say. */
export function documentCheck(condition: Condition, put: Put): string | null {
  if (condition.kind === 'words' || condition.kind === 'part') return null;
  if (condition.kind === 'keys' && condition.exact === null) return null;
  if (condition.kind === 'range' && condition.beginning === null) return null;
  return conditionSql(condition, put);
}

/** Whether one of the values meets a check; of a type that never has several it is read directly. */
function some(attribute: Subject, record: string, check: (item: string) => string): string {
  if (attribute.column || attribute.valueType.several === 'never') return check(held(attribute, record));
  return `exists (select 1 from ${itemsOf(attribute, record)} e(x) where ${check('e.x')})`;
}

function filledSql({ attribute, filled }: FilledCondition, record: string): string {
  const { column, part, attr_no } = attribute;
  const not = filled ? '' : 'not ';
  if (column) return `${record}.${column} is ${not === '' ? 'not ' : ''}null`;
  if (!part) return `${not}${record}.vals ? '${attr_no}'`;
  const { filter } = attribute.valueType;
  const text = (item: string) => (filter.table === 'text' ? filter.sql(item) : `${item} ->> '${part}'`);
  return `(${some(attribute, record, (item) => `${text(item)} <> ''`)}) is ${not}true`;
}

type Leaf = Exclude<LeafCondition, FilledCondition>;

/** A value that does not meet a condition: a part that is empty is none. */
function othersSql(condition: Leaf, item: string, put: Put): string {
  const { part, valueType } = condition.attribute;
  const isOther = `(${itemSql(condition, item, put)}) is false`;
  const { filter } = valueType;
  return part !== undefined && filter.table === 'text' ? `${isOther} and ${filter.sql(item)} <> ''` : isOther;
}

/** A condition on one value, which is null or false where it is not met. */
function itemSql(condition: Leaf, item: string, put: Put): string {
  const { attribute } = condition;
  if (condition.kind === 'value') return `${item} = ${put(JSON.stringify(condition.value))}::jsonb`;
  if (condition.kind === 'keys') return keysSql(condition, item, put);
  if (condition.kind === 'range' && condition.table === 'number')
    return numberRange(condition, filterOf(attribute, 'number').sql(item), put);
  const text = filterOf(attribute, 'text').sql(item);
  switch (condition.kind) {
    case 'range': {
      const beginning = condition.beginning ?? (condition.from!.v as string);
      return `starts_with(${lower(`left(${text}, ${enough(beginning)})`)}, ${put(beginning)})`;
    }
    case 'end':
      return `right(${lower(`right(${text}, ${enough(condition.end)})`)}, ${[...condition.end].length}) = ${put(condition.end)}`;
    case 'part':
      return `strpos(${isUnindexed(condition) ? lower(text) : keyOf(text)}, ${put(condition.part)}) > 0`;
  }
}

function keysSql(condition: KeysCondition, item: string, put: Put): string {
  const { attribute, exact, keys, table } = condition;
  if (table === 'number') {
    if (exact) return `${item} = any(${put(exact.map((each) => JSON.stringify(each)))}::jsonb[])`;
    return `${filterOf(attribute, 'number').sql(item)} = any(${put(keys)}::float8[])`;
  }
  if (table === 'ref') return `${filterOf(attribute, 'ref').sql(item)} = any(${put(keys)}::text[])`;
  const texts = exact ? exact.map((each) => wholeText(attribute, each)) : (keys as string[]);
  const most = Math.max(...texts.map(enough));
  return `${lower(`left(${filterOf(attribute, 'text').sql(item)}, ${most})`)} = any(${put(texts)}::text[])`;
}

/** So many characters decide how a text compares with this one: letter case may make several of one. */
function enough(text: string): number {
  return 2 * text.length + INDEXED_CHARACTERS;
}

/** The key of a text, as `indexText` makes it. */
export function keyOf(text: string): string {
  return `left(${lower(`left(${text}, ${INDEXED_CHARACTERS})`)}, ${INDEXED_CHARACTERS})`;
}

/** A record that is referred to, or refers, and is neither in the trash nor gone, meets the condition. */
function relatedSql({ via, inverse, object, of }: RelatedCondition, put: Put, record: string): string {
  // Conditions go over one step at most, so the name cannot be taken.
  const ours = `t.object_id = ${put(object.row.object_id)}::uuid and t.trashed_at is null and t.deleted_at is null`;
  const met = `${ours} and ${conditionSql(of, put, 't')}`;
  const from = inverse
    ? `record_reference b join record t on t.workspace_id = $1 and t.record_id = b.record_id
        where b.workspace_id = $1 and b.target_id = ${record}.record_id and b.attr_no = ${via.attr_no}`
    : `${itemsOf(via, record)} b(x) join record t on t.workspace_id = $1 and t.record_id = (b.x ->> 'record_id')::uuid
        where true`;
  return `exists (select 1 from ${from} and ${met})`;
}
