import { newId } from '#platform';
import type { Caller } from '../../actor.js';
import { invalid } from '../../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { Json, Target } from '../../values/value-type.js';
import { planChange, type ChangePlan, type Patch } from './change-plan.js';
import { itemsOf, type RecordRow } from '../document.js';
import { LargeRecord } from '../find-record.js';
import { StalePlanError } from './retry-stale-plans.js';
import { SHORT_BYTES, isTooLarge, tooLarge } from '../record-size.js';
import type { RecordStore, WrittenRow } from '../record.store.js';
import { createdVia } from '../wire.js';

/** Links one side may collect: each lives in the record's document, which is read as a whole. */
export const MAX_LINKS = 1000;
/** Of the records that one write links or unlinks, which are in memory together. */
const MAX_LINKED_BYTES = 16 * 1024 * 1024;

/** Whether a patch touches a relationship, whose other side must change with it. */
export function changesLinks(patch: Patch, row: RecordRow | null): boolean {
  for (const [attribute, items] of patch) {
    if (!attribute.inverse_attribute_id) continue;
    const held = row ? itemsOf(row.vals, attribute.attr_no) : [];
    if (held.length !== items.length || held.some((item, at) => attribute.valueType.compare(item, items[at]!) !== 0))
      return true;
  }
  return false;
}

interface Node {
  object: ObjectSchema;
  record_id: string;
  row: (RecordRow & { now?: Date }) | null;
  patch: Patch;
}

export interface Save {
  plan: ChangePlan;
  run: () => Promise<WrittenRow>;
}

/**
 * The records that one write on a relationship touches. Each is locked when it is first looked at; a side that may hold
 * one link gives up its old one (decisions: Relationship cardinality). Nothing is stored before `saves` are run.
 * Whose caller defers large records is told by a `LargeRecord` when all of them are more than 64 KiB together.
 */
export class RelationshipWriter {
  private readonly nodes = new Map<string, Node>();
  private hasLocked = false;
  private loadedBytes = 0;

  constructor(
    private readonly records: RecordStore,
    /** `tellsSize` where the caller may learn how large the written record is. */
    private readonly of: { caller: Caller; schema: WorkspaceSchema; path: string; tellsSize: boolean },
  ) {}

  async create(object: ObjectSchema, recordId: string, patch: Patch): Promise<void> {
    const node: Node = { object, record_id: recordId, row: null, patch: new Map() };
    this.nodes.set(recordId, node);
    await this.apply(node, patch);
  }

  /**
   * `row` is the record as it was when the write was read; its present links are taken at once with the wanted ones.
   * @param read the write anew, for a record that has changed since: some values may be added to those it holds
   */
  async update(row: RecordRow, patch: Patch, read: (row: RecordRow) => Promise<Patch>): Promise<void> {
    const held: Patch = new Map(
      [...patch.keys()].map((attribute) => [attribute, itemsOf(row.vals, attribute.attr_no)]),
    );
    await this.load([row.record_id, ...targetsIn(patch), ...targetsIn(held)]);
    const node = this.nodes.get(row.record_id);
    if (!node) return;
    // Its statement alone may have to wait, for a unique value: first, so that no event of this write is older than the
    // wait.
    const others = [...this.nodes].filter(([id]) => id !== row.record_id);
    this.nodes.clear();
    for (const [id, each] of [[row.record_id, node] as const, ...others]) this.nodes.set(id, each);
    await this.apply(node, node.row!.rev === row.rev ? patch : await read(node.row!));
  }

  /** Records that were looked at; others are not written. */
  get recordIds(): string[] {
    return [...this.nodes.keys()];
  }

  /**
   * The statements to run, the written record's own first so that those which point at it find it. Each is planned when
   * the one before is done: to plan large records together would keep everybody else waiting.
   */
  *saves(): Generator<Save> {
    let isOwn = true;
    for (const node of this.nodes.values()) {
      const save = this.save(node, isOwn);
      isOwn = false;
      if (save) yield save;
    }
  }

  private async apply(node: Node, patch: Patch): Promise<void> {
    await this.load(targetsIn(patch));
    for (const [attribute, items] of patch) {
      if (attribute.inverse_attribute_id) await this.relate(node, attribute, items);
      else node.patch.set(attribute, items);
    }
  }

  /** Makes the links of one attribute those that are wanted, in the wanted order. */
  private async relate(node: Node, attribute: Attribute, wanted: Json[]): Promise<void> {
    const targetOf = attribute.valueType.target!;
    const keep = new Set(wanted.map((item) => targetOf(item).record_id));
    for (const item of this.items(node, attribute)) {
      const target = targetOf(item).record_id;
      if (!keep.has(target)) await this.unlink(node, attribute, target);
    }
    for (const item of wanted) await this.link(node, attribute, targetOf(item));
    node.patch.set(attribute, wanted);
  }

