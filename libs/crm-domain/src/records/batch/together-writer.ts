import type { AccessPolicy } from '../../access/access-policy.js';
import type { AccessService } from '../../access/access.service.js';
import type { Actor, Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { UniqueViolation } from '../../db/pg-errors.js';
import { Slices } from '../../db/slices.js';
import { DomainError } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { RecordRow } from '../document.js';
import { LABEL_CHARACTERS } from '../record.statements.js';
import { createdVia } from '../wire.js';
import { firstCharacters } from '../../values/keys.js';
import { StalePlanError } from '../writing/retry-stale-plans.js';
import { showWritten } from '../writing/read-new.js';
import { createdRow } from '../writing/written-row.js';
import { findTogether } from './find-together.js';
import { TogetherPlan, type PlannedItem } from './together-plan.js';
import type { DoneRows } from './together.store.js';
import type { Wanted, WrittenRecord } from './together.js';

interface Domain {
  db: Db;
  access: AccessService;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

/** Writes several records with one statement, which takes a fraction of the time of single ones. */
export class TogetherWriter {
  constructor(private readonly domain: Domain) {}

  /**
   * Writes as many of the first items as go together: all of those, or none.
   *
   * @returns what was written of the first items, in their order. None where the first one is to be written alone, which
   *   also tells what is wrong with it; undefined where one of several was refused, nobody knows which
   * @throws whatever else goes wrong, after which some may have been written
   */
  async write(caller: Caller, wanted: readonly Wanted[]): Promise<WrittenRecord[] | undefined> {
    const { db, access, schemas } = this.domain;
    try {
      const actor = await access.authorize(caller, 'write:data');
      const schema = await schemas.at(caller.workspace_id, actor.schema_version);
      const slices = new Slices();
      const found = await findTogether(this.domain, { caller, schema, next: () => slices.next() }, wanted);
      const plan = new TogetherPlan({ actor, caller, schema, slices });
      for (const each of found) {
        await slices.next();
        if (!(await goesOn(plan, each))) break;
      }
      if (plan.items.length < 2) return [];
      return await db.retry(() => this.save({ caller, actor, schemaVersion: schema.version }, plan.items));
    } catch (error) {
      if (isAboutThem(error)) return undefined;
      throw error;
    }
  }

  private async save(
    gate: { caller: Caller; actor: Actor; schemaVersion: string },
    items: readonly PlannedItem[],
  ): Promise<WrittenRecord[] | undefined> {
    const { caller } = gate;
    const via = createdVia(caller);
    const records = items.filter(({ row, plan }) => !row || plan.changed.length > 0);
    const refs = [...new Set(records.flatMap(({ plan }) => plan.refs))];
    if (records.length === 0) return showAll(gate, { items, labels: new Map() });
    const done = await this.domain.db.autocommit(caller.workspace_id, ({ together }) =>
      together.write(gate, { records, via, refs }),
    );
    const actor = this.domain.policy.authorize(caller, done, 'write:data');
    if (!done.done_at) return undefined;
    const labels = new Map(refs.map((ref, at) => [ref, done.labels[at] ?? null]));
    return showAll({ caller, actor }, { items, labels, done });
  }
}

/** An item in which something is wrong is done alone, after those before it. */
async function goesOn(plan: TogetherPlan, item: Parameters<TogetherPlan['add']>[0]): Promise<boolean> {
  try {
    return await plan.add(item);
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Whether it was something about the records that kept them from being written. */
function isAboutThem(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind !== 'unavailable';
  return error instanceof UniqueViolation || error instanceof StalePlanError;
}

interface Shown {
  items: readonly PlannedItem[];
  /** Of referenced records, as the statement found them; changed to what each item leaves behind. */
  labels: Map<string, string | null>;
  /** Absent where nothing had to be written. */
  done?: DoneRows;
}

/** The records after their writes, each as it was when its own was done. */
async function showAll(
  { caller, actor }: { caller: Caller; actor: Actor },
  { items, labels, done }: Shown,
): Promise<WrittenRecord[]> {
  const slices = new Slices();
  const shown: WrittenRecord[] = [];
  for (const item of items) {
    await slices.next();
    const { wanted, write, plan, record_id } = item;
    if (labels.has(record_id)) labels.set(record_id, `1${firstCharacters(plan.label ?? '', LABEL_CHARACTERS)}`);
    const row = rowAfter(item, { caller, actor, labels, done });
    const record = showWritten(write, row, { actor, at: row.updated_at, isNew: !item.row });
    shown.push(wanted.op === 'upsert' ? { record, created: !item.row } : { record });
  }
  return shown;
}

function rowAfter(
  { record_id, object_id, row, plan, from }: PlannedItem,
  { caller, actor, labels, done }: { caller: Caller; actor: Actor } & Omit<Shown, 'items'>,
): RecordRow {
  const named = plan.refs.map((ref) => labels.get(ref) ?? null);
  if (!row) {
    const at = { record_id, object_id, created_via: { ...createdVia(caller), actor_name: actor.name } };
    return createdRow(at, caller, plan, { ...done!, rev: 1, created_at: done!.done_at, labels: named });
  }
  if (plan.changed.length === 0)
    return { ...row, labels: row.labels.map((label, at) => labels.get(row.refs![at]!) ?? label) };
  return { ...row, ...plan, rev: from!.rev + 1, updated_at: from!.at, labels: named };
}
