import { newId } from '#platform';
import type { Actor } from '../../actor.js';
import { DomainError, conflict, invalid } from '../../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import { itemsOf, type RecordRow } from '../document.js';
import { isTooLarge, tooLarge } from '../record-size.js';
import { planChange, type ChangePlan, type Patch } from '../writing/change-plan.js';
import { expectRevision } from '../writing/expect-version.js';
import { MAX_VALUES } from '../writing/read-items.js';
import { checkRequired, readPatch } from '../writing/read-patch.js';
import { MAX_LINKS, RelationshipWriter, changesLinks } from '../writing/relationship-writer.js';
import { StalePlanError } from '../writing/retry-stale-plans.js';
import { refuseMissing } from '../writing/write-refusals.js';
import { later } from '../writing/written-row.js';
import { MAX_MERGED, MAX_REFERENCES, type MergeIds, type MergeInput } from './merge.js';
import { absorb } from './merge-steps.js';
import type { Referrers } from './merge.store.js';
import { redirected, unite, valuesWith, type Group } from './unite.js';

/** Bytes of the records of a merge, and of those that refer to them. */
const MAX_GROUP_BYTES = 8 * 1024 * 1024;
const MAX_REFERRING_BYTES = 32 * 1024 * 1024;
/** Of records that refer to others, those that are in memory together. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

type Row = RecordRow & { now?: Date };
type Input = Omit<MergeInput, 'into' | 'from' | 'shape'>;

/** One merge, within one transaction. */
export class MergeRun {
  /** What is about to be written. */
  saving?: ChangePlan;

  constructor(
    private readonly stores: Stores,
    private readonly of: { actor: Actor; schema: WorkspaceSchema; object: ObjectSchema },
  ) {}

  /** Gives how many references were moved. @throws DomainError; StalePlanError; UniqueViolation */
  async merge(ids: MergeIds, input: Input): Promise<number> {
    const { stores } = this;
    const referrers = await this.take(ids);
    const group = await this.read(ids);
    await expectRevision(stores, { actor: this.of.actor, row: group.into }, input.expected);
    const { patch, given, links } = await this.plan(group, input);
    const vals = valuesWith(group.into.vals, patch);
    const merged = await absorb(stores, { ...group, into: ids.into, vals });
    await this.save(group.into, { patch, given }, merged);
    await this.redirect(referrers.ids, ids, valuesWith(group.into.vals, patch));
    if (links.size > 0) await this.link(ids.into, links);
    await stores.schema.expectVersion(this.of.schema.version, () => new StalePlanError());
    return referrers.references;
  }

  /** Holds all records that are to be written, in one order, until the transaction ends. */
  private async take({ into, from }: MergeIds): Promise<Referrers> {
    const { merges, records } = this.stores;
    const group = [into, ...from];
    const seen = await merges.referrers(from, group, MAX_REFERENCES + 1);
    this.refuseMany(seen);
    const all = new Set([...group, ...seen.ids]);
    await records.lock([...all]);
    // Those that came in between were not held with the others.
    const now = await merges.referrers(from, group, MAX_REFERENCES + 1);
    if (now.ids.some((id) => !all.has(id))) throw new StalePlanError();
    this.refuseMany(now);
    return { ids: now.ids.sort(), references: now.references };
  }

  private async read({ into, from }: MergeIds): Promise<Group> {
    const { records, merges } = this.stores;
    const ids = [into, ...from];
    const { rows, isCut } = await records.findMany(ids, MAX_GROUP_BYTES);
    if (isCut) throw tooMuch('from', 'The records', MAX_GROUP_BYTES);
    const labels = await records.labels(ids);
    const survivors = await merges.survivors(ids);
    const found = ids.map((id, at): Row => {
      const path = at === 0 ? 'into' : `from[${at - 1}]`;
      const survivor = survivors.get(id);
      if (survivor) throw conflict('record_merged', `${path}: This record was merged into ${survivor}. Name that one.`);
      const row = rows.find(({ record_id }) => record_id === id);
      if (!row || row.object_id !== this.of.object.row.object_id || !labels[id]?.startsWith('1'))
        throw new DomainError('not_found', `${path}: Record not found.`).because('record_not_found');
      return row;
    });
    const parts = await merges.mergedInto(ids, MAX_MERGED + 1);
    if (parts.length + from.length > MAX_MERGED)
      throw conflict('limit_reached', `A record can stand for at most ${MAX_MERGED} records that were merged into it.`);
    return { object: this.of.object, into: found[0]!, from: found.slice(1) };
  }

  /** Values of the record that stays; links that `values` ask for are written afterwards, as an update writes them. */
  private async plan(group: Group, { values, ignore }: Input): Promise<{ patch: Patch; given: Patch; links: Patch }> {
    const { object, into } = group;
    const targets = targetsOf(unite(group, () => true));
    const held = await this.stores.merges.hold(targets);
    const patch = unite(group, (id) => held.has(id));
    const vals = valuesWith(into.vals, patch);
    const given =
      values === undefined ? new Map() : await readPatch({ object, data: values, path: 'values', ignore, held: vals });
    checkRequired(given, 'values', vals);
    const links: Patch = new Map();
    for (const [attribute, items] of given) {
      if (changesLinks(new Map([[attribute, items]]), { ...into, vals })) links.set(attribute, items);
      else patch.set(attribute, items);
    }
    this.refuseLong(patch, into);
    return { patch, given, links };
  }

