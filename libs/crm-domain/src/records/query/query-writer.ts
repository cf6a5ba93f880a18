import type { Condition, IndexedCondition, KeyedCondition, KeysCondition } from './condition.js';
import { conditionSql, documentCheck } from './condition-sql.js';
import { documentRange } from './document-sql.js';
import type { IndexTable } from '../../values/filter.js';
import { isIds, isIndexed, type Scan } from './query-plan.js';
import { isPlaceSql } from './sort-item.js';

export const KEY_TYPES: Record<IndexTable, string> = { text: 'text', number: 'float8', ref: 'uuid' };

/** Whether records that are in the trash or being deleted are looked up one by one, or read first and left out. */
export type Hidden = 'looked up' | 'left out';

const SEEN = 'r.trashed_at is null and r.deleted_at is null';
const TRASHED = 'r.trashed_at is not null and r.deleted_at is null';

/**
 * Writes the conditions of one statement and keeps their values; $1 is the workspace. Whatever is not the driver is a
 * subquery that nobody can turn into a join, since joining two index tables costs a thousand times more.
 */
export class QueryWriter {
  readonly values: unknown[];

  constructor(
    workspaceId: string,
    private readonly objectId: string,
    /** Conditions to be checked against all of their rows, read once. */
    private readonly sets: ReadonlySet<Condition> = new Set(),
    private readonly trashed = false,
  ) {
    this.values = [workspaceId];
  }

  /** The placeholder of a value. */
  readonly put = (value: unknown): string => {
    this.values.push(value);
    return `$${this.values.length}`;
  };

  /** Which records are meant. */
  get ours(): string {
    return this.trashed ? TRASHED : SEEN;
  }

  /** `from` and `where` of the rows of an index that satisfy a condition. */
  rowsOf(condition: IndexedCondition, name = 'i'): string {
    if (condition.kind === 'words')
      return `record_search ${name}
        where ${name}.workspace_id = $1 and ${name}.tsv @@ ${this.put(condition.tsquery)}::tsquery`;
    if (isIds(condition)) return this.namedRecords(condition, name);
    return `${this.attributeRows(condition.attribute.attribute_id, condition.table, name)}
      and ${this.keyCheck(condition, `${name}.v`)}`;
  }

  /** Those of named records that are of the object. */
  private namedRecords(condition: KeyedCondition, name: string): string {
    const ids = `unnest(${this.put((condition as KeysCondition).keys)}::uuid[]) x(id)`;
    return `(select o.record_id
        from ${ids}
        join record o on o.workspace_id = $1 and o.record_id = x.id and o.object_id = ${this.put(this.objectId)}::uuid) ${name}
        where true`;
  }

  attributeRows(attributeId: string, table: IndexTable, name = 'i'): string {
    return `index_${table} ${name}
      where ${name}.workspace_id = $1 and ${name}.attribute_id = ${this.put(attributeId)}::uuid`;
  }

  readonly keyCheck = (condition: KeyedCondition, v: string): string => {
    if (condition.kind === 'part') return `strpos(${v}, ${this.put(condition.part)}) > 0`;
    const type = KEY_TYPES[condition.table];
    if (condition.kind === 'keys') {
      const [key, ...more] = condition.keys;
      return more.length === 0
        ? `${v} = ${this.put(key)}::${type}`
        : `${v} = any(${this.put(condition.keys)}::${type}[])`;
    }
    const { from, to } = condition;
    const ends = [
      ...(from ? [`${v} ${from.included ? '>=' : '>'} ${this.put(from.v)}::${type}`] : []),
      ...(to ? [`${v} ${to.included ? '<=' : '<'} ${this.put(to.v)}::${type}`] : []),
    ];
    return ends.join(' and ') || 'true';
  };

