import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { DomainError, invalid, notFound } from '../../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { Stores } from '../../stores.js';
import { recordIdOf } from '../../values/record-slug.js';
import { objectOf, type RecordAddress } from '../authorize-and-find.js';
import type { RecordRow } from '../document.js';
import { LargeRecord } from '../find-record.js';
import { askedById, type AskedRecords, type FoundRecords } from '../get-many.js';
import { PAGE_BYTES, SHORT_BYTES, mostOnPage, sizeOf } from '../record-size.js';
import { followedIn, judgeShape, type AnswerShape, type Shape } from '../shown/shape.js';
import type { Labels } from '../wire.js';
import { orSurvivor, orSurvivors } from '../merging/survivor.js';
import { namedAttributes } from '../named-attributes.js';
import { showRecord, showRecords, type ShownRecord } from '../shown/show-record.js';
import { diffOf, type Difference } from './diff.js';
import { readMoment, rowsThen } from './read-past.js';

/** What is wanted of a record as it was. */
export interface AskedPast extends AnswerShape {
  /** ISO 8601, with an offset. */
  as_of: string;
  /** With everything else of the record, only the values of these. */
  attributes?: readonly string[] | undefined;
  /** Refused: what was in the trash at a moment was not there. */
  trashed?: 'only' | boolean | undefined;
}

interface Found {
  schema: WorkspaceSchema;
  object: ObjectSchema;
}

/** Records as they were at a moment, in the shape of the present; what is there of other records is that of now. */
export class RecordPast {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /** @throws DomainError unauthenticated, forbidden, not_found, validation; LargeRecord where the caller defers them */
  get(caller: Caller, at: RecordAddress, asked: AskedPast): Promise<ShownRecord> {
    return this.readOne(caller, at, async (stores, { found, record }) => {
      const moment = momentOf(asked);
      const shape = shapeThen(found, asked);
      const { object } = found;
      const only = asked.attributes && namedAttributes(object, asked.attributes, shape);
      const now = await findNow(stores, object, record);
      for await (const row of rowsThen(stores, { object, at: moment }, [now]))
        if (row) {
          const { workspace_id } = caller;
          return showRecord({ workspace_id, object, row, labels: await labelsThen(stores, [row]), only }, shape);
        }
      const message = 'The record was not there at this moment, or was in the trash.';
      throw new DomainError('not_found', message).because('record_not_found');
    });
  }

  /**
   * Several records by their ids: those are missing that were not there, or in the trash.
   *
   * @throws DomainError unauthenticated, forbidden, not_found for the object, validation; LargeRecord
   */
  getMany(caller: Caller, objectKey: string, asked: AskedRecords & AskedPast): Promise<FoundRecords> {
    return orSurvivors(this.db, caller.workspace_id, asked, (keys) =>
      this.readMany(caller, objectKey, { ...asked, ids: keys }),
    );
  }

  private readMany(caller: Caller, objectKey: string, asked: AskedRecords & AskedPast): Promise<FoundRecords> {
    return this.read(caller, objectKey, async (stores, found) => {
      const moment = momentOf(asked);
      const { object } = found;
      const shape = shapeThen(found, asked);
      const byId = askedById(asked.ids);
      const ids = [...byId.keys()];
      const most = ids.slice(0, mostOnPage(object, shape, ids.length));
      const thens = await this.rowsOf(stores, { object, ids: most, at: moment });
      const end = thens.size;
      const rows = most.slice(0, end).flatMap((id) => thens.get(id) ?? []);
      const labels = await labelsThen(stores, rows);
      const answer = showRecords({ workspace_id: caller.workspace_id, object, labels }, rows, shape);
      const left_out = ids.slice(end).map((id) => byId.get(id)!);
      const isMissing = (key: string) => {
        const id = recordIdOf(key);
        return id === undefined || (ids.indexOf(id) < end && !thens.get(id));
      };
      const missing = [...new Set(asked.ids.filter(isMissing))];
      return { ...answer, missing, ...(left_out.length > 0 && { left_out }) };
    });
  }

  /**
   * What is different between two moments, by attribute.
   *
   * @throws DomainError unauthenticated, forbidden, not_found, validation; LargeRecord
   */
  diff(caller: Caller, at: RecordAddress, span: { from: string; to?: string | undefined }): Promise<Difference> {
    return this.readOne(caller, at, async (stores, { found, record }) => {
      const from = readMoment(span.from, 'from');
      const to = span.to === undefined ? undefined : readMoment(span.to, 'to');
      if (to && to < from) throw invalid([{ path: 'to', message: 'Expected a moment after `from`.' }]);
      const row = await findNow(stores, found.object, record);
      if (!to && row.now < from) throw invalid([{ path: 'from', message: 'Expected a moment in the past.' }]);
      return diffOf(stores, { schema: found.schema, row }, { from, to: to ?? row.now });
    });
  }

