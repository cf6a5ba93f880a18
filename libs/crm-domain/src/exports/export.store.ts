import { rowsOfParts, onlyRow, type Session, type Statement } from '../db/session.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { ExportChunkEntity, ExportEntity } from './export.entity.js';

/** Seconds for which a process keeps an export that it works on. */
const LEASE = 60;
/** Attempts after which it fails: whatever ended the others would end the next one. */
export const MAX_ATTEMPTS = 3;
/** Pieces that are taken away in one statement: a piece may be some megabytes. */
const CHUNKS_AT_ONCE = 50;

/** Which export, of all workspaces. */
export type ExportKey = Pick<ExportEntity, 'workspace_id' | 'export_id'>;

/** A piece of a file, and how far the export is with it. */
export interface NewChunk {
  chunk_no: number;
  body: Buffer;
  /** Of the piece, before it was compressed. */
  bytes: number;
  /** Of the whole export. */
  records: number;
  progress: number;
}

// One of a workspace runs at a time; whoever claims holds the row of the workspace.
const CLAIM = `update export e set state = 'running', attempt = e.attempt + 1, lease_until = now() + interval '${LEASE} seconds',
    as_of = null, feed_position = null, progress = 0, records = 0, bytes = 0, stored_bytes = 0, chunks = 0
  where e.workspace_id = $1 and e.export_id = $2 and e.state in ('queued', 'running') and e.lease_until <= now()
    and not exists (select 1 from export o
      where o.workspace_id = $1 and o.export_id <> $2 and o.state = 'running' and o.lease_until > now())
  returning e.*`;

const ADD = `with held as (
    update export set chunks = $4::int + 1, bytes = bytes + $6::bigint, stored_bytes = stored_bytes + length($5::bytea),
      records = $7, progress = $8, lease_until = now() + interval '${LEASE} seconds'
    where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3
    returning stored_bytes),
  added as (insert into export_chunk (workspace_id, export_id, chunk_no, body)
    select $1, $2, $4::int, $5::bytea from held)
  select stored_bytes from held`;

const FIND: Statement = {
  name: 'export-find',
  pipelined: true,
  text: 'select e.* from export e where e.workspace_id = $1 and e.export_id = $2',
};

const BEGUN = `update export set as_of = $4, feed_position = $5
  where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3 returning 1`;

const END = `update export set state = $4, failure = $5, records = $6, progress = case when $4 = 'completed' then 1 else progress end,
    finished_at = date_trunc('milliseconds', now()), expires_at = now() + interval '24 hours'
  where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3 returning 1`;

const DROP_CHUNKS = `with gone as (delete from export_chunk
    where workspace_id = $1 and export_id = $2 and chunk_no in (select chunk_no from export_chunk
      where workspace_id = $1 and export_id = $2 limit ${CHUNKS_AT_ONCE})
    returning 1)
  select count(*)::int as n from gone`;

