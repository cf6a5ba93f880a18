import { In } from 'typeorm';
import { newId } from '#platform';
import type { authorOf } from '../actor.js';
import { NOW_IN_MS } from '../db/columns.js';
import { onlyRow, rowsOfParts, type Session } from '../db/session.js';
import { TenantTable, type Written } from '../db/tenant-table.js';
import { ImportJobEntity } from './import.entity.js';
import { FINISHED, WORKING, storable, type ImportKey, type ImportState } from './import.js';

/** Rows of a table of an import that go in one statement. */
const AT_ONCE = { import_part: 8, import_rows: 500, import_error: 5000 };
type Content = keyof typeof AT_ONCE;
const KEYS: Record<Content, string> = { import_part: 'part_no', import_rows: 'first_row', import_error: 'row_no' };

/** Why a row was not written. Rows are numbered from 1, without the header and empty ones. */
export interface RowError {
  row: number;
  reason: string;
}

/** The same as people are told. */
export interface ToldError {
  row_no: number;
  /** As a spreadsheet program numbers it: the header and empty rows count. Of NDJSON, the line. */
  row: number;
  reason: string;
}

/** Rows of a file that are written together. */
export interface Piece {
  first_row: number;
  cells: string;
  /** Of each row, its number as people are told. */
  numbers: number[];
}

/** An import whose files are to go. */
export type OldImport = ImportKey & { state: ImportState };

/** Who began an import. */
export type ImportMaker = ReturnType<typeof authorOf>;

/** What imports take of the room for them: how many are not finished, and the bytes of their files. */
export interface HeldRoom {
  open: number;
  bytes: number;
}

/** Of an import what lists show: not its columns, of which 250 have names and samples, and take long to read. */
const LISTED = [
  ...(['import_id', 'object_id', 'state', 'file_name', 'format', 'bytes', 'rows_read', 'rows_done'] as const),
  ...(['created', 'updated', 'failed', 'failure', 'actor_type', 'actor_id'] as const),
  ...(['created_at', 'updated_at', 'finished_at', 'kept_until'] as const),
] as const;
/** An import as lists show it. */
export type ListedImport = Pick<ImportJobEntity, (typeof LISTED)[number]>;

const IS_LEFT = `(j.state = 'uploading' and j.updated_at < now() - interval '1 hour')`;

// Of an upload that was broken off, only the parts that are there take room.
const HELD = `select j.actor_type = $3 and j.actor_id is not distinct from $4::uuid as is_own,
    count(*) filter (where j.state <> all($2::text[]) and not ${IS_LEFT})::int as open,
    sum(case when ${IS_LEFT} then (select coalesce(sum(octet_length(p.bytes)), 0) from import_part p
      where p.workspace_id = $1 and p.import_id = j.import_id) else greatest(j.bytes, j.rows_characters) end)::float8 as bytes
  from import_job j where j.workspace_id = $1 and j.kept_until is not null and j.import_id <> $5 group by 1`;