  private async save(row: Row, { patch, given }: { patch: Patch; given: Patch }, merged: unknown): Promise<void> {
    const { object, actor: caller, schema } = this.of;
    const at = later({ now: row.now ?? row.updated_at, updated_at: row.updated_at });
    const plan = planChange({ object, row, patch, caller, now: at });
    if (isTooLarge({ object, plan, row })) throw tooLarge('from', 'The record', plan.size);
    // What comes from the other records was judged when it was written there, and is held.
    const judged = planChange({ object, row, patch: given, caller, now: at });
    const ids = new Set(judged.targets.map(({ record_id }) => record_id));
    const targets = plan.targets.filter(({ record_id }) => ids.has(record_id));
    const checked = { ...plan, targets, members: judged.members };
    this.saving = checked;
    const event = { kind: 'record.merged' as const, data: { merged } };
    const gate = { caller, schemaVersion: schema.version };
    const written = await this.stores.records.update(gate, row, { id: newId(), at, event }, checked);
    refuseMissing(written, { patch: given, written: new Set(given.keys()), path: 'values' });
    if (written.rev === null) throw new StalePlanError();
  }

  /** Moves the references of other records. */
  private async redirect(recordIds: string[], { into, from }: MergeIds, vals: RecordRow['vals']): Promise<void> {
    const { object, schema, actor: caller } = this.of;
    const isLinked = ({ inverse_attribute_id }: Attribute, recordId: string) => {
      const other = object.find(inverse_attribute_id ?? '');
      const items = other ? itemsOf(vals, other.attr_no) : [];
      return items.some((item) => other!.valueType.target!(item).record_id === recordId);
    };
    const to = { from: new Set(from), into: { object_id: object.row.object_id, record_id: into }, isLinked };
    for (let left = recordIds, isFirst = true; left.length > 0; isFirst = false) {
      const { rows, isCut, bytes } = await this.stores.records.findMany(left, BYTES_AT_ONCE);
      if (isFirst && bytes > MAX_REFERRING_BYTES)
        throw tooMuch('from', 'The records that refer to them', MAX_REFERRING_BYTES);
      for (const row of rows) {
        const own = schema.find(row.object_id);
        if (!own) continue;
        const at = later({ now: (row as Row).now ?? row.updated_at, updated_at: row.updated_at });
        const plan = planChange({ object: own, row, patch: redirected(own, row, to), caller, now: at });
        if (plan.changed.length === 0) continue;
        const gate = { caller, schemaVersion: schema.version };
        const { rev } = await this.stores.records.update(gate, row, { id: newId(), at }, { ...plan, targets: [] });
        if (rev === null) throw new StalePlanError();
      }
      const last = rows.at(-1)?.record_id ?? '';
      left = isCut ? left.filter((id) => id > last) : [];
    }
  }

  private async link(recordId: string, links: Patch): Promise<void> {
    const { actor: caller, schema } = this.of;
    const [row] = (await this.stores.records.findMany([recordId], MAX_GROUP_BYTES)).rows;
    const linking = new RelationshipWriter(this.stores.records, { caller, schema, path: 'values', tellsSize: true });
    await linking.update(row!, links, () => {
      throw new StalePlanError();
    });
    for (const { plan, run } of linking.saves()) {
      this.saving = plan;
      const written = await run();
      refuseMissing(written, { patch: links, written: new Set(links.keys()), path: 'values' });
      if (written.rev === null) throw new StalePlanError();
    }
  }

  private refuseMany({ references }: Referrers): void {
    if (references <= MAX_REFERENCES) return;
    const message = `Other records refer to those in from more than ${MAX_REFERENCES} times, which is the most that one merge can move. Merge fewer at once, or into the one that is referred to most.`;
    throw invalid([
      { path: 'from', message, expected: `at most ${MAX_REFERENCES} references`, reason: 'limit_reached' },
    ]);
  }

  private refuseLong(patch: Patch, into: RecordRow): void {
    const issues = [...patch].flatMap(([attribute, items]) => {
      const most = attribute.inverse_attribute_id ? MAX_LINKS : MAX_VALUES;
      if (items.length <= Math.max(most, itemsOf(into.vals, attribute.attr_no).length)) return [];
      const message = `The records hold ${items.length} values together; this attribute can hold at most ${most}. Name those to keep.`;
      return [{ path: `values.${attribute.slug}`, message, expected: `at most ${most} values` }];
    });
    if (issues.length > 0) throw invalid(issues);
  }
}

function targetsOf(patch: Patch): string[] {
  const ids = new Set<string>();
  for (const [{ valueType }, items] of patch)
    if (valueType.target) for (const item of items) ids.add(valueType.target(item).record_id);
  return [...ids];
}

function tooMuch(path: string, what: string, most: number): DomainError {
  const message = `${what} are more than ${most} bytes together, which is the most that one merge can write.`;
  return invalid([{ path, message, expected: `at most ${most} bytes`, reason: 'record_too_large' }]);
}
