import { newId } from '#platform';
import { authorOf, type Actor } from '../actor.js';
import type { Stores } from '../stores.js';
import { DomainError } from '../errors.js';
import { UniqueViolation } from '../db/pg-errors.js';
import type { EventRow } from '../events/event.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { CreatedVia, RecordChange, RecordRow, Stamp } from '../records/document.js';
import type { Changed } from '../records/batch/together.statements.js';
import { planChange, type Patch } from '../records/writing/change-plan.js';
import { RelationshipWriter, changesLinks } from '../records/writing/relationship-writer.js';
import { removeRecord, type Removed } from '../records/writing/removal.js';
import { StalePlanError } from '../records/writing/retry-stale-plans.js';
import { later } from '../records/writing/written-row.js';
import { isTooLarge } from '../records/record-size.js';
import type { WrittenRow } from '../records/record.store.js';
import type { Json } from '../values/value-type.js';
import { Obstacle } from './obstacle.js';

type Row = RecordRow & { now?: Date };

/** Writes what undoes changes of single records, each in a part of its own that leaves nothing when it fails. */
export class UndoWriter {
  constructor(
    private readonly actor: Actor,
    private readonly schema: WorkspaceSchema,
    /** Ids of the events that the next write undoes; they stand in the provenance of its own. */
    private readonly undoes: readonly string[],
    /** The attributes of which it undoes the changes, where these are not all. */
    private readonly only?: readonly Attribute[],
  ) {}

  private get caller(): Actor {
    const { actor, undoes, only } = this;
    if (!only) return { ...actor, via: { ...actor.via, undoes } };
    // What it writes on the other sides of links undoes the changes of those.
    const undoes_attributes = only.flatMap(({ attribute_id: id, inverse_attribute_id: inverse }) =>
      inverse ? [id, inverse] : [id],
    );
    return { ...actor, via: { ...actor.via, undoes, undoes_attributes } };
  }

  /** Gives the ids of the records it has written. @throws Obstacle; StalePlanError */
  async update(stores: Stores, object: ObjectSchema, row: Row, patch: Patch): Promise<string[]> {
    const { caller, schema } = this;
    if (changesLinks(patch, row)) {
      const of = { caller, schema, path: 'undo', tellsSize: true };
      const linking = new RelationshipWriter(stores.records, of);
      await linking.update(row, patch, stale);
      for (const { run } of linking.saves()) settle(await run());
      return linking.recordIds;
    }
    const { plan, from } = this.plan(object, row, patch);
    if (plan.changed.length === 0) return [];
    const gate = { caller, schemaVersion: schema.version };
    settle(await stores.records.update(gate, row, { id: newId(), at: from.at }, plan));
    return [row.record_id];
  }

  /** What a write of values without links stores. @throws Obstacle for a record that becomes too large */
  plan(object: ObjectSchema, row: Row, patch: Patch): Changed {
    const { caller } = this;
    const { record_id, object_id, rev, updated_at } = row;
    const at = later({ now: row.now ?? updated_at, updated_at });
    const plan = planChange({ object, row, patch, caller, now: at });
    if (isTooLarge({ object, plan, row })) throw new Obstacle('refused');
    return { record_id, object_id, plan, from: { rev, at }, caller };
  }

  /**
   * Values of one record alone, as they stand in others that are there: no other side of a link is written.
   * @throws Obstacle; StalePlanError; UniqueViolation
   */
  async put(
    stores: Stores,
    object: ObjectSchema,
    row: Row,
    { patch, event }: { patch: Patch; event?: RecordChange['event'] },
  ): Promise<void> {
    const { caller, schema } = this;
    const at = later({ now: row.now ?? row.updated_at, updated_at: row.updated_at });
    const plan = { ...planChange({ object, row, patch, caller, now: at }), targets: [] };
    const gate = { caller, schemaVersion: schema.version };
    settle(await stores.records.update(gate, row, { id: newId(), at, ...(event && { event }) }, plan));
  }

