import type { AccessFacts } from '../../access/access-policy.js';
import { accessOf, accessValues } from '../../access/access.sql.js';
import type { Caller } from '../../actor.js';
import type { Session, Statement } from '../../db/session.js';
import type { RecordRow } from '../document.js';
import { memberKey, type Members } from '../matching/members.js';
import { PAGE_BYTES, SIZE, held } from '../record-size.js';
import { ROW, labels } from '../record.statements.js';
import { asRecord, labelledColumnsSql, onceEach, type Columns } from '../shown/columns.js';
import type { IndexedCondition, JudgedQuery, Key, PartCondition, Place } from './condition.js';
import { LARGEST_SET, totalOf, type Counted, type CountPlan, type Total } from './count-plan.js';
import { gatherStatement } from './gather.statements.js';
import type { IndexedPage } from './indexed-page.js';
import { pageStatement } from './indexed-page.statements.js';
import { idPageStatement, orderedPageStatement } from './page.statements.js';
import { collectStatement, countStatement, cutStatement, probeStatement } from './query.statements.js';
import type { Probes, QueryPlan } from './query-plan.js';
import { QueryWriter } from './query-writer.js';
import { sortMatches, type Match } from './sort-matches.js';

const show = (name: string, row: string, state = 'r.trashed_at is null'): Statement => ({
  name,
  text: `select ${row}, r.found
    from (select r.*, ${held('k.n')} as held, count(*) over ()::int as found
      from unnest($2::uuid[]) with ordinality k(id, n) join record r on r.workspace_id = $1 and r.record_id = k.id
      where r.object_id = coalesce($3, r.object_id) and ${state} and r.deleted_at is null) r
    where r.held < ${PAGE_BYTES} order by r.held`,
});
const ALL_COLUMNS = `${ROW}, ${labels('r.refs')}`;
const SHOW = show('query-show', ALL_COLUMNS);
const SHOW_TRASHED = show('query-show-trashed', ALL_COLUMNS, 'r.trashed_at is not null');
interface MemberRow {
  user_id: string;
  email: string;
  name: string;
}

/** The same of which only some columns are read. */
const SHOW_COLUMNS = onceEach((columns) => show(`query-show-${columns.name}`, labelledColumnsSql(columns, 4)));

const SIZES = {
  name: 'query-sizes',
  text: `select coalesce(sum(${SIZE}), 0)::int as bytes
    from unnest($2::uuid[]) k(id) join record r on r.workspace_id = $1 and r.record_id = k.id
    where r.trashed_at is null and r.deleted_at is null`,
};

/** A record on a page with its keys, or what is known of all of them. */
interface Gathered {
  record_id: string | null;
  k: readonly Key[] | null;
  total: number | null;
  cut: boolean;
}

const TOTAL = {
  name: 'query-total',
  text: 'select coalesce(sum(n), 0)::int as n from object_count where workspace_id = $1 and object_id = $2',
};

/** The places on a page and, when there are more, one after them; with the total if it came along. */
export interface Places {
  places: Place[];
  total?: number;
  /** Whether as many rows were looked at as may be, and the page is not full. */
  isCut?: boolean;
}

/** A record of a page that one index holds, with its key there; without a record, what is known of the page. */
export interface IndexedRow extends AccessFacts, RecordRow {
  v: Key;
  /** Whether the page is all there; else no record was read. */
  is_whole: boolean;
  /** Records that match, counted a little farther than anybody cares; null where they were not. */
  total: number | null;
  /** Places from the beginning of the page to one behind it. */
  found: number;
}

/**
 * Statements of searches. Those with conditions have no name, so that they are planned with their values: a plan for
 * any value at all would be a hundred times slower for most.
 */