  /** The record at an address, or the one that it was merged into. */
  private readOne<T>(
    caller: Caller,
    at: RecordAddress,
    work: (stores: Stores, at: { found: Found; record: string }) => Promise<T>,
  ): Promise<T> {
    return orSurvivor(this.db, caller.workspace_id, at, ({ object, record }) =>
      this.read(caller, object, (stores, found) => work(stores, { found, record })),
    );
  }

  private read<T>(caller: Caller, objectKey: string, work: (stores: Stores, found: Found) => Promise<T>): Promise<T> {
    return this.db.autocommit(caller.workspace_id, async (stores) => {
      const { schema_version } = this.policy.authorize(caller, await stores.access.find(caller), 'read:data');
      const schema = await this.schemas.at(caller.workspace_id, schema_version);
      const object = objectOf(schema, objectKey);
      // As much may have to be looked at as of a large record, however short it is now.
      if (caller.defersLarge) throw new LargeRecord(SHORT_BYTES);
      return work(stores, { schema, object });
    });
  }

  /** As many of the first as a page may hold; those that were not there are undefined. */
  private async rowsOf(
    stores: Stores,
    { object, ids, at }: { object: ObjectSchema; ids: string[]; at: Date },
  ): Promise<Map<string, RecordRow | undefined>> {
    const thens = new Map<string, RecordRow | undefined>();
    let bytes = 0;
    for (let first = 0; first < ids.length; first += TOGETHER) {
      const here = ids.slice(first, first + TOGETHER);
      const rows = await rowsNow(stores, object, here);
      const present = here.filter((id) => rows.has(id));
      for (const id of here) thens.set(id, undefined);
      let place = 0;
      for await (const then of rowsThen(
        stores,
        { object, at },
        present.map((id) => rows.get(id)!),
      )) {
        const id = present[place++]!;
        thens.set(id, then);
        bytes += then ? sizeOf(object, then.vals, JSON.stringify(then.vals)) : 0;
        if (bytes < PAGE_BYTES) continue;
        for (const later of here.slice(here.indexOf(id) + 1)) thens.delete(later);
        return thens;
      }
    }
    return thens;
  }
}

/** @throws DomainError validation */
function momentOf({ as_of, trashed }: AskedPast): Date {
  if (trashed) throw invalid([{ path: 'as_of', message: 'Cannot be combined with `trashed`.' }]);
  return readMoment(as_of, 'as_of');
}

/** Records that are in memory together. */
const TOGETHER = 10;

async function rowsNow({ records }: Stores, object: ObjectSchema, ids: string[]): Promise<Map<string, RecordRow>> {
  const { rows, isCut } = await records.findMany(ids, PAGE_BYTES);
  const found = isCut ? [] : rows;
  if (isCut) for (const id of ids) found.push(...(await records.findMany([id], PAGE_BYTES)).rows);
  return new Map(found.filter((row) => row.object_id === object.row.object_id).map((row) => [row.record_id, row]));
}

/** The record as it is now, which may be in the trash. @throws DomainError not_found */
async function findNow({ records }: Stores, object: ObjectSchema, key: string): Promise<RecordRow & { now: Date }> {
  const id = recordIdOf(key);
  const [row] = id ? (await records.findMany([id], PAGE_BYTES)).rows : [];
  if (row?.object_id !== object.row.object_id) throw notFound('Record');
  return row as RecordRow & { now: Date };
}

/** Of other records only what they are now is known, so no fields of theirs are shown. @throws DomainError validation */
function shapeThen({ object, schema }: Found, asked: AnswerShape): Shape {
  const shape = judgeShape(object, asked, schema);
  const [followed] = followedIn(shape);
  if (!followed) return shape;
  const message = `A record as it was shows no fields of other records, such as "${followed.name}": read those records as they were.`;
  throw invalid([{ path: 'fields', message, expected: 'fields of the record itself' }]);
}

/** Whatever is gone is shown as a deleted target. */
async function labelsThen({ records }: Stores, rows: readonly RecordRow[]): Promise<Labels> {
  const labels = await records.labels([...new Set(rows.flatMap(({ refs }) => refs ?? []))]);
  return (id) => labels[id] ?? '0';
}
