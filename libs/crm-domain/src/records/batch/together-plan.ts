import type { Actor, Caller } from '../../actor.js';
import type { Slices } from '../../db/slices.js';
import { mayRead } from '../../actor.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { objectOf, refuseArchived } from '../authorize-and-find.js';
import type { RecordRow } from '../document.js';
import { isTooLarge } from '../record-size.js';
import { judgeShape } from '../shown/shape.js';
import { planChange, type ChangePlan } from '../writing/change-plan.js';
import { readNew } from '../writing/read-new.js';
import { checkRequired, readPatch } from '../writing/read-patch.js';
import { changesLinks } from '../writing/relationship-writer.js';
import type { Write } from '../writing/write.js';
import { later } from '../writing/written-row.js';
import type { PlannedRecord } from './together.statements.js';
import type { Wanted } from './together.js';

/** Characters of documents that are written in one statement. */
export const MAX_CHARACTERS = 512 * 1024;

type FoundRow = RecordRow & { now: Date };

/** What was found out about an item before it is planned. */
export interface Prepared {
  wanted: Wanted;
  /** With ids in place of references by value. */
  data: unknown;
  /** The values by which its record, and those it refers to, were looked for. */
  lookedFor: readonly string[];
  /** The record that it changes; undefined for one to be made. */
  row: FoundRow | undefined;
}

/** An item as it will be written. */
export interface PlannedItem extends PlannedRecord {
  wanted: Wanted;
  write: Write;
  row: FoundRow | undefined;
}

/** Gathers items that one statement writes, as long as each is independent of those before it. */
export class TogetherPlan {
  readonly items: PlannedItem[] = [];
  private characters = 0;
  private readonly records = new Set<string>();
  /** Unique values that came or went. */
  private readonly touched = new Set<string>();

  constructor(private readonly of: { actor: Actor; caller: Caller; schema: WorkspaceSchema; slices: Slices }) {}

  /**
   * @returns false for an item that has to be written alone, or after those before it
   * @throws DomainError for one in which something is wrong
   */
  async add(prepared: Prepared): Promise<boolean> {
    const { wanted, row, lookedFor } = prepared;
    const write = await (row ? this.update(prepared, row) : this.create(prepared));
    if (!write || changesLinks(write.patch, row ?? null)) return false;
    const now = row && later(row);
    const plan = planChange({ ...write, row: row ?? null, now: now ?? new Date(0) });
    const { object } = write;
    if (isTooLarge({ object, plan, row: row ?? null })) return false;
    const changes = !row || plan.changed.length > 0;
    if (row && changes) refuseArchived(object, write.path);
    const record_id = row?.record_id ?? wanted.record_id;
    if (this.records.has(record_id) || this.dependsOn(plan, lookedFor)) return false;
    this.characters += plan.document.length;
    if (this.characters > MAX_CHARACTERS) return false;
    this.records.add(record_id);
    for (const { attribute_id, v } of [...plan.unique.add, ...plan.unique.remove])
      this.touched.add(touchedKey(attribute_id, v));
    const from = row && { rev: row.rev, at: now! };
    this.items.push({ wanted, write, row, record_id, object_id: object.row.object_id, plan, ...(from && { from }) });
    return true;
  }

  private async create({ wanted, data }: Prepared): Promise<Write | undefined> {
    const { object, input, op } = wanted;
    // Whoever expects a version does not want a new record.
    if (input.expected) return undefined;
    const { caller, schema, slices } = this.of;
    return readNew(schema, caller, object, { ...input, data, isUpsert: op === 'upsert', slices });
  }

  private async update({ wanted, data }: Prepared, row: FoundRow): Promise<Write | undefined> {
    const { caller, schema, actor } = this.of;
    const { path, shape: asked, expected, ignore } = wanted.input;
    const object = objectOf(schema, wanted.object);
    if (row.object_id !== object.row.object_id) return undefined;
    if (expected && !(mayRead(actor) && expected.includes(row.rev))) return undefined;
    const shape = judgeShape(object, asked);
    const patch = await readPatch({ object, held: row.vals, data, path, ignore }, this.of.slices);
    checkRequired(patch, path, row.vals);
    return { caller, schema, object, patch, written: new Set(patch.keys()), path, shape };
  }

  /** Whether an item before has to be done first, because both touch the same unique value. */
  private dependsOn(plan: ChangePlan, lookedFor: readonly string[]): boolean {
    if (this.touched.size === 0) return false;
    // Those that it gives up as well: an item before that takes one is refused, but would find it free in one statement.
    const own = [...plan.unique.add, ...plan.unique.remove].map(({ attribute_id, v }) => touchedKey(attribute_id, v));
    return [...own, ...lookedFor].some((key) => this.touched.has(key));
  }
}

export function touchedKey(attributeId: string, v: string): string {
  return `${attributeId} ${v}`;
}