export class RecordQueryStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Sizes of conditions, counted to one above `most`. */
  async probe(objectId: string, conditions: readonly IndexedCondition[], most: number): Promise<Probes> {
    if (conditions.length === 0) return new Map();
    const writer = new QueryWriter(this.workspaceId, objectId);
    const [row] = await this.session.query<Record<string, number>>(
      probeStatement(writer, conditions, most),
      writer.values,
    );
    return new Map(conditions.map((condition, at) => [condition, row![`p${at}`]!]));
  }

  /** A page in the order of one index, with the access of whoever asks; no rows where there is no workspace. */
  async page(caller: Caller, { shape, values }: IndexedPage): Promise<IndexedRow[]> {
    const statement = pageStatement(shape, accessOf(caller));
    const rows = await this.session.query<IndexedRow>(statement, [...accessValues(caller), ...values]);
    const { columns } = shape;
    return columns ? rows.map((row) => asRecord(row, columns) as IndexedRow) : rows;
  }

  async places(objectId: string, plan: QueryPlan, query: JudgedQuery): Promise<Places> {
    const writer = new QueryWriter(this.workspaceId, objectId, undefined, query.trashed);
    const { by } = query.order;
    if (query.keys.length > 0) return this.gathered(writer, plan, query);
    if (plan.collect) {
      const matches = await this.session.query<Match>(collectStatement(writer, plan.page, query), writer.values);
      return { places: sortMatches(matches, query), total: matches.length };
    }
    const statement = by ? orderedPageStatement(writer, plan, query) : idPageStatement(writer, plan.page, query);
    const rows = await this.session.query<Partial<Place> & { record_id: string; ok: boolean }>(
      statement,
      writer.values,
    );
    // Of several walks, those that follow one that was cut go on behind records that nobody looked at.
    const end = rows.findIndex(({ ok }) => !ok);
    const isCut = end >= 0;
    return {
      places: rows.slice(0, isCut ? end : undefined).map(({ record_id, v = null }) => ({ v, record_id })),
      isCut,
    };
  }

  private async gathered(writer: QueryWriter, plan: QueryPlan, query: JudgedQuery): Promise<Places> {
    const statement = gatherStatement(writer, plan.page, query);
    const rows = await this.session.query<Gathered>(statement, writer.values);
    const { total, cut } = rows.find(({ record_id }) => record_id === null)!;
    const places = rows.flatMap(({ record_id, k }) => (record_id === null ? [] : [{ v: null, keys: k!, record_id }]));
    // In an order that is not that of the walk, nothing is certain of what was found before it ended.
    return cut ? { places: [], isCut: true } : { places, total: total! };
  }

  /** Records that satisfy the query, counted within the plan's bounds: not exactly where they are more. */
  async count(objectId: string, plan: CountPlan, trashed = false): Promise<Total> {
    const writer = new QueryWriter(this.workspaceId, objectId, plan.sets, trashed);
    const [counted] = await this.session.query<Counted>(countStatement(writer, plan), writer.values);
    return totalOf(plan, counted!);
  }

  /** Whether a search inside of texts looked at all of them: none is longer than its key, as far as is looked. */
  async sawWholeTexts(objectId: string, condition: PartCondition): Promise<boolean> {
    const writer = new QueryWriter(this.workspaceId, objectId);
    const [row] = await this.session.query<{ seen: number; cut: number }>(
      cutStatement(writer, condition, LARGEST_SET),
      writer.values,
    );
    return row!.seen <= LARGEST_SET && row!.cut === 0;
  }

  /** What these records refer to by the attribute of this number. */
  async targetsOf(attrNo: number, recordIds: readonly string[]): Promise<string[]> {
    const text = `select distinct b.target_id
      from unnest($2::uuid[]) k(id)
      join record r on r.workspace_id = $1 and r.record_id = k.id
      cross join unnest(r.refs) t(id)
      join record_reference b on b.workspace_id = $1 and b.target_id = t.id and b.record_id = k.id and b.attr_no = $3`;
    const rows = await this.session.query<{ target_id: string }>({ text }, [this.workspaceId, recordIds, attrNo]);
    return rows.map(({ target_id }) => target_id);
  }

  /**
   * Ids of members by e-mail address or name. Of several with one address the first is meant; an address goes before a
   * name.
   */
  async membersBy(names: readonly string[]): Promise<Members> {
    // What small letters are beyond ASCII depends on the database.
    const keys = names.flatMap((name) => [
      memberKey(name),
      name.trim().replace(/[A-Z]+/g, (part) => part.toLowerCase()),
    ]);
    const text = `select u.email, u.name, u.user_id
      from membership m join app_user u on u.user_id = m.user_id
      where m.workspace_id = $1
        and (lower(u.email) = any($2) or lower(u.name) = any($2))
      order by m.created_at desc`;
    const rows = await this.session.query<MemberRow>({ text }, [this.workspaceId, keys]);
    const found = new Map<string, string | null>();
    for (const { name, user_id } of rows) {
      const key = memberKey(name);
      found.set(key, found.has(key) ? null : user_id);
    }
    // Services have no address, nor have people whose provider gives none.
    for (const { email, user_id } of rows) if (email) found.set(memberKey(email), user_id);
    return found;
  }

  /** All records of an object, from its counter. */
  async total(objectId: string): Promise<Total> {
    const [row] = await this.session.query<{ n: number }>(TOTAL, [this.workspaceId, objectId]);
    return { total: row!.n, total_is_exact: true };
  }

  /** Bytes of all that these records hold together. */
  async bytesOf(recordIds: readonly string[]): Promise<number> {
    const [row] = await this.session.query<{ bytes: number }>(SIZES, [this.workspaceId, recordIds]);
    return row!.bytes;
  }

  /** Records in the order of their ids, as many as make a page; those that have gone in between are left out. */
  async show(
    objectId: string | null,
    recordIds: string[],
    columns: Columns | undefined,
    trashed = false,
  ): Promise<{ rows: RecordRow[]; isCut: boolean }> {
    if (recordIds.length === 0) return { rows: [], isCut: false };
    // What is in the trash is read whole, whatever of it is shown.
    const narrow = trashed ? undefined : columns;
    const values = [this.workspaceId, recordIds, objectId, ...(narrow?.numbers ?? [])];
    const statement = narrow ? SHOW_COLUMNS(narrow) : trashed ? SHOW_TRASHED : SHOW;
    const read = await this.session.query<RecordRow & { found: number }>(statement, values);
    const isCut = read.length < (read[0]?.found ?? 0);
    return { rows: narrow ? read.map((row) => asRecord(row, narrow)) : read, isCut };
  }
}
