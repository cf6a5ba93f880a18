import type { AccessPolicy } from '../access/access-policy.js';
import { mayRead, type Caller } from '../actor.js';
import type { Db } from '../crm-database.js';
import { invalid } from '../errors.js';
import type { Attribute } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { recordIdOf } from '../values/record-slug.js';
import { authorizeAndFind, objectOf, type RecordAddress } from './authorize-and-find.js';
import { namedAttributes } from './named-attributes.js';
import type { ExpectedVersions } from '../version-mismatch.js';
import type { RecordInput } from './writing/write.js';
import { expectRevision } from './writing/expect-version.js';
import { StalePlanError, retryStalePlans } from './writing/retry-stale-plans.js';
import type { Stores } from '../stores.js';
import type { PageRow } from './find-page.js';
import { findToMove } from './find-to-move.js';
import { ownWrite } from './writing/own-write.js';
import { mostOnPage } from './record-size.js';
import { removeRecord } from './writing/removal.js';
import { getMany, type AskedRecords, type FoundRecords } from './get-many.js';
import { orNameSurvivor, orSurvivor, orSurvivors } from './merging/survivor.js';
import { readHistory } from './reading/with-history.js';
import { areStill } from './shown/columns.js';
import type { Table } from './shown/concise.js';
import { guessedShape, judgedShape, type GuessedShape } from './shown/guessed-shape.js';
import { judgeShape, type AnswerShape } from './shown/shape.js';
import { readBeside, showRecord, showRecords, type ShownRecord } from './shown/show-record.js';
import { labelsOf, type RecordWire } from './wire.js';

/** How a record that is moved is answered with, and what is expected of it. */
type Moved = Pick<RecordInput, 'expected' | 'shape'>;

/** A page of records. `total` counts all that match, on every page. */
export interface Page<Shown = ShownRecord> {
  records: Shown[];
  /** In place of the records, where it was asked for. */
  table?: Table;
  total: number;
}

/** What is wanted of a record. */
interface Wanted extends AnswerShape {
  historic?: boolean;
  /** A record that is in the trash, in place of one that is not. */
  trashed?: boolean;
  /** With everything else of the record, only the values of these. */
  attributes?: readonly string[] | undefined;
}

interface AskedPage extends AnswerShape {
  limit: number;
  offset: number;
}
type WholePage = Pick<AskedPage, 'limit' | 'offset'> & { fields?: undefined; format?: undefined };

const NO_HISTORY = { path: 'format', message: 'Previous values are only shown in detail.', expected: 'detailed' };
const NOTHING: ReadonlySet<Attribute> = new Set();

/** Records as they are read, listed, trashed and deleted; the same for REST and tools (contract: Record, Endpoints). */
export class RecordService {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * One round trip, or two where fields are named that refer to other records.
   * @throws DomainError unauthenticated, forbidden, not_found, validation for a field that is not there
   * @throws LargeRecord where the record, or those whose fields are shown with it, hold more than 64 KiB and the caller
   * defers them
   */
  get(caller: Caller, at: RecordAddress, options: Wanted = {}): Promise<ShownRecord> {
    const { db } = this;
    return orSurvivor(db, caller.workspace_id, at, (there) =>
      retryStalePlans(db, () =>
        db.autocommit(caller.workspace_id, (stores) => this.getFrom(stores, { caller, at: there, options })),
      ),
    );
  }

  private async getFrom(
    stores: Stores,
    { caller, at, options }: { caller: Caller; at: RecordAddress; options: Wanted },
  ): Promise<ShownRecord> {
    const isNarrow = (options.fields ?? options.format === 'concise') && !options.historic && !options.trashed;
    const guessed = isNarrow ? await this.guess(caller, at.object, options) : undefined;
    const columns = guessed?.columns;
    const id = recordIdOf(at.record) ?? null;
    const found = await (options.trashed
      ? stores.records.findTrashed(caller, id)
      : stores.records.find(caller, id, columns));
    const { schema, object, row } = await authorizeAndFind(this.schemas, this.policy, {
      caller,
      found,
      at,
      needs: 'read:data',
    });
    const shape = judgedShape({ object, schema }, options, guessed);
    if (options.historic && shape.format !== 'detailed') throw invalid([NO_HISTORY]);
    if (!areStill(columns, shape)) throw new StalePlanError();
    const only = options.attributes && namedAttributes(object, options.attributes, shape);
    const shown = { workspace_id: caller.workspace_id, object, row, only };
    const { defersLarge } = caller;
    const beside = await readBeside(stores, { schema, object, shape, columns, defersLarge }, [row]);
    if (!options.historic) return showRecord({ labels: labelsOf(row), ...shown, ...beside }, shape);
    const { isCut, ...past } = await readHistory(stores, object, row);
    const record = showRecord({ ...shown, ...beside, ...past }, shape);
    return isCut ? { ...record, has_more_history: true } : record;
  }

  /**
   * Several records by their ids: those that are missing are named.
   * @throws DomainError unauthenticated, forbidden, not_found for the object, validation
   */
  getMany(caller: Caller, objectKey: string, asked: AskedRecords): Promise<FoundRecords> {
    const { db, schemas, policy } = this;
    const read = (ids: readonly string[]) => getMany({ db, schemas, policy }, caller, objectKey, { ...asked, ids });
    return orSurvivors(db, caller.workspace_id, asked, read);
  }

