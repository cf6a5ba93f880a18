import { newId } from '#platform';
import type { AccessService } from '../../access/access.service.js';
import type { AccessPolicy } from '../../access/access-policy.js';
import { mayRead, type Actor, type Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { Turns } from '../../db/turns.js';
import type { Stores } from '../../stores.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { recordIdOf } from '../../values/record-slug.js';
import { planChange, type ChangePlan, type Patch } from './change-plan.js';
import type { RecordRow } from '../document.js';
import { orSurvivor } from '../merging/survivor.js';
import { ReferenceResolver } from '../matching/reference-resolver.js';
import { RelationshipWriter, changesLinks } from './relationship-writer.js';
import { authorizeAndFind, refuseArchived, type RecordAddress } from '../authorize-and-find.js';
import { expectRevision } from './expect-version.js';
import { StalePlanError, retryStalePlans } from './retry-stale-plans.js';
import { readNew, showWritten } from './read-new.js';
import { checkRequired, readPatch } from './read-patch.js';
import { isTooLarge, tooLarge } from '../record-size.js';
import type { WrittenRow } from '../record.store.js';
import { judgeShape } from '../shown/shape.js';
import type { ShownRecord } from '../shown/show-record.js';
import { createdVia, type RecordWire } from '../wire.js';
import { explainUniqueViolation, refuseMissing } from './write-refusals.js';
import type { Linked, RecordInput, Update, Whole, Write } from './write.js';
import { createdRow, labelsNow, later } from './written-row.js';

// After this many lost races a writer takes the record for itself.
const RACES = 4;

/** Creates and updates records; the same rules for REST and tools (contract: Endpoints 1 and 2, Write rules). */
export class RecordWriter {
  // Of updates planned at once from one revision only one succeeds. The wait is short: another process may hold it up.
  private readonly turns = new Turns(1000);

  private readonly references: ReferenceResolver;

  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {
    this.references = new ReferenceResolver({ db, access, schemas, policy }, (...made) => this.createWithIds(...made));
  }

  /** One round trip. @throws DomainError unauthenticated, forbidden, not_found, validation */
  create(caller: Caller, objectKey: string, input: RecordInput & Whole): Promise<RecordWire>;
  create(caller: Caller, objectKey: string, input: RecordInput): Promise<ShownRecord>;
  create(caller: Caller, objectKey: string, input: RecordInput): Promise<ShownRecord> {
    return this.references.resolve(caller, objectKey, input, (read) => this.createWithIds(caller, objectKey, read));
  }

  /** Another write with ids in place of what names records and members otherwise. @throws what `write` throws */
  resolving<T>(
    caller: Caller,
    objectKey: string,
    input: RecordInput,
    write: (input: RecordInput) => Promise<T>,
  ): Promise<T> {
    return this.references.resolve(caller, objectKey, input, write);
  }

  private createWithIds(caller: Caller, objectKey: string, input: RecordInput): Promise<ShownRecord> {
    let attempts = 0;
    const past = new Set<string>();
    return retryStalePlans(this.db, async () => {
      const schema = await (attempts++ === 0 ? this.schemas.recent(caller.workspace_id) : this.schemaNow(caller));
      const write = await this.readCreate(schema, caller, objectKey, { ...input, past });
      const { record_id = newId() } = input;
      if (changesLinks(write.patch, null)) return this.createLinked(write, record_id);
      const at = { record_id, object_id: write.object.row.object_id, created_via: createdVia(caller) };
      const plan = planChange({ ...write, row: null, now: new Date(0) });
      if (isTooLarge({ object: write.object, plan, row: null }))
        await this.refuse(write, tooLarge(write.path, 'The record', plan.size));
      const gate = { caller, schemaVersion: write.schema.version };
      const written = await this.db
        .autocommit(caller.workspace_id, ({ records }) => records.insert(gate, at, plan))
        .catch(this.explain(write, plan));
      const actor = this.settle(write, written);
      const made = { ...at, created_via: { ...at.created_via, actor_name: actor.name } };
      const row = createdRow(made, caller, plan, written);
      return showWritten(write, row, { actor, at: row.created_at, isNew: true });
    });
  }

  /** Two round trips. Other attributes stay. @throws DomainError unauthenticated, forbidden, not_found, validation */
  update(caller: Caller, at: RecordAddress, input: RecordInput & Whole): Promise<RecordWire>;
  update(caller: Caller, at: RecordAddress, input: RecordInput): Promise<ShownRecord>;
  update(caller: Caller, at: RecordAddress, input: RecordInput): Promise<ShownRecord> {
    return orSurvivor(this.db, caller.workspace_id, at, (there) =>
      this.references.resolve(caller, at.object, input, (read) => {
        const work = () => this.updateInTurn(caller, there, read);
        // Who has records locked already waits for them alone.
        return this.db.isTogether ? work() : this.turns.run(`${caller.workspace_id} ${recordIdOf(there.record)}`, work);
      }),
    );
  }

  private updateInTurn(caller: Caller, at: RecordAddress, input: RecordInput): Promise<ShownRecord> {
    let tries = 0;
    return retryStalePlans(this.db, () => {
      const update: Update = { caller, at, input, locked: ++tries % (RACES + 1) === 0 };
      const tried = update.locked
        ? this.db.transaction(caller.workspace_id, async (stores) => {
            const id = recordIdOf(at.record);
            if (id) await stores.records.lock([id]);
            return this.tryUpdate(stores, update);
          })
        : this.db.autocommit(caller.workspace_id, (stores) => this.tryUpdate(stores, update));
      // Explained after what was tried is undone: in a transaction that failed nothing can be read any more.
      return tried.catch((error: unknown) => {
        if (!update.saving) throw error;
        return this.explain(update.saving.write, update.saving.plan)(error);
      });
    });
  }

  private async tryUpdate(stores: Stores, update: Update): Promise<ShownRecord> {
    const { caller, at, input, locked } = update;
    const found = await stores.records.find(caller, recordIdOf(at.record) ?? null);
    const { actor, schema, object, row } = await authorizeAndFind(this.schemas, this.policy, {
      caller,
      found,
      at,
      needs: 'write:data',
      ...(locked && { store: stores.schema }),
    });
    const shape = judgeShape(object, input.shape);
    const read = async ({ vals: held, rev }: Pick<RecordRow, 'vals' | 'rev'>) => {
      // Whether it is still the expected one is asked of the record that will be written.
      if (input.expected && rev !== row.rev) throw new StalePlanError();
      const patch = await readPatch({ object, held, ...input });
      checkRequired(patch, input.path, held);
      return patch;
    };
    const patch = await read(row);
    await expectRevision(stores, { actor, row, at }, input.expected);
    const write = { caller, schema, object, patch, written: new Set(patch.keys()), path: input.path, shape };
    if (changesLinks(patch, row)) {
      refuseArchived(object, input.path);
      // Links are written in a transaction of their own, which would wait for this one for ever.
      if (locked) throw new StalePlanError();
      return this.updateLinked(write, { actor, row, read });
    }
    const now = later(row);
    const plan = planChange({ ...write, row, now });
    if (plan.changed.length === 0) return showWritten(write, row, { actor, at: now });
    refuseArchived(object, input.path);
    if (isTooLarge({ object, plan, row }))
      throw tooLarge(input.path, 'The record', mayRead(actor) ? plan.size : undefined);
    update.saving = { write, plan };
    const gate = { caller, schemaVersion: schema.version };
    const written = await stores.records.update(gate, row, { id: newId(), at: now }, plan);
    this.settle(write, written);
    const after = { ...row, ...plan, rev: written.rev!, updated_at: now, labels: labelsNow(row, plan, written) };
    return showWritten(write, after, { actor, at: now });
  }

  /** Proved before any record is looked at: its statements take others' records before they ask who may write. */
  private async createLinked(write: Write, recordId: string): Promise<ShownRecord> {
    const actor = await this.access.authorize(write.caller, 'write:data');
    const of = { actor, recordId, isNew: true };
    return this.linked(write, of, (linking) => linking.create(write.object, recordId, write.patch));
  }

  private updateLinked(
    write: Write,
    { actor, row, read }: { actor: Actor; row: RecordRow; read: (row: RecordRow) => Promise<Patch> },
  ): Promise<ShownRecord> {
    const of = { actor, recordId: row.record_id, isNew: false };
    return this.linked(write, of, (linking) => linking.update(row, write.patch, read));
  }

  /** Both sides of a relationship change in one transaction, with the event in it: nothing fails afterwards. */
  private linked(write: Write, of: Linked, work: (linking: RelationshipWriter) => Promise<void>): Promise<ShownRecord> {
    const { caller, schema, path } = write;
    let saving: ChangePlan | undefined;
    const written = this.db.transaction(caller.workspace_id, async (stores) => {
      const tellsSize = of.isNew || mayRead(of.actor);
      const linking = new RelationshipWriter(stores.records, { caller, schema, path, tellsSize });
      await work(linking);
      for (const { plan, run } of linking.saves()) {
        saving = plan;
        this.settle(write, await run());
      }
      return this.reread(stores, write, of);
    });
    // Explained after the transaction, whose connection those may need that wait for the same answer.
    return written.catch((error: unknown) => (saving ? this.explain(write, saving)(error) : Promise.reject(error)));
  }

  private async reread(stores: Stores, write: Write, { recordId, isNew }: Linked): Promise<ShownRecord> {
    const at = { object: write.object.row.object_id, record: recordId };
    const { caller } = write;
    const found = await stores.records.find(caller, recordId);
    const asked = { caller, found, at, needs: 'write:data' as const, store: stores.schema };
    const { actor, row } = await authorizeAndFind(this.schemas, this.policy, asked);
    return showWritten(write, row, { actor, at: later(row), isNew });
  }

  /** Reads a new record against the schema at hand; whoever may not write learns nothing from what is wrong with it. */
  private async readCreate(
    schema: WorkspaceSchema,
    caller: Caller,
    objectKey: string,
    input: RecordInput & Pick<Write, 'past'>,
  ): Promise<Write> {
    try {
      return await readNew(schema, caller, objectKey, input);
    } catch (error) {
      return this.refuse({ caller, schema }, error);
    }
  }

  private async refuse({ caller, schema }: Pick<Write, 'caller' | 'schema'>, error: unknown): Promise<never> {
    const actor = await this.access.authorize(caller, 'write:data');
    if (actor.schema_version === schema.version) throw error;
    throw new StalePlanError();
  }

  /** After the schema at hand has proved to be old: that of this moment. */
  private async schemaNow(caller: Caller): Promise<WorkspaceSchema> {
    const { schema_version } = await this.access.authorize(caller, 'write:data');
    return this.schemas.at(caller.workspace_id, schema_version);
  }

  /** Judges what a write says of itself. @throws StalePlanError when it has to be planned again */
  private settle(write: Write, written: WrittenRow): Actor {
    const { caller, schema } = write;
    const actor = this.policy.authorize(caller, written, 'write:data');
    if (actor.schema_version !== schema.version) throw new StalePlanError();
    refuseMissing(written, write);
    if (written.rev === null) throw new StalePlanError();
    return actor;
  }

  private explain(write: Write, plan: ChangePlan): (error: unknown) => Promise<never> {
    return (error) => explainUniqueViolation(error, { db: this.db, caller: write.caller, plan, path: write.path });
  }
}