/** Exports of one workspace and their files. */
export class ExportStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get exports(): TenantTable<ExportEntity> {
    return new TenantTable(this.session, ExportEntity, this.workspaceId);
  }

  /** The newest first. */
  list(): Promise<ExportEntity[]> {
    return this.exports.find({}, { order: { created_at: 'desc', export_id: 'desc' } });
  }

  /** Anybody may have it looked for, so it costs little. */
  async find(exportId: string): Promise<ExportEntity | undefined> {
    const [row] = await this.session.query<ExportEntity>(FIND, [this.workspaceId, exportId]);
    return row;
  }

  insert(row: Written<ExportEntity>): Promise<void> {
    return this.exports.insert(row);
  }

  /** Takes the export for some time and lets it begin anew; undefined when it is not due, or another one runs. */
  async claim(exportId: string): Promise<ExportEntity | undefined> {
    const [row] = await this.session.query<ExportEntity>({ name: 'export-claim', text: CLAIM }, [
      ...[this.workspaceId, exportId],
    ]);
    return row;
  }

  /** Notes the moment whose data it holds. Gives whether the attempt still holds it. */
  async begin({ export_id, attempt }: ExportEntity, asOf: Date, position: string): Promise<boolean> {
    const values = [this.workspaceId, export_id, attempt, asOf, position];
    return (await this.session.query({ name: 'export-begin', text: BEGUN }, values)).length === 1;
  }

  /** Adds a piece and prolongs the lease. Gives the bytes that are stored then; undefined when it was lost. */
  async add({ export_id, attempt }: ExportEntity, chunk: NewChunk): Promise<number | undefined> {
    const { chunk_no, body, bytes, records, progress } = chunk;
    const values = [this.workspaceId, export_id, attempt, chunk_no, body, bytes, records, progress];
    const [row] = await this.session.query<{ stored_bytes: string }>({ name: 'export-add', text: ADD }, values);
    return row && Number(row.stored_bytes);
  }

  /** Ends an attempt. Gives whether it still held the export. */
  async end(
    { export_id, attempt }: ExportEntity,
    { state, failure, records }: Pick<ExportEntity, 'state' | 'failure'> & { records: number },
  ): Promise<boolean> {
    const values = [this.workspaceId, export_id, attempt, state, failure, records];
    return (await this.session.query({ name: 'export-end', text: END }, values)).length === 1;
  }

  /** Lets another attempt begin after some seconds. */
  async postpone({ export_id, attempt }: ExportEntity, seconds: number): Promise<void> {
    const text = `update export set lease_until = now() + make_interval(secs => $4)
      where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3`;
    await this.session.query({ text }, [this.workspaceId, export_id, attempt, seconds]);
  }

  /**
   * Gives up an attempt on purpose, which does not count. It waits as a new one does: whoever held it under the number
   * that it has again, and was only slow, must add nothing.
   */
  async release({ export_id, attempt }: ExportEntity): Promise<void> {
    const text = `update export set lease_until = now(), attempt = attempt - 1, state = 'queued'
      where workspace_id = $1 and export_id = $2 and state = 'running' and attempt = $3`;
    await this.session.query({ text }, [this.workspaceId, export_id, attempt]);
  }

  /** Gives it as it is then; undefined when it is not there. One that has failed stays so. */
  async cancel(exportId: string): Promise<ExportEntity | undefined> {
    const text = `update export set state = 'cancelled', finished_at = date_trunc('milliseconds', now())
      where workspace_id = $1 and export_id = $2 and state in ('queued', 'running', 'completed')`;
    await this.session.query({ text }, [this.workspaceId, exportId]);
    return this.find(exportId);
  }

  /** A piece of a file; undefined when it is not kept any more. */
  async chunk(exportId: string, chunkNo: number): Promise<Buffer | undefined> {
    const [row] = await this.session.query<Pick<ExportChunkEntity, 'body'>>(
      {
        name: 'export-chunk',
        text: 'select body from export_chunk where workspace_id = $1 and export_id = $2 and chunk_no = $3',
      },
      [this.workspaceId, exportId, chunkNo],
    );
    return row?.body;
  }

  /** Takes away some pieces of a file. Gives whether there may be more. */
  async dropChunks(exportId: string): Promise<boolean> {
    const rows = await this.session.query<{ n: number }>({ name: 'export-drop-chunks', text: DROP_CHUNKS }, [
      ...[this.workspaceId, exportId],
    ]);
    return onlyRow(rows).n === CHUNKS_AT_ONCE;
  }

  /** Of a file that was taken away: the row too, if it has expired. */
  async forget(exportId: string): Promise<void> {
    const values = [this.workspaceId, exportId];
    const text =
      'update export set stored_bytes = 0, chunks = 0 where workspace_id = $1 and export_id = $2 and stored_bytes > 0';
    await this.session.query({ text }, values);
    const gone = 'delete from export where workspace_id = $1 and export_id = $2 and expires_at <= now()';
    await this.session.query({ text: gone }, values);
  }

  /** The moment of this transaction, and the end of the feed in it. */
  async moment(): Promise<{ at: Date; position: string }> {
    const text = `select now() as at, coalesce((select position from event_head where workspace_id = $1), 0) as position`;
    return onlyRow(await this.session.query<{ at: Date; position: string }>({ text }, [this.workspaceId]));
  }

  /** Records of an object after one, in the order of their ids. */
  async page(objectId: string, after: string, most: number): Promise<string[]> {
    const text = `select record_id from record
      where workspace_id = $1 and object_id = $2 and record_id > $3 and trashed_at is null and deleted_at is null
      order by record_id limit $4`;
    const values = [this.workspaceId, objectId, after, most];
    const rows = await this.session.query<{ record_id: string }>({ name: 'export-page', text }, values);
    return rows.map(({ record_id }) => record_id);
  }
}

/** Exports that wait for somebody to work on them, or whose worker has gone: the one that has waited longest first. */
export async function dueExports(session: Session): Promise<ExportKey[]> {
  const text = `select workspace_id, export_id, lease_until from export
    where state in ('queued', 'running') and lease_until <= now() order by lease_until limit 100`;
  const rows = await rowsOfParts<ExportKey & { lease_until: Date }>(session, { name: 'export-due-anywhere', text }, []);
  return rows.sort((one, other) => one.lease_until.getTime() - other.lease_until.getTime());
}

/** Exports of which something is kept that nobody can get any more. */
export async function oldExports(session: Session): Promise<ExportKey[]> {
  const text = `select workspace_id, export_id from export
    where expires_at <= now() and state not in ('queued', 'running')
      or state in ('failed', 'cancelled') and stored_bytes > 0 limit 100`;
  return rowsOfParts<ExportKey>(session, { name: 'export-old-anywhere', text }, []);
}
