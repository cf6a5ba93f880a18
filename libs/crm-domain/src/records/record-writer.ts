import { newId } from '#platform';
import type { AccessService } from '../access/access.service.js';
import { judge } from '../access/judge.js';
import { authorOf, type Actor, type Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { recordIdOf } from '../values/record-slug.js';
import { planChange, type ChangePlan, type Patch } from './change-plan.js';
import type { RecordRow } from './document.js';
import { Linking, changesLinks } from './linking.js';
import { locate, objectOf, refuseArchived, type RecordAddress } from './locate.js';
import { Outdated, persevere } from './persevere.js';
import { checkRequired, completeForCreate, readPatch } from './read-patch.js';
import type { WrittenRow } from './record.store.js';
import { createdVia, labelsOf, recordWire, type RecordWire } from './wire.js';
import { explainTaken, refuseMissing } from './write-refusals.js';

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
      const written = await this.db
        .read(claim.workspace_id, (stores) =>
          stores.records.insert({ claim, schemaVersion: write.schema.version }, at, plan),
        )
        .catch(this.explain(write, plan));
      const { name } = this.settle(write, written);
      return this.show(
        write,
        createdRow({ ...at, created_via: { ...at.created_via, actor_name: name } }, claim, plan, written),
      );
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
    const { schema, object, row } = await locate(this.schemas, {
      claim,
      found,
      at,
      needs: 'write:data',
      store: stores.schema,
    });
    refuseArchived(object, input.path);
    const patch = readPatch({ object, held: row.vals, ...input });
    checkRequired(patch, input.path);
    const write = { claim, schema, object, patch, path: input.path };
    if (changesLinks(patch, row)) {
      // Links are written in a transaction of their own, which would wait for this one for ever.
      if (locked) throw new Outdated();
      return this.updateLinked(write, row);
    }
    // Another process's write may carry a later time than this connection's clock: time never runs backwards in a record.
    const now = row.now > row.updated_at ? row.now : row.updated_at;
    const plan = planChange({ ...write, row, now });
    if (plan.changed.length === 0) return this.show(write, row);
    update.saving = { write, plan };
    const gate = { claim, schemaVersion: schema.version };
    const written = await stores.records.update(gate, row, { id: newId(), at: now }, plan);
    this.settle(write, written);
    return this.show(write, { ...row, ...plan, updated_at: now, labels: labelsNow(row, plan, written) });
  }

  private createLinked(write: Write, recordId: string): Promise<RecordWire> {
    return this.linked(write, recordId, (linking) => linking.create(write.object, recordId, write.patch));
  }

  private updateLinked(write: Write, row: RecordRow): Promise<RecordWire> {
    return this.linked(write, row.record_id, (linking) => linking.update(row, write.patch));
  }

  /** Both sides of a relationship change in one transaction. It is told within it: after the commit nothing can fail any more. */
  private linked(write: Write, recordId: string, work: (linking: Linking) => Promise<void>): Promise<RecordWire> {
    const { claim, schema, path } = write;
    let saving: ChangePlan | undefined;
    const written = this.db.write(claim.workspace_id, async (stores) => {
      const linking = new Linking(stores.records, { claim, schema, path });
      await work(linking);
      for (const { plan, run } of linking.saves()) {
        saving = plan;
        this.settle(write, await run());
      }
      return this.reread(stores, write, recordId);
    });
    // Explained after the transaction, whose connection those may need that wait for the same answer.
    return written.catch((error: unknown) => (saving ? this.explain(write, saving)(error) : Promise.reject(error)));
  }

  private async reread(stores: Stores, write: Write, recordId: string): Promise<RecordWire> {
    const at = { object: write.object.row.object_id, record: recordId };
    const { claim } = write;
    const found = await stores.records.find(claim, recordId);
    const asked = { claim, found, at, needs: 'write:data' as const, store: stores.schema };
    const { object, row } = await locate(this.schemas, asked);
    return this.show({ ...write, object }, row);
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
      completeForCreate(object, patch, input.path);
      return { claim, schema, object, patch, path: input.path };
    } catch (error) {
      const actor = await this.access.prove(claim, 'write:data');
      if (actor.schema_version === schema.version) throw error;
      throw new Outdated();
    }
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

  private show({ claim, object }: Write, row: RecordRow): RecordWire {
    return recordWire({ workspace_id: claim.workspace_id, object, row, labels: labelsOf(row) });
  }
}

function createdRow(
  at: Pick<RecordRow, 'record_id' | 'object_id' | 'created_via'>,
  claim: Claim,
  plan: ChangePlan,
  written: WrittenRow,
): RecordRow {
  const author = authorOf(claim);
  const time = written.created_at!;
  const { vals, meta, label, refs } = plan;
  return {
    ...at,
    ...{ vals, meta, label, refs, labels: written.labels, rev: 1 },
    created_at: time,
    updated_at: time,
    created_by_type: author.type,
    created_by_id: author.id,
  };
}

/** The statement saw the record itself as it was before. */
function labelsNow(row: RecordRow, plan: ChangePlan, { labels }: WrittenRow): WrittenRow['labels'] {
  return labels.map((label, at) => (plan.refs[at] === row.record_id ? `1${plan.label ?? ''}` : label));
}
