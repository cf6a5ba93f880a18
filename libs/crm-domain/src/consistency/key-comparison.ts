import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { itemsOf, stampsOf } from '../records/document.js';
import type { CheckedRecord, ConsistencyStore } from './consistency.store.js';
import type { Findings } from './finding.js';
import type { Json } from '../values/value-type.js';
import { unlessUnreadable } from './readable.js';
import { KEY_KINDS, KEY_TABLES, identity, rowsOf, type KeyKind, type KeyRow } from './key-tables.js';

const CHECKS: Record<KeyKind, string> = {
  text: 'index',
  number: 'index',
  ref: 'index',
  handle: 'addresses',
  references: 'references',
  unique: 'unique values',
};
const ENOUGH = 5;
const UNREADABLE = 'Records hold values that are none of their attribute’s type';

/** Who looks: the reader of the workspace, its schema, and since when each unique attribute has been so. */
interface Looking {
  store: ConsistencyStore;
  schema: WorkspaceSchema;
  since: { begun: number; byAttribute: Map<string, number> };
}

/**
 * Compares values with the rows by which they are found, both ways: each row that a value calls for is looked up by its
 * key, and counted; where a table then holds more of an attribute than were found, the rows too many are looked for.
 */
export class KeyComparison {
  private readonly found = new Map<string, number>();

  constructor(
    private readonly of: Looking,
    private readonly findings: Findings,
  ) {}

  async take(records: readonly CheckedRecord[]): Promise<void> {
    const called = Object.fromEntries(KEY_KINDS.map((kind) => [kind, [] as KeyRow[]])) as Record<KeyKind, KeyRow[]>;
    const shown = records.flatMap((record) => {
      const object = record.deleted_at ? undefined : this.of.schema.find(record.object_id);
      return object ? [{ record, object }] : [];
    });
    for (const { record, object } of shown) {
      const rows = rowsOf(object, record, ({ slug }) =>
        this.findings.add('values', UNREADABLE, `${record.record_id} ${object.row.slug}.${slug}`),
      );
      for (const kind of KEY_KINDS) called[kind].push(...rows[kind]);
    }
    for (const kind of KEY_KINDS) {
      const missing = await this.of.store.missing(kind, called[kind]);
      for (const { group } of called[kind]) this.count(kind, group, 1);
      for (const { group } of missing) this.count(kind, group, -1);
      if (kind === 'unique') await this.judgeUnique(missing, shown);
      else for (const row of missing) this.tell(kind, `Values have no row in ${KEY_TABLES[kind].table}`, row);
    }
  }

  /** After the last record. */
  async finish(): Promise<void> {
    for (const kind of KEY_KINDS) {
      for (const [group, count] of await this.of.store.counts(kind)) {
        const extra = count - (this.found.get(`${kind} ${group}`) ?? 0);
        if (extra > 0 && this.isKnown(kind, group)) await this.name(kind, group, extra);
      }
    }
  }

  private count(kind: KeyKind, group: string, step: number): void {
    this.found.set(`${kind} ${group}`, (this.found.get(`${kind} ${group}`) ?? 0) + step);
  }

  /** What is of an attribute that is gone, is about to go or is an orphan. */
  private isKnown(kind: KeyKind, group: string): boolean {
    const [objectId = '', number] = group.split(' ');
    if (kind === 'references') return this.of.schema.find(objectId)?.byNo.has(Number(number)) ?? false;
    return this.of.schema.objects.some((object) => object.find(group) !== undefined);
  }

  /** A value that was written before its attribute became unique has no claim of its own. */
  private async judgeUnique(
    missing: readonly KeyRow[],
    shown: readonly { record: CheckedRecord; object: ObjectSchema }[],
  ): Promise<void> {
    const claims = new Set(shown.flatMap((each) => this.claimsOf(each.object, each.record)));
    const free = missing.filter((row) => claims.has(identity(row)));
    const held = new Set(await this.of.store.heldByOthers(free));
    for (const row of free) {
      const what = held.has(row)
        ? 'Unique values that another record holds'
        : 'Unique values that nothing keeps from being used again';
      this.findings.add(CHECKS.unique, what, `${row.record_id} ${this.nameOf(row.group)}`);
    }
  }

  private claimsOf(object: ObjectSchema, record: CheckedRecord): string[] {
    return object.attributes.flatMap((attribute) => {
      const { attribute_id, attr_no, valueType, is_unique } = attribute;
      if (!is_unique || !valueType.uniqueKey) return [];
      const since = this.of.since.byAttribute.get(attribute_id) ?? this.of.since.begun;
      const stamps = stampsOf(record.meta, record.vals, attr_no);
      const items = itemsOf(record.vals, attr_no).filter(
        (_, at) => (stamps[at]?.[0] ?? record.created_at.getTime()) >= since,
      );
      const claim = (item: Json) => identity({ columns: [attribute_id, valueType.uniqueKey!(item), record.record_id] });
      return unlessUnreadable(
        () => items.map(claim),
        () => [],
      );
    });
  }

  private async name(kind: KeyKind, group: string, extra: number): Promise<void> {
    const examples: string[] = [];
    let after: KeyRow['columns'] | null = null;
    do {
      const rows = await this.of.store.page(kind, group, after);
      for (const row of rows) if (!this.isCalledFor(kind, row)) examples.push(row.record_id);
      after = rows.at(-1)?.columns ?? null;
    } while (after && examples.length < ENOUGH);
    const what = `Rows of ${KEY_TABLES[kind].table} stand for values that no record has, of ${this.nameOf(group)}`;
    this.findings.addAll(CHECKS[kind], what, examples.slice(0, ENOUGH), extra);
  }

  private isCalledFor(kind: KeyKind, row: CheckedRecord & Pick<KeyRow, 'columns'>): boolean {
    const object = row.deleted_at ? undefined : this.of.schema.find(row.object_id);
    return object !== undefined && rowsOf(object, row)[kind].some((called) => identity(called) === identity(row));
  }

  private tell(kind: KeyKind, what: string, { record_id, group }: KeyRow): void {
    this.findings.add(CHECKS[kind], what, `${record_id} ${this.nameOf(group)}`);
  }

  private nameOf(group: string): string {
    const [id = '', number] = group.split(' ');
    for (const object of this.of.schema.objects) {
      const attribute = number && object.row.object_id === id ? object.byNo.get(Number(number)) : object.find(id);
      if (attribute) return `${object.row.slug}.${attribute.slug}`;
    }
    return group;
  }
}
