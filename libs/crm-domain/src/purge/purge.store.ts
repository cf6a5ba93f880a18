import { newId } from '#platform';
import { rowsOfParts, type Session } from '../db/session.js';
import type { Values } from '../records/document.js';
import { SIZE, storedSizeInSql } from '../records/record-size.js';
import type { PurgeEntity } from './purge.entity.js';

export type PurgeRow = Omit<PurgeEntity, 'deleted_by_xid' | 'created_at'>;

type NewPurge = Pick<PurgeRow, 'kind' | 'object_id'> &
  Partial<Pick<PurgeRow, 'attribute_id' | 'attr_no' | 'record_id'>>;

const BATCH = 2000;
/** Of records whose search rows are made anew. */
const SEARCH_BATCH = 500;
/** Of records that are read or written together. */
const BATCH_BYTES = 4 * 1024 * 1024;
const PIVOTS = ['index_text', 'index_number', 'index_ref', 'record_unique'];

/**
 * `batch` in SQL, of a recursion: records of the object $2 after $3, up to a number and to 4 MiB. The size of a record
 * that has none stored is found by writing it out, so they are taken one by one, and no more of them than are given.
 */
function batchOf(most: number): string {
  const next = (place: string) =>
    `select r.record_id, ${SIZE}::bigint as bytes
      from record r
      where r.workspace_id = $1 and r.object_id = $2 and r.record_id > ${place} order by r.record_id limit 1`;
  return `batch (record_id, bytes, n) as (
      (select record_id, bytes, 1 from (${next('$3')}) first)
      union all
      select next.record_id, batch.bytes + next.bytes, batch.n + 1
        from batch
        cross join lateral (${next('batch.record_id')}) next
      where batch.n < ${most} and batch.bytes < ${BATCH_BYTES})`;
}