  /**
   * The record of a deletion again, under its id, with these values as of `now`: it may have been deleted again and again.
   * @throws Obstacle; StalePlanError; UniqueViolation
   */
  async revive(
    stores: Stores,
    { object, deletion, now, rev }: { object: ObjectSchema; deletion: EventRow; now: Date; rev: number },
    patch: Patch,
  ): Promise<void> {
    const { caller, schema } = this;
    const plan = planChange({ object, row: null, patch, caller, now });
    if (isTooLarge({ object, plan, row: null })) throw new Obstacle('refused');
    const { type, id } = authorOf(caller);
    const stamp: Stamp = [now.getTime(), type, id, rev];
    // Its values begin anew: those of before have gone with their history.
    const stampsOf = (held: Json) => (Array.isArray(held) ? held.map(() => stamp) : stamp);
    const meta = Object.fromEntries(Object.entries(plan.vals).map(([no, held]) => [no, stampsOf(held)]));
    const { created_via, ...made } = madeBefore(deletion);
    const at = {
      record_id: deletion.subject_id,
      object_id: object.row.object_id,
      created_via,
      revived: { ...made, rev },
    };
    settle(await stores.records.insert({ caller, schemaVersion: schema.version }, at, { ...plan, meta }));
  }

  /** For good. @throws StalePlanError */
  async remove(stores: Stores, object: ObjectSchema, row: Row, isTrashed: boolean): Promise<void> {
    await removeRecord(stores, { ...this.removal(object, row, isTrashed), schema: this.schema });
  }

  /** What `remove` takes away. */
  removal(object: ObjectSchema, row: Row, isTrashed: boolean): Removed {
    const { caller, actor } = this;
    return { caller, actor, object, row, isCounted: !isTrashed };
  }

  /** Into the trash or out of it. @throws StalePlanError */
  async move(stores: Stores, row: Row, trashed: boolean): Promise<void> {
    const moved = await stores.records.setTrashed(row, trashed);
    if (!moved) throw new StalePlanError();
    await stores.events.add(this.caller, {
      kind: trashed ? 'record.trashed' : 'record.restored',
      subject_id: row.record_id,
      rev: moved.rev,
      object_id: row.object_id,
      occurred_at: moved.updated_at,
      actor_name: this.actor.name,
      data: { changes: [] },
    });
  }
}

/** Of a record that has changed since it was read. */
function stale(): never {
  throw new StalePlanError();
}

/** @throws Obstacle for what is not there any more; StalePlanError */
function settle({ rev, missing, strangers }: WrittenRow): void {
  if (missing.length > 0 || strangers.length > 0) throw new Obstacle('target_gone');
  if (rev === null) throw new StalePlanError();
}

interface Made {
  at: string;
  by_type: RecordRow['created_by_type'];
  by_id: string | null;
  via: CreatedVia;
}

/** How a record was made that was deleted. Events of earlier releases do not tell. */
function madeBefore({ data, occurred_at, actor_type, actor_id, via }: EventRow) {
  const { origin, request_id } = via;
  const unknown = { at: occurred_at.toISOString(), by_type: actor_type, by_id: actor_id };
  const made = (data['created'] as Made | undefined) ?? { ...unknown, via: { origin, request_id, actor_name: '' } };
  const { at, by_type, by_id } = made;
  return { created_at: new Date(at), created_by_type: by_type, created_by_id: by_id, created_via: made.via };
}

/** What a write that failed was refused for; what is no refusal is thrown on. */
export function obstacleOf(error: unknown): Obstacle {
  if (error instanceof Obstacle) return error;
  // Other ids and keys are only there twice where somebody else wrote the same at the same moment.
  if (error instanceof UniqueViolation && error.constraint !== 'record_unique_value') throw new StalePlanError();
  if (error instanceof UniqueViolation) return new Obstacle('unique_taken');
  if (error instanceof DomainError && (error.kind === 'validation' || error.kind === 'conflict'))
    return new Obstacle('refused');
  throw error;
}
