import { judge, mayRead } from '../access/judge.js';
import type { Claim } from '../actor.js';
import type { Db } from '../db/db.js';
import { invalid } from '../errors.js';
import type { Attribute, ObjectSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { recordIdOf } from '../values/record-slug.js';
import { locate, objectOf, type RecordAddress } from './locate.js';
import { Outdated, persevere } from './persevere.js';
import type { PageRow } from './record.store.js';
import { ownWriteWire } from './own-write.js';
import { mostOnPage } from './record-size.js';
import { removeRecord } from './removal.js';
import { pastTargetsOf } from './keys.js';
import type { Json } from '../values/value-type.js';
import { labelsOf, recordWire, revisionsOf, type RecordWire } from './wire.js';

export interface Page {
  records: RecordWire[];
  total: number;
}

/** What is wanted of a record. */
interface Wanted {
  historic?: boolean;
  attributes?: readonly string[];
}

const NOTHING: ReadonlySet<Attribute> = new Set();

/** Records as they are read, listed, trashed and deleted; the same for REST and tools (contract: Record, Endpoints). */
export class RecordService {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
  ) {}

  /**
   * One round trip. With `attributes`, slugs or ids, only their values are shown.
   * @throws DomainError unauthenticated, forbidden, not_found, validation for an attribute that is not there
   */
  get(claim: Claim, at: RecordAddress, options: Wanted = {}): Promise<RecordWire> {
    return this.db.read(claim.workspace_id, async (stores) => {
      const found = await stores.records.find(claim, recordIdOf(at.record) ?? null);
      const { object, row } = await locate(this.schemas, {
        claim,
        found,
        at,
        needs: 'read:data',
        store: stores.schema,
      });
      const only = options.attributes && attributesOf(object, options.attributes);
      const shown = { workspace_id: claim.workspace_id, object, row, only };
      if (!options.historic) return recordWire({ ...shown, labels: labelsOf(row) });
      const numbers = object.attributes.map(({ attr_no }) => attr_no);
      const { closed, isCut } = await stores.records.history(row.record_id, numbers);
      const past = await stores.records.labels(pastTargetsOf(object, closed));
      const vias = await stores.events.viaOf(row.record_id, revisionsOf(row, closed));
      // Made before there were events, a record tells itself through what it was made.
      const made = row.created_via as unknown as Json;
      const via = (revision: Json = null) =>
        typeof revision === 'number' ? (vias.get(revision) ?? (revision === 1 ? made : null)) : revision;
      const record = recordWire({ ...shown, labels: labelsOf(row, past), history: { closed, via } });
      return isCut ? { ...record, has_more_history: true } : record;
    });
  }

  /** A page in order of creation. @throws DomainError unauthenticated, forbidden, not_found */
  list(claim: Claim, objectKey: string, page: { limit: number; offset: number }): Promise<Page> {
    return persevere(this.db, () =>
      this.db.read(claim.workspace_id, async (stores) => {
        const recent = await this.schemas.recent(claim.workspace_id);
        const guess = recent.find(objectKey);
        const row = guess
          ? await stores.records.page(claim, guess.row.object_id, { ...page, limit: mostOnPage(guess, page.limit) })
          : await stores.access.find(claim);
        const { schema_version } = judge(claim, row, 'read:data');
        const schema = await this.schemas.at(claim.workspace_id, schema_version);
        const object = objectOf(schema, objectKey);
        // Answered for an object that has since given its slug to another one.
        if (object.row.object_id !== guess?.row.object_id) throw new Outdated();
        const { rows, total, targets } = row as PageRow;
        const shown = { workspace_id: claim.workspace_id, object, labels: (id: string) => targets[id] };
        return { records: rows.map((each) => recordWire({ ...shown, row: each })), total };
      }),
    );
  }

  /** For good: references from elsewhere are cleared, unique values are free again. @throws DomainError not_found, forbidden */
  delete(claim: Claim, at: RecordAddress): Promise<{ deleted: true }> {
    return persevere(this.db, () =>
      this.db.write(claim.workspace_id, async (stores) => {
        const id = recordIdOf(at.record) ?? null;
        // The lock comes in a statement before the one that looks for referrers, which so sees those that came in between.
        if (id) await stores.records.lock([id]);
        const found = await stores.records.find(claim, id);
        const located = await locate(this.schemas, { claim, found, at, needs: 'write:data', store: stores.schema });
        await removeRecord(stores, { claim, ...located });
        return { deleted: true as const };
      }),
    );
  }

  /** Into the trash: not found anywhere, unique values stay reserved. @throws DomainError not_found, forbidden */
  trash(claim: Claim, at: RecordAddress): Promise<RecordWire> {
    return this.move(claim, at, true);
  }

  /** Out of the trash. @throws DomainError not_found when the record is not in it */
  restore(claim: Claim, at: RecordAddress): Promise<RecordWire> {
    return this.move(claim, at, false);
  }

  private move(claim: Claim, at: RecordAddress, trashed: boolean): Promise<RecordWire> {
    return persevere(this.db, () =>
      this.db.write(claim.workspace_id, async (stores) => {
        const id = recordIdOf(at.record) ?? null;
        const found = await (trashed ? stores.records.find(claim, id) : stores.records.findTrashed(claim, id));
        const located = await locate(this.schemas, { claim, found, at, needs: 'write:data', store: stores.schema });
        const { actor, object, row } = located;
        const moved = await stores.records.setTrashed(row, trashed);
        if (!moved) throw new Outdated();
        await stores.events.add(claim, {
          kind: trashed ? 'record.trashed' : 'record.restored',
          ...{ subject_id: row.record_id, rev: moved.rev, object_id: row.object_id },
          ...{ occurred_at: moved.updated_at, actor_name: actor.name, data: { changes: [] } },
        });
        const now = { ...row, updated_at: moved.updated_at };
        if (!mayRead(actor))
          return ownWriteWire({ actor, object, row: now, written: NOTHING, at: moved.updated_at, isNew: false });
        return recordWire({ workspace_id: claim.workspace_id, object, row: now, labels: labelsOf(row) });
      }),
    );
  }
}

/** @throws DomainError validation */
function attributesOf(object: ObjectSchema, keys: readonly string[]): ReadonlySet<Attribute> {
  const found = keys.map((key) => object.find(key));
  const unknown = found.flatMap((attribute, at) => (attribute ? [] : [at]));
  const message = 'There is no such attribute on this object.';
  if (unknown.length > 0) throw invalid(unknown.map((at) => ({ path: `attributes[${at}]`, message })));
  return new Set(found as Attribute[]);
}