/** Imports of one workspace, with their files, rows and errors. */
export class ImportStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  private get jobs(): TenantTable<ImportJobEntity> {
    return new TenantTable(this.session, ImportJobEntity, this.workspaceId);
  }

  insert(job: Written<ImportJobEntity>): Promise<void> {
    return this.jobs.insert(job);
  }

  find(import_id: string): Promise<ImportJobEntity | undefined> {
    return this.jobs.findOne({ import_id });
  }

  /** Nobody else changes it until the transaction ends. */
  hold(import_id: string): Promise<ImportJobEntity | undefined> {
    return this.jobs.findOne({ import_id }, { lock: 'no_key_update' });
  }

  update(import_id: string, changes: Written<ImportJobEntity>): Promise<number> {
    return this.jobs.update({ import_id }, { ...changes, updated_at: NOW_IN_MS });
  }

  /** The newest first; of one maker, where that is given. */
  list(actor: { type: string; id: string | null } | null, most: number): Promise<ListedImport[]> {
    const text = `select ${LISTED.join(', ')} from import_job
      where workspace_id = $1 and ($2::text is null or (actor_type = $2 and actor_id is not distinct from $3::uuid))
      order by import_id desc limit $4`;
    const values = [this.workspaceId, actor?.type ?? null, actor?.id ?? null, most];
    return this.session.query<ListedImport>({ name: 'imports-list', text }, values);
  }

  /** Whether its upload was broken off so long ago that its place is free for others. */
  async isLeft(import_id: string): Promise<boolean> {
    const text = `select ${IS_LEFT} as is_left from import_job j where j.workspace_id = $1 and j.import_id = $2`;
    const values = [this.workspaceId, import_id];
    return onlyRow(await this.session.query<{ is_left: boolean }>({ name: 'import-is-left', text }, values)).is_left;
  }

  /** What all imports but one take, and those of a maker among them. */
  async held({ type, id }: ImportMaker, but: string): Promise<{ all: HeldRoom; own: HeldRoom }> {
    const values = [this.workspaceId, FINISHED, type, id, but];
    const rows = await this.session.query<HeldRoom & { is_own: boolean }>({ name: 'imports-held', text: HELD }, values);
    const sum = (some: readonly HeldRoom[]) =>
      some.reduce((a, b) => ({ open: a.open + b.open, bytes: a.bytes + b.bytes }), { open: 0, bytes: 0 });
    return { all: sum(rows), own: sum(rows.filter(({ is_own }) => is_own)) };
  }

  /** Takes one over from whoever worked on it before. Undefined where there is nothing to do. */
  async claim(import_id: string): Promise<ImportJobEntity | undefined> {
    const text = `update import_job set claim = $3, attempts = attempts + 1, updated_at = now()
      where workspace_id = $1 and import_id = $2 and state = any($4::text[]) returning 1`;
    const values = [this.workspaceId, import_id, newId(), WORKING];
    const rows = await this.session.query({ name: 'import-claim', text }, values);
    return rows.length === 0 ? undefined : this.find(import_id);
  }

  /** Leaves one to others, if nobody has taken it over. */
  async release({ import_id, claim }: ImportJobEntity): Promise<void> {
    if (claim) await this.jobs.update({ import_id, claim }, { claim: null });
  }

  /** Gives whether it was not there before. */
  async addPart(import_id: string, part_no: number, bytes: Buffer): Promise<boolean> {
    const text = `insert into import_part (workspace_id, import_id, part_no, bytes) values ($1, $2, $3, $4)
      on conflict (workspace_id, import_id, part_no) do nothing returning part_no`;
    const values = [this.workspaceId, import_id, part_no, bytes];
    return (await this.session.query({ name: 'import-add-part', text }, values)).length > 0;
  }

  /** Whether a part holds these bytes; undefined where it is not there. */
  async isPart(import_id: string, part_no: number, bytes: Buffer): Promise<boolean | undefined> {
    const text = `select bytes = $4 as is_same from import_part
      where workspace_id = $1 and import_id = $2 and part_no = $3`;
    const values = [this.workspaceId, import_id, part_no, bytes];
    const [row] = await this.session.query<{ is_same: boolean }>({ name: 'import-is-part', text }, values);
    return row?.is_same;
  }

  /** The numbers of the parts that are there. */
  async partNumbers(import_id: string): Promise<number[]> {
    const text = 'select part_no from import_part where workspace_id = $1 and import_id = $2 order by part_no';
    const values = [this.workspaceId, import_id];
    const rows = await this.session.query<{ part_no: number }>({ name: 'import-part-numbers', text }, values);
    return rows.map(({ part_no }) => part_no);
  }

  /** How many there is something to do for. */
  working(): Promise<number> {
    return this.jobs.count({ state: In([...WORKING]) });
  }

  /** Whether whoever claimed an import has still to read its file. */
  async isReading(import_id: string, claim: string): Promise<boolean> {
    return (await this.jobs.count({ import_id, state: 'reading', claim })) > 0;
  }

  /** Some bytes of a part; from its begin, where nothing else is said. */
  async part(import_id: string, part_no: number, { from = 0, length = 2 ** 30 } = {}): Promise<Buffer | undefined> {
    const text = `select substring(bytes from $4::int + 1 for $5::int) as bytes
      from import_part where workspace_id = $1 and import_id = $2 and part_no = $3`;
    const values = [this.workspaceId, import_id, part_no, from, length];
    return (await this.session.query<{ bytes: Buffer }>({ name: 'import-part', text }, values))[0]?.bytes;
  }

  async addRows(import_id: string, pieces: readonly Piece[]): Promise<void> {
    const text = `insert into import_rows (workspace_id, import_id, first_row, cells, numbers)
      select $1, $2, x.first_row, x.cells, x.numbers::int[]
      from unnest($3::int[], $4::text[], $5::text[]) x(first_row, cells, numbers)`;
    const of = <V>(value: (piece: Piece) => V) => pieces.map(value);
    const numbers = of(({ numbers: some }) => `{${some.join(',')}}`);
    const values = [this.workspaceId, import_id, of(({ first_row }) => first_row), of(({ cells }) => cells), numbers];
    await this.session.query({ name: 'import-add-rows', text }, values);
  }

  /** The piece that a row is in, as JSON; undefined behind the last. */
  async piece(import_id: string, row: number): Promise<Omit<Piece, 'numbers'> | undefined> {
    const text = `select first_row, cells from import_rows
      where workspace_id = $1 and import_id = $2 and first_row <= $3 order by first_row desc limit 1`;
    const values = [this.workspaceId, import_id, row];
    const [found] = await this.session.query<Omit<Piece, 'numbers'>>({ name: 'import-piece', text }, values);
    return found;
  }

  async addErrors(import_id: string, errors: readonly RowError[]): Promise<void> {
    const text = `insert into import_error (workspace_id, import_id, row_no, reason)
      select $1, $2, x.row_no, x.reason from unnest($3::int[], $4::text[]) x(row_no, reason)`;
    const reasons = errors.map(({ reason }) => storable(reason));
    const values = [this.workspaceId, import_id, errors.map(({ row }) => row), reasons];
    await this.session.query({ name: 'import-add-errors', text }, values);
  }

  /** In their order, behind a row. */
  async errors(import_id: string, after: number, most: number): Promise<ToldError[]> {
    const text = `select e.row_no, e.reason, coalesce(p.numbers[e.row_no - p.first_row + 1], e.row_no) as row
      from import_error e
        left join lateral (select r.first_row, r.numbers from import_rows r
          where r.workspace_id = $1 and r.import_id = $2 and r.first_row <= e.row_no
          order by r.first_row desc limit 1) p on true
      where e.workspace_id = $1 and e.import_id = $2 and e.row_no > $3 order by e.row_no limit $4`;
    return this.session.query({ name: 'import-errors', text }, [this.workspaceId, import_id, after, most]);
  }

  /** Those of this workspace whose files are to go. */
  old(): Promise<OldImport[]> {
    const text = `select workspace_id, import_id, state from import_job
      where workspace_id = $1 and kept_until < now() order by kept_until limit 1000`;
    return this.session.query({ name: 'imports-old-here', text }, [this.workspaceId]);
  }

  /** Deletes some of what an import holds. Gives whether there may be more. */
  async drop(table: Content, import_id: string): Promise<boolean> {
    const key = `workspace_id, import_id, ${KEYS[table]}`;
    const text = `with gone as (delete from ${table} where (${key}) in
          (select ${key} from ${table} where workspace_id = $1 and import_id = $2 limit ${AT_ONCE[table]})
            and workspace_id = $1 returning 1)
        select count(*)::int as n from gone`;
    const rows = await this.session.query<{ n: number }>({ name: `drop-${table}`, text }, [
      this.workspaceId,
      import_id,
    ]);
    return onlyRow(rows).n === AT_ONCE[table];
  }
}

/** Imports of all workspaces on which nobody has worked for a minute, by the clock that says when somebody did. */
export function idleImports(session: Session): Promise<ImportKey[]> {
  const text = `select workspace_id, import_id from import_job
    where state in ('reading', 'checking', 'running') and (claim is null or updated_at < now() - interval '1 minute')
    order by updated_at limit 1000`;
  return rowsOfParts<ImportKey>(session, { name: 'imports-idle', text }, []);
}

/** Imports of all workspaces whose files are to go. */
export function oldImports(session: Session): Promise<OldImport[]> {
  const text = `select workspace_id, import_id, state from import_job
    where kept_until < now() order by kept_until limit 1000`;
  return rowsOfParts(session, { name: 'imports-old', text }, []);
}