  private async link(node: Node, attribute: Attribute, target: Target): Promise<void> {
    const other = await this.node(target.record_id);
    // A target that is missing stays in the patch: the statement's own check names it.
    const inverse = other && this.inverseOf(attribute);
    if (!other || !inverse || other.object.row.object_id !== target.object_id) return;
    const mine = { object_id: node.object.row.object_id, record_id: node.record_id };
    const held = this.items(other, inverse);
    const targetOf = inverse.valueType.target!;
    if (held.some((item) => targetOf(item).record_id === node.record_id)) return;
    if (inverse.archived_at || other.object.row.archived_at) throw this.archived(attribute);
    if (!inverse.several) for (const item of held) await this.unlink(other, inverse, targetOf(item).record_id);
    const now = inverse.several ? [...this.items(other, inverse), mine] : [mine];
    if (now.length > MAX_LINKS) throw this.tooMany(attribute);
    other.patch.set(inverse, now as unknown as Json[]);
  }

  /** Takes a link away on both sides. */
  private async unlink(node: Node, attribute: Attribute, targetId: string): Promise<void> {
    this.drop(node, attribute, targetId);
    const other = await this.node(targetId);
    const inverse = this.inverseOf(attribute);
    if (other && inverse) this.drop(other, inverse, node.record_id);
  }

  private drop(node: Node, attribute: Attribute, targetId: string): void {
    const targetOf = attribute.valueType.target!;
    node.patch.set(
      attribute,
      this.items(node, attribute).filter((item) => targetOf(item).record_id !== targetId),
    );
  }

  private items(node: Node, attribute: Attribute): Json[] {
    return node.patch.get(attribute) ?? (node.row ? itemsOf(node.row.vals, attribute.attr_no) : []);
  }

  private inverseOf(attribute: Attribute): Attribute | undefined {
    return this.of.schema.find(attribute.inverse_object_id!)?.find(attribute.inverse_attribute_id!);
  }

  private async node(recordId: string): Promise<Node | undefined> {
    if (!this.nodes.has(recordId)) await this.load([recordId]);
    return this.nodes.get(recordId);
  }

  private async load(recordIds: string[]): Promise<void> {
    const fresh = [...new Set(recordIds)].filter((id) => !this.nodes.has(id));
    if (fresh.length === 0) return;
    // All writers take their first records in one order. What turns out to be needed after that is taken without
    // waiting: two who waited for each other would lose a second until Postgres notices.
    const taken = new Set(await (this.hasLocked ? this.records.lockFree(fresh) : this.records.lock(fresh)));
    this.hasLocked = true;
    const { defersLarge } = this.of.caller;
    const { rows, isCut, bytes } = await this.records.findMany(fresh, defersLarge ? SHORT_BYTES : MAX_LINKED_BYTES);
    this.loadedBytes += bytes;
    if (defersLarge && this.loadedBytes > SHORT_BYTES) throw new LargeRecord(this.loadedBytes);
    if (isCut || this.loadedBytes > MAX_LINKED_BYTES) throw this.tooMuch();
    for (const row of rows) {
      if (!taken.has(row.record_id)) throw new StalePlanError();
      const object = this.of.schema.find(row.object_id);
      if (object) this.nodes.set(row.record_id, { object, record_id: row.record_id, row, patch: new Map() });
    }
  }

  private save({ object, record_id, row, patch }: Node, isOwn: boolean): Save | undefined {
    if (row && patch.size === 0) return undefined;
    const { caller, schema, path, tellsSize } = this.of;
    const now = new Date(Math.max(row?.now?.getTime() ?? 0, row?.updated_at.getTime() ?? 0));
    const plan = planChange({ object, row, patch, caller, now });
    if (isTooLarge({ object, plan, row })) {
      const what = isOwn ? 'The record' : 'A record on the other side of a link';
      throw tooLarge(path, what, isOwn && tellsSize ? plan.size : undefined);
    }
    const gate = { caller, schemaVersion: schema.version };
    if (!row) {
      const at = { record_id, object_id: object.row.object_id, created_via: createdVia(caller) };
      return { plan, run: () => this.records.insert(gate, at, plan) };
    }
    if (plan.changed.length === 0) return undefined;
    return { plan, run: () => this.records.update(gate, row, { id: newId(), at: now }, plan) };
  }

  private tooMuch(): Error {
    const message = 'The records that this write links or unlinks are too large to be changed together.';
    const expected = `linked records of at most ${MAX_LINKED_BYTES} bytes together`;
    return invalid([{ path: this.of.path, message, expected }]);
  }

  private archived(attribute: Attribute): Error {
    const message = 'The other side of this relationship is archived and takes no new values.';
    const path = `${this.of.path}.${attribute.slug}`;
    return invalid([{ path, message, expected: 'no new links', reason: 'archived' }]);
  }

  private tooMany(attribute: Attribute): Error {
    const message = `The other side of this relationship already has ${MAX_LINKS} links, which is the maximum.`;
    return invalid([
      { path: `${this.of.path}.${attribute.slug}`, message, expected: `at most ${MAX_LINKS} links a side` },
    ]);
  }
}

function targetsIn(patch: Patch): string[] {
  const ids: string[] = [];
  for (const [attribute, items] of patch) {
    if (attribute.inverse_attribute_id) for (const item of items) ids.push(attribute.valueType.target!(item).record_id);
  }
  return ids;
}
