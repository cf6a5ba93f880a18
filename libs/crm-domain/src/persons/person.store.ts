import { onlyRow, type Session } from '../db/session.js';
import type { HandleKind } from '../messaging/channel-name.js';
import type { Values } from '../records/document.js';
import type { PersonTable, TableColumn } from './person-tables.js';
import { OWN_ROWS } from './own-rows.js';
import { WITH_MERGED } from './with-merged.statement.js';

/** What one search finds at most; who gets as many has not seen all. */
export const MOST_HOLDERS = 5000;
export const MOST_CLOSED = 20_000;

/** A row of a page: its key, whether it belongs to the person, and whether it may hold a trace. */
export interface PagedRow {
  key: string[];
  own: boolean;
  address: boolean;
  name: boolean;
}

/** What a row is judged by. */
export interface Looked {
  records: readonly string[];
  handles: readonly string[];
  addresses: string;
  names: string | null;
}

/** A record with what identifies a person in it. */
export interface HeldRecord {
  record_id: string;
  object_id: string;
  merged_into: string | null;
  vals: Values;
}

/** Reads of any table of a workspace, page by page along its key, and what is known of a person by index. */
export class PersonStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Rows after a key, in its order. */
  async page(table: PersonTable, after: readonly string[] | null, limit: number, looked: Looked): Promise<PagedRow[]> {
    const keys = table.key.map(({ name }) => `t.${name}`);
    const own = OWN_ROWS[table.name] ?? 'false';
    const behind = after ? `and (${keys.join(', ')}) > (${castList(table.key, 6)})` : '';
    const text = `select array[${keys.map((key) => `${key}::text`).join(', ')}] as key, (${own}) as own,
        (t::text ~* $2) as address, coalesce(t::text ~* $3, false) as name
      from ${table.name} t where t.workspace_id = $1 and $4::uuid[] is not null and $5::text[] is not null ${behind}
      order by ${keys.join(', ')} limit ${limit}`;
    const values = [this.workspaceId, looked.addresses, looked.names, looked.records, looked.handles];
    return this.session.query<PagedRow>({ text }, [...values, ...(after ?? [])]);
  }

  /** Texts of a row as they are stored; JSON is not parsed. With `lock` nobody else changes it meanwhile. */
  async texts(table: PersonTable, key: readonly string[], lock = false): Promise<Record<string, unknown> | undefined> {
    if (table.texts.length === 0) return {};
    const shown = table.texts.map(({ name, type }) => `t.${name}${type.startsWith('json') ? '::text' : ''} as ${name}`);
    const text = `select ${shown.join(', ')} from ${table.name} t
      where t.workspace_id = $1 and ${isKey(table)} ${lock ? 'for update' : ''}`;
    const [row] = await this.session.query<Record<string, unknown>>({ text }, [this.workspaceId, ...key]);
    return row;
  }

  /** A whole row as JSON, without what is no text. */
  async row(table: PersonTable, key: readonly string[]): Promise<Record<string, unknown> | undefined> {
    const text = `select to_jsonb(t) as row from ${table.name} t where t.workspace_id = $1 and ${isKey(table)}`;
    const [found] = await this.session.query<{ row: Record<string, unknown> }>({ text }, [this.workspaceId, ...key]);
    return found?.row;
  }

  /** Writes columns of a row: texts as they are stored. */
  async write(table: PersonTable, key: readonly string[], changes: Record<string, unknown>): Promise<void> {
    const typed = new Map(table.texts.map(({ name, type }) => [name, type]));
    const first = key.length + 2;
    const sets = Object.keys(changes).map((name, at) => `${name} = $${first + at}::${typed.get(name)}`);
    if (sets.length === 0) return;
    const text = `update ${table.name} t set ${sets.join(', ')} where t.workspace_id = $1 and ${isKey(table)}`;
    await this.session.query({ text }, [this.workspaceId, ...key, ...Object.values(changes)]);
  }

  async delete(table: PersonTable, key: readonly string[]): Promise<void> {
    const text = `delete from ${table.name} t where t.workspace_id = $1 and ${isKey(table)}`;
    await this.session.query({ text }, [this.workspaceId, ...key]);
  }

  /** Records that hold an address now, those in the trash included. */
  async holders(kind: HandleKind, handles: readonly string[]): Promise<{ record_id: string; handle: string }[]> {
    const text = `select distinct record_id, handle from record_handle
      where workspace_id = $1 and kind = $2 and handle = any($3::text[]) limit ${MOST_HOLDERS}`;
    return this.session.query({ text }, [this.workspaceId, kind, handles]);
  }

  /**
   * Records by id, with what was merged into them. Of their values only some are given, and null where those before have
   * taken the room: a thousand whole records may be 2 GiB.
   * @param attributes whose values are given, by object
   */
  async withMerged(
    ids: readonly string[],
    most: number,
    attributes: ReadonlyMap<string, readonly number[]>,
  ): Promise<(Omit<HeldRecord, 'vals'> & { vals: HeldRecord['vals'] | null })[]> {
    const keys = [...attributes].flatMap(([id, numbers]) => numbers.map((number) => `${id} ${number}`));
    return this.session.query({ text: WITH_MERGED }, [this.workspaceId, ids, most, keys]);
  }

  /** Closed values of some attributes of some records. */
  async closed(ids: readonly string[]): Promise<{ record_id: string; attr_no: number; value: unknown }[]> {
    const text = `select record_id, attr_no, value from value_history
      where workspace_id = $1 and record_id = any($2::uuid[]) and jsonb_typeof(value) = 'object'
        and (value ? 'email_address' or value ? 'phone_number' or value ? 'first_name') limit ${MOST_CLOSED}`;
    return this.session.query({ text }, [this.workspaceId, ids]);
  }

  /** Records that refer to any of these. */
  async referrers(ids: readonly string[], most: number): Promise<{ record_id: string; object_id: string }[]> {
    const text = `select distinct r.record_id, r.object_id
      from record_reference f join record r on r.workspace_id = $1 and r.record_id = f.record_id
      where f.workspace_id = $1 and f.target_id = any($2::uuid[]) and f.record_id <> all($2::uuid[]) limit $3`;
    return this.session.query({ text }, [this.workspaceId, ids, most]);
  }

  /** Which of these records refer to something else than these. */
  async referringToOthers(ids: readonly string[], but: readonly string[]): Promise<Set<string>> {
    const text = `select r.record_id from record r where r.workspace_id = $1 and r.record_id = any($2::uuid[])
      and exists (select 1 from unnest(r.refs) x(id) where x.id <> all($3::uuid[]))`;
    const rows = await this.session.query<{ record_id: string }>({ text }, [this.workspaceId, ids, but]);
    return new Set(rows.map(({ record_id }) => record_id));
  }

  /** Those of some addresses that are of members, or of connected accounts. */
  async ours(handles: readonly string[]): Promise<string[]> {
    const text = `select lower(u.email) as handle from membership m join app_user u on u.user_id = m.user_id
        where m.workspace_id = $1 and lower(u.email) = any($2::text[])
      union select ${OF_ACCOUNT} from channel_account a where a.workspace_id = $1 and ${OF_ACCOUNT} = any($2::text[])`;
    const rows = await this.session.query<{ handle: string }>({ text }, [this.workspaceId, handles]);
    return rows.map(({ handle }) => handle);
  }

  /** Whether a message to any of these addresses is on its way, or records of the person still have to be cleared. */
  async isUnsettled(handles: readonly string[], records: readonly string[]): Promise<boolean> {
    const text = `select exists (select 1 from message m
        join message_recipient r on r.workspace_id = $1 and r.message_id = m.message_id
        where m.workspace_id = $1 and m.status = 'pending' and r.handle = any($2::text[]))
      or exists (select 1 from purge p where p.workspace_id = $1 and p.record_id = any($3::uuid[])) as waits`;
    const values = [this.workspaceId, handles, records];
    return onlyRow(await this.session.query<{ waits: boolean }>({ text }, values)).waits;
  }

  async isTrashed(recordId: string): Promise<boolean> {
    const text = `select 1 from record where workspace_id = $1 and record_id = $2 and trashed_at is not null`;
    return (await this.session.query({ text }, [this.workspaceId, recordId])).length > 0;
  }

  /** Empties the events that tell of the delete of a record. */
  async emptyEvents(recordId: string, data: string): Promise<void> {
    const text = `update event set data = $3::json
      where workspace_id = $1 and subject_id = $2 and kind = 'RecordDeletedEvent'`;
    await this.session.query({ text }, [this.workspaceId, recordId, data]);
  }

  /** What the event of a revision says, as it is stored. */
  async eventOf(recordId: string, rev: number): Promise<{ data: string } | undefined> {
    const text = `select data::text as data from event where workspace_id = $1 and subject_id = $2 and rev = $3`;
    const [row] = await this.session.query<{ data: string }>({ text }, [this.workspaceId, recordId, rev]);
    return row;
  }

  async writeEvent(recordId: string, rev: number, data: string): Promise<void> {
    const text = `update event set data = $4::json where workspace_id = $1 and subject_id = $2 and rev = $3`;
    await this.session.query({ text }, [this.workspaceId, recordId, rev, data]);
  }

  /** Imports whose file is still kept as it was sent. */
  async unreadImports(): Promise<{ import_id: string; format: string }[]> {
    const text = `select i.import_id, i.format from import_job i
      where i.workspace_id = $1 and exists (select 1 from import_part p
        where p.workspace_id = $1 and p.import_id = i.import_id)`;
    return this.session.query({ text }, [this.workspaceId]);
  }
}

/** The address of an account as it is compared: a number without what stands between its digits. */
const OF_ACCOUNT = `case when a.channel = 'whatsapp' then regexp_replace(a.address, '[^0-9]', '', 'g') else lower(a.address) end`;

const castList = (columns: readonly TableColumn[], first: number) =>
  columns.map(({ type }, at) => `$${first + at}::${type}`).join(', ');

const isKey = ({ key }: PersonTable) =>
  key.map(({ name, type }, at) => `t.${name} = $${at + 2}::${type}`).join(' and ');