  /** A page in order of creation. @throws DomainError unauthenticated, forbidden, not_found, validation for a field */
  list(caller: Caller, objectKey: string, page: WholePage): Promise<Page<RecordWire>>;
  list(caller: Caller, objectKey: string, page: AskedPage): Promise<Page>;
  list(caller: Caller, objectKey: string, page: AskedPage): Promise<Page> {
    return retryStalePlans(this.db, () =>
      this.db.autocommit(caller.workspace_id, async (stores) => {
        const guessed = await this.guess(caller, objectKey, page);
        const { guess, columns } = guessed;
        // What is not understood is not read before the schema of this moment has said that it is not there.
        const row =
          guess && guessed.shape
            ? await stores.records.page(caller, {
                objectId: guess.row.object_id,
                limit: mostOnPage(guess, guessed.shape, page.limit),
                offset: page.offset,
                columns,
              })
            : await stores.access.find(caller);
        const { schema_version } = this.policy.authorize(caller, row, 'read:data');
        const schema = await this.schemas.at(caller.workspace_id, schema_version);
        const object = objectOf(schema, objectKey);
        // Answered for an object that has since given its slug to another one.
        if (object.row.object_id !== guess?.row.object_id) throw new StalePlanError();
        const shape = judgedShape({ object, schema }, page, guessed);
        if (!guessed.shape || !areStill(columns, shape)) throw new StalePlanError();
        const { rows, total, targets } = row as PageRow;
        const { labels = (id: string) => targets[id], related } = await readBeside(
          stores,
          { schema, object, shape, columns },
          rows,
        );
        const shown = { workspace_id: caller.workspace_id, object, labels, related };
        return { ...showRecords(shown, rows, shape), total };
      }),
    );
  }

  private async guess(caller: Caller, objectKey: string, asked: AnswerShape): Promise<GuessedShape> {
    return guessedShape(await this.schemas.recent(caller.workspace_id), objectKey, asked);
  }

  /**
   * For good: references from elsewhere are cleared, unique values are free again. With `trashed`, of a record that is in
   * the trash.
   *
   * @throws DomainError not_found, forbidden, version_mismatch
   */
  delete(
    caller: Caller,
    at: RecordAddress,
    { trashed = false, expected }: { trashed?: boolean | undefined; expected?: ExpectedVersions } = {},
  ): Promise<{ deleted: true }> {
    return this.takingAway(caller, at, async (stores) => {
      const id = recordIdOf(at.record) ?? null;
      // First, so that whoever refers to it by then is seen.
      if (id) await stores.records.lock([id]);
      const found = await (trashed ? stores.records.findTrashed(caller, id) : stores.records.find(caller, id));
      const located = await authorizeAndFind(this.schemas, this.policy, {
        caller,
        found,
        at,
        needs: 'write:data',
        store: stores.schema,
      });
      await expectRevision(stores, located, expected);
      await removeRecord(stores, { caller, ...located, isCounted: !trashed });
      return { deleted: true as const };
    });
  }

  /**
   * Into the trash: not found anywhere, unique values stay reserved.
   *
   * @throws DomainError not_found, also when it is there already, forbidden, version_mismatch
   */
  trash(caller: Caller, at: RecordAddress, options: Moved = {}): Promise<ShownRecord> {
    return this.move(caller, at, { trashed: true, ...options });
  }

  /** Out of the trash. @throws DomainError not_found when the record is not in it, version_mismatch */
  restore(caller: Caller, at: RecordAddress, options: Moved = {}): Promise<ShownRecord> {
    return this.move(caller, at, { trashed: false, ...options });
  }

  /** A transaction that deletes or moves the record at an address, and no other in its place. */
  private takingAway<T>(caller: Caller, at: RecordAddress, work: (stores: Stores) => Promise<T>): Promise<T> {
    const { db } = this;
    return orNameSurvivor(db, caller.workspace_id, at.record, () =>
      retryStalePlans(db, () => db.transaction(caller.workspace_id, work)),
    );
  }

  private move(
    caller: Caller,
    at: RecordAddress,
    { trashed, shape: asked = {}, expected }: Moved & { trashed: boolean },
  ): Promise<ShownRecord> {
    return this.takingAway(caller, at, async (stores) => {
      const { schemas, policy } = this;
      const wanted = { caller, at, to: trashed ? ('into' as const) : ('out of' as const) };
      const located = await findToMove(stores, { schemas, policy }, wanted);
      const { actor, object, row } = located;
      const shape = judgeShape(object, asked);
      await expectRevision(stores, located, expected);
      const moved = await stores.records.setTrashed(row, trashed);
      if (!moved) throw new StalePlanError();
      await stores.events.add(caller, {
        kind: trashed ? 'record.trashed' : 'record.restored',
        subject_id: row.record_id,
        rev: moved.rev,
        object_id: row.object_id,
        occurred_at: moved.updated_at,
        actor_name: actor.name,
        data: { changes: [] },
      });
      const now = { ...row, ...moved };
      if (!mayRead(actor)) {
        const own = { actor, object, row: now, written: NOTHING, at: moved.updated_at, isNew: false };
        return showRecord(ownWrite(own), shape);
      }
      return showRecord({ workspace_id: caller.workspace_id, object, row: now, labels: labelsOf(row) }, shape);
    });
  }
}
