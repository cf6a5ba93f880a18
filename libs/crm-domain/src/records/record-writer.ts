import { newId } from '#platform';
import type { AccessService } from '../access/access.service.js';
import { judge, mayRead } from '../access/judge.js';
import type { Actor, Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { recordIdOf } from '../values/record-slug.js';
import { planChange, type ChangePlan, type Patch } from './change-plan.js';
import type { RecordRow } from './document.js';
import { Linking, changesLinks } from './linking.js';
import { ownWriteWire } from './own-write.js';
import { locate, objectOf, refuseArchived, type RecordAddress } from './locate.js';
import { Outdated, persevere } from './persevere.js';
import { checkRequired, completeForCreate, readPatch } from './read-patch.js';
import { isTooLarge, tooLarge } from './record-size.js';
import type { WrittenRow } from './record.store.js';
import { createdVia, labelsOf, recordWire, type RecordWire } from './wire.js';
import { explainTaken, refuseMissing } from './write-refusals.js';
import { createdRow, labelsNow, later } from './written-row.js';

/** The map a caller wants written, and how it called it. */
export interface RecordInput {
  data: unknown;
  path: string;
  /** Keys passed over in silence. */
  ignore?: ReadonlySet<string>;
  /** For a new record that is to be made once however often it is tried. */
  record_id?: string;
}

interface Write {
  claim: Claim;
  schema: WorkspaceSchema;
  object: ObjectSchema;
  patch: Patch;
  /** What the request itself wrote of it; the others are defaults. */
  written: ReadonlySet<Attribute>;
  path: string;
}

interface Update {
  claim: Claim;
  at: RecordAddress;
  input: RecordInput;
  /** Whether this transaction has the record. */
  locked: boolean;
  /** What the last try was about to write. */
  saving?: { write: Write; plan: ChangePlan };
}

/** To whom the record of a write on a relationship is told. */
interface Linked {
  actor: Actor;
  recordId: string;
  isNew: boolean;
}

/** To whom a record is told after a write, and the moment of it. */
interface Told {
  actor: Actor;
  at: Date;
  isNew?: boolean;
}

// After this many lost races a writer takes the record for itself.
const RACES = 4;

/** Creates and updates records; the same rules for REST and tools (contract: Endpoints 1 and 2, Write rules). */
export class RecordWriter {
  constructor(
    private readonly db: Db,
    private readonly access: AccessService,
    private readonly schemas: SchemaCache,
  ) {}

  /** One round trip. @throws DomainError unauthenticated, forbidden, not_found, validation */
  create(claim: Claim, objectKey: string, input: RecordInput): Promise<RecordWire> {
    let attempts = 0;
    return persevere(this.db, async () => {
      const schema = await (attempts++ === 0 ? this.schemas.recent(claim.workspace_id) : this.schemaNow(claim));
      const write = await this.readCreate(schema, claim, objectKey, input);
      const { record_id = newId() } = input;
      if (changesLinks(write.patch, null)) return this.createLinked(write, record_id);
      const at = { record_id, object_id: write.object.row.object_id, created_via: createdVia(claim) };
      const plan = planChange({ ...write, row: null, now: new Date(0) });
      if (isTooLarge({ plan, row: null })) await this.refuse(write, tooLarge(write.path, 'The record', plan.size));
      const written = await this.db
        .read(claim.workspace_id, (stores) =>
          stores.records.insert({ claim, schemaVersion: write.schema.version }, at, plan),
        )
        .catch(this.explain(write, plan));
      const actor = this.settle(write, written);
      const made = { ...at, created_via: { ...at.created_via, actor_name: actor.name } };
      const row = createdRow(made, claim, plan, written);
      return this.show(write, row, { actor, at: row.created_at, isNew: true });
    });
  }

  /** Two round trips; only the supplied attributes change. @throws DomainError unauthenticated, forbidden, not_found, validation */
  update(claim: Claim, at: RecordAddress, input: RecordInput): Promise<RecordWire> {
    let tries = 0;
    return persevere(this.db, () => {
      const update: Update = { claim, at, input, locked: ++tries % (RACES + 1) === 0 };
      const tried = update.locked
        ? this.db.write(claim.workspace_id, async (stores) => {
            const id = recordIdOf(at.record);
            if (id) await stores.records.lock([id]);
            return this.tryUpdate(stores, update);
          })
        : this.db.read(claim.workspace_id, (stores) => this.tryUpdate(stores, update));
      // Explained after what was tried is undone: in a transaction that failed nothing can be read any more.
      return tried.catch((error: unknown) => {
        if (!update.saving) throw error;
        return this.explain(update.saving.write, update.saving.plan)(error);
      });
    });
  }

  private async tryUpdate(stores: Stores, update: Update): Promise<RecordWire> {
    const { claim, at, input, locked } = update;
    const found = await stores.records.find(claim, recordIdOf(at.record) ?? null);
    const { actor, schema, object, row } = await locate(this.schemas, {
      claim,
      found,
      at,
      needs: 'write:data',
      store: stores.schema,
    });
    const patch = readPatch({ object, held: row.vals, ...input });
    checkRequired(patch, input.path, row.vals);
    const write = { claim, schema, object, patch, written: new Set(patch.keys()), path: input.path };
    if (changesLinks(patch, row)) {
      refuseArchived(object, input.path);
      // Links are written in a transaction of their own, which would wait for this one for ever.
      if (locked) throw new Outdated();
      return this.updateLinked(write, { actor, row });
    }
    const now = later(row);
    const plan = planChange({ ...write, row, now });
    if (plan.changed.length === 0) return this.show(write, row, { actor, at: now });
    refuseArchived(object, input.path);
    if (isTooLarge({ plan, row })) throw tooLarge(input.path, 'The record', mayRead(actor) ? plan.size : undefined);
    update.saving = { write, plan };
    const gate = { claim, schemaVersion: schema.version };
    const written = await stores.records.update(gate, row, { id: newId(), at: now }, plan);
    this.settle(write, written);
    const after = { ...row, ...plan, updated_at: now, labels: labelsNow(row, plan, written) };
    return this.show(write, after, { actor, at: now });
  }

  /** Proved before any record is looked at: its statements take others' records before they ask who may write. */
  private async createLinked(write: Write, recordId: string): Promise<RecordWire> {
    const actor = await this.access.prove(write.claim, 'write:data');
    const of = { actor, recordId, isNew: true };
    return this.linked(write, of, (linking) => linking.create(write.object, recordId, write.patch));
  }

  private updateLinked(write: Write, { actor, row }: { actor: Actor; row: RecordRow }): Promise<RecordWire> {
    const of = { actor, recordId: row.record_id, isNew: false };
    return this.linked(write, of, (linking) => linking.update(row, write.patch));
  }

  /** Both sides of a relationship change in one transaction. It is told within it: after the commit nothing can fail any more. */
  private linked(write: Write, of: Linked, work: (linking: Linking) => Promise<void>): Promise<RecordWire> {
    const { claim, schema, path } = write;
    let saving: ChangePlan | undefined;
    const written = this.db.write(claim.workspace_id, async (stores) => {
      const linking = new Linking(stores.records, { claim, schema, path, tellsSize: of.isNew || mayRead(of.actor) });
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

  private async reread(stores: Stores, write: Write, { recordId, isNew }: Linked): Promise<RecordWire> {
    const at = { object: write.object.row.object_id, record: recordId };
    const { claim } = write;
    const found = await stores.records.find(claim, recordId);
    const asked = { claim, found, at, needs: 'write:data' as const, store: stores.schema };
    const { actor, row } = await locate(this.schemas, asked);
    return this.show(write, row, { actor, at: later(row), isNew });
  }

  /** Reads a new record against the schema at hand; whoever may not write learns nothing from what is wrong with it. */
  private async readCreate(
    schema: WorkspaceSchema,
    claim: Claim,
    objectKey: string,
    input: RecordInput,
  ): Promise<Write> {
    try {
      const object = objectOf(schema, objectKey);
      refuseArchived(object, input.path);
      const patch = readPatch({ object, ...input });
      const written = new Set(patch.keys());
      completeForCreate(object, patch, input.path);
      return { claim, schema, object, patch, written, path: input.path };
    } catch (error) {
      return this.refuse({ claim, schema }, error);
    }
  }

  private async refuse({ claim, schema }: Pick<Write, 'claim' | 'schema'>, error: unknown): Promise<never> {
    const actor = await this.access.prove(claim, 'write:data');
    if (actor.schema_version === schema.version) throw error;
    throw new Outdated();
  }

  /** After the schema at hand has proved to be old: that of this moment. */
  private async schemaNow(claim: Claim): Promise<WorkspaceSchema> {
    const { schema_version } = await this.access.prove(claim, 'write:data');
    return this.schemas.at(claim.workspace_id, schema_version);
  }

  /** Judges what a write says of itself. @throws Outdated when it has to be planned again */
  private settle({ claim, schema, path, patch }: Write, written: WrittenRow): Actor {
    const actor = judge(claim, written, 'write:data');
    if (actor.schema_version !== schema.version) throw new Outdated();
    refuseMissing(written, patch, path);
    if (written.rev === null) throw new Outdated();
    return actor;
  }

  private explain(write: Write, plan: ChangePlan): (error: unknown) => Promise<never> {
    return (error) => explainTaken(error, { db: this.db, claim: write.claim, plan, path: write.path });
  }

  private show({ claim, object, written }: Write, row: RecordRow, by: Told): RecordWire {
    const { actor, at, isNew = false } = by;
    if (!mayRead(actor)) return ownWriteWire({ actor, object, row, written, at, isNew });
    return recordWire({ workspace_id: claim.workspace_id, object, row, labels: labelsOf(row) });
  }
}