  /** What rows of a scan over an index have to satisfy besides the driver's own condition; `id` is the row's record. */
  checks({ driver, checks }: Scan, id: string, hidden: Hidden): string[] {
    const own = driver.kind === 'condition' ? [driver.condition] : driver.kind === 'order' ? driver.own : [];
    const place = isPlaceSql(driver, this.keyCheck);
    const documents = [
      ...(place === null ? [] : [place]),
      ...own.map((each) => documentCheck(each, this.put)).filter((each) => each !== null),
      ...this.documents(checks),
    ];
    const rows = checks.flatMap((each) => this.inIndex(each, id));
    if (documents.length === 0 && hidden === 'left out') return [...rows, this.notHidden(id)];
    const record = `from record r where r.workspace_id = $1 and r.record_id = ${id}`;
    return [...rows, `(select ${[SEEN, ...documents].join(' and ')} ${record})`];
  }

  /** `from` and `where` of the object's records themselves, under the name `r`, with all checks. */
  records(checks: readonly Condition[]): string {
    const all = `r.workspace_id = $1 and r.object_id = ${this.put(this.objectId)}::uuid and ${this.ours}`;
    return `record r where ${[all, ...this.recordChecks(checks)].join(' and ')}`;
  }

  /** The object's records that are in the trash or being deleted, so many of them. What was merged is in no index. */
  hidden(most: number): string {
    return `select r.*
      from record r
      where r.workspace_id = $1 and r.object_id = ${this.put(this.objectId)}::uuid
        and (r.trashed_at is not null or r.deleted_at is not null) and r.merged_into is null
      limit ${most}`;
  }

  /** How many records the object has, by its counter. */
  total(): string {
    return `select coalesce(sum(n), 0)
      from object_count
      where workspace_id = $1 and object_id = ${this.put(this.objectId)}::uuid`;
  }

  /** What `r` has to satisfy, by indexes and by what it holds. */
  recordChecks(checks: readonly Condition[]): string[] {
    return [...checks.flatMap((each) => this.inIndex(each, 'r.record_id')), ...this.documents(checks)];
  }

  /** What the document of `r` has to hold. */
  documents(checks: readonly Condition[]): string[] {
    return checks.map((each) => this.inDocument(each)).filter((each) => each !== null);
  }

  /** A check by the document. Ranges of numbers are read there as well. */
  private inDocument(condition: Condition): string | null {
    if (this.isByDocument(condition)) return conditionSql(condition, this.put);
    const isNumbers = condition.kind === 'range' && condition.table === 'number';
    if (isNumbers && this.sets.has(condition)) return null;
    return isNumbers ? documentRange(condition, this.put) : documentCheck(condition, this.put);
  }

  /**
   * A check by an index: a lookup by the full key, or a set that is read once where there is no key to look up. Named
   * `c`, apart from the row.
   */
  private inIndex(condition: Condition, id: string): string[] {
    if (!isIndexed(condition) || this.isByDocument(condition)) return [];
    if (condition.kind === 'words') {
      const tsquery = `${this.put(condition.tsquery)}::tsquery`;
      return [`(select c.tsv @@ ${tsquery} from record_search c where c.workspace_id = $1 and c.record_id = ${id})`];
    }
    if (this.sets.has(condition)) return [this.inSet(condition, id)];
    if (condition.kind === 'keys')
      return [`(select true from ${this.rowsOf(condition, 'c')} and c.record_id = ${id} limit 1)`];
    return [];
  }

  /** Whether the document alone is asked: no index can be looked up for one record, or it does not say everything. */
  private isByDocument(condition: Condition): boolean {
    if (this.sets.has(condition) || condition.kind === 'words') return false;
    if (condition.kind === 'filled' || condition.kind === 'value')
      return condition.attribute.part !== undefined || condition.attribute.column !== undefined;
    return (
      !isIndexed(condition) ||
      isIds(condition) ||
      condition.kind === 'part' ||
      (condition.kind === 'range' && condition.table === 'text')
    );
  }

  /** `is true` keeps the planner from joining. */
  private inSet(condition: IndexedCondition, id: string): string {
    return `(${id} in (select c.record_id from ${this.rowsOf(condition, 'c')})) is true`;
  }

  private notHidden(id: string): string {
    return `${id} not in (select h.record_id
      from record h
      where h.workspace_id = $1 and h.object_id = ${this.put(this.objectId)}::uuid
      and (h.trashed_at is not null or h.deleted_at is not null) and h.merged_into is null)`;
  }
}