/** What deletes leave to the background, and the batches in which it goes. */
export class PurgeStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /**
   * What waits for the same search rows to be made anew is left to this one; the first of them may be under way
   * already, and goes on.
   */
  async add(purge: NewPurge): Promise<void> {
    const { kind, object_id, attribute_id = null, attr_no = null, record_id = null } = purge;
    await this.session.query(
      {
        text: `with same as (select purge_id
          from purge
          where workspace_id = $1 and kind = 'search' and $3 = 'search' and object_id = $4 order by purge_id offset 1),
          merged as (delete from purge p using same where p.workspace_id = $1 and p.purge_id = same.purge_id)
          insert into purge (workspace_id, purge_id, kind, object_id, attribute_id, attr_no, record_id)
            values ($1, $2, $3, $4, $5, $6, $7)`,
      },
      [this.workspaceId, newId(), kind, object_id, attribute_id, attr_no, record_id],
    );
  }

  /** Deletes one batch of an attribute's pivot rows. Gives whether there may be more. */
  async dropKeys(attributeId: string): Promise<boolean> {
    for (const table of PIVOTS) {
      const key = 'workspace_id, attribute_id, v';
      const text = `with gone as (delete from ${table} where (${key}, record_id) in
          (select ${key}, record_id from ${table} where workspace_id = $1 and attribute_id = $2 limit ${BATCH})
            and workspace_id = $1 returning 1)
        select count(*)::int as n from gone`;
      const [row] = await this.session.query<{ n: number }>({ name: `purge-${table}`, text }, [
        this.workspaceId,
        attributeId,
      ]);
      if (row!.n > 0) return true;
    }
    return false;
  }

  /** Records of an object after `from`: as many as are done at once, by number and by their bytes. */
  async someRecords(objectId: string, from: string): Promise<string[]> {
    const text = `with recursive ${batchOf(BATCH)} select record_id from batch order by record_id`;
    const values = [this.workspaceId, objectId, from];
    const rows = await this.session.query<{ record_id: string }>({ name: 'purge-some-records', text }, values);
    return rows.map((row) => row.record_id);
  }

  /** Deletes closed values of records, of one attribute or of all. Gives whether there may be more. */
  async dropHistory(recordIds: string[], attrNo: number | null): Promise<boolean> {
    const key = 'workspace_id, record_id, attr_no, change_id, item';
    const text = `with gone as (delete from value_history where (${key}) in (select ${key} from value_history
          where workspace_id = $1 and record_id = any($2::uuid[]) and ($3::int is null or attr_no = $3) limit ${BATCH})
            and workspace_id = $1 returning 1)
        select count(*)::int as n from gone`;
    const values = [this.workspaceId, recordIds, attrNo];
    const [row] = await this.session.query<{ n: number }>({ name: 'purge-history', text }, values);
    return row!.n === BATCH;
  }

  /** Takes an attribute's values out of records whose closed ones are gone already. */
  async dropValues({ attribute_id, attr_no }: PurgeRow, recordIds: string[]): Promise<void> {
    await this.session.query(
      {
        name: 'purge-values',
        text: `with batch as (select unnest($2::uuid[]) as record_id),
          handles as (delete
            from record_handle h
            using batch
            where h.workspace_id = $1 and h.record_id = batch.record_id and h.attribute_id = $4),
          links as (delete
            from record_reference f
            using batch
            where f.workspace_id = $1 and f.record_id = batch.record_id and f.attr_no = $3::int)
          update record r set vals = vals - $3::text, size = ${storedSizeInSql('(r.vals - $3::text)')},
            meta = meta - $3::text, rev = rev + 1 from batch
            where r.workspace_id = $1 and r.record_id = batch.record_id and r.vals ? $3::text`,
      },
      [this.workspaceId, recordIds, String(attr_no), attribute_id],
    );
  }

  /** Records of other objects that refer to any of `targets`, at most `limit`. */
  async outsideReferrers(objectId: string, targets: string[], limit: number): Promise<string[]> {
    const text = `select distinct f.record_id
      from record_reference f
      join record r on r.workspace_id = $1 and r.record_id = f.record_id
      where f.workspace_id = $1 and f.target_id = any($3::uuid[]) and r.object_id <> $2 limit $4`;
    const values = [this.workspaceId, objectId, targets, limit];
    const rows = await this.session.query<{ record_id: string }>({ text }, values);
    return rows.map((row) => row.record_id);
  }

  /** Deletes records of a deleted object, whose closed values are gone already, with their references. */
  async dropRecords(recordIds: string[]): Promise<void> {
    await this.session.query(
      {
        name: 'purge-records',
        text: `with batch as (select unnest($2::uuid[]) as record_id),
          handles as (delete
            from record_handle h
            using batch
            where h.workspace_id = $1 and h.record_id = batch.record_id),
          lost as (delete
            from event e
            using batch
            where e.workspace_id = $1 and e.subject_id = batch.record_id and e.occurred_at < (
            select f.occurred_at - interval '1 hour'
              from event_head h
              join event_feed f on f.workspace_id = $1 and f.position = h.first_kept where h.workspace_id = $1)),
          search as (delete
            from record_search s
            using batch
            where s.workspace_id = $1 and s.record_id = batch.record_id),
          back as (delete
            from record_reference f
            using batch
            where f.workspace_id = $1 and f.target_id = batch.record_id),
          forth as (delete
            from record_reference f
            using (select r.record_id, t.id from record r, batch, unnest(r.refs) t(id)
            where r.workspace_id = $1 and r.record_id = batch.record_id offset 0) o
              where f.workspace_id = $1 and f.target_id = o.id and f.record_id = o.record_id)
          delete from record r using batch where r.workspace_id = $1 and r.record_id = batch.record_id`,
      },
      [this.workspaceId, recordIds],
    );
  }

  /** References that are left when their records' object is gone. */
  async dropReferences(targetIds: string[], recordIds: string[]): Promise<void> {
    const text =
      'delete from record_reference where workspace_id = $1 and target_id = any($2::uuid[]) and record_id = any($3::uuid[])';
    await this.session.query({ name: 'purge-references', text }, [this.workspaceId, targetIds, recordIds]);
  }

  /** One batch of an object's documents after `from`, held until their search rows are written. */
  searchBatch(objectId: string, from: string): Promise<{ record_id: string; vals: Values }[]> {
    const text = `with recursive ${batchOf(SEARCH_BATCH)}
      select r.record_id, r.vals from record r
      where r.workspace_id = $1 and r.record_id = any(array(select record_id from batch))
      order by r.record_id for no key update of r`;
    return this.session.query({ name: 'purge-search-batch', text }, [this.workspaceId, objectId, from]);
  }

  async saveSearch(rows: { record_id: string; words: string[] }[]): Promise<void> {
    const text = `update record_search s set tsv = array_to_tsvector(x.words)
      from jsonb_to_recordset($2::jsonb) x(record_id uuid, words text[])
      where s.workspace_id = $1 and s.record_id = x.record_id`;
    await this.session.query({ name: 'purge-search-save', text }, [this.workspaceId, JSON.stringify(rows)]);
  }

  async dropCount(objectId: string): Promise<void> {
    await this.session.query({ text: 'delete from object_count where workspace_id = $1 and object_id = $2' }, [
      this.workspaceId,
      objectId,
    ]);
  }

  async done(purgeId: string): Promise<void> {
    await this.session.query({ text: 'delete from purge where workspace_id = $1 and purge_id = $2' }, [
      this.workspaceId,
      purgeId,
    ]);
  }
}

/**
 * The oldest thing to purge of the next workspace after the given one that has any, but for some. Only what every
 * transaction now under way already sees as deleted: a writer that began before could still add to it. No transaction
 * lives for a day, and a tenant moved to another server brings numbers along that mean nothing there. Several
 * processes may work on one: every batch stands alone and can be done twice.
 */
export async function nextPurge(
  session: Session,
  after: string,
  but: readonly string[],
): Promise<PurgeRow | undefined> {
  const statement = {
    text: `select workspace_id, purge_id, kind, object_id, attribute_id, attr_no, record_id from purge
        where workspace_id > $1
          and (deleted_by_xid < pg_snapshot_xmin(pg_current_snapshot()) or created_at < now() - interval '1 day')
          and purge_id <> all($2::uuid[])
        order by workspace_id, purge_id limit 1`,
  };
  const found = await rowsOfParts<PurgeRow>(session, statement, [after, but]);
  return found.sort((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1))[0];
}
