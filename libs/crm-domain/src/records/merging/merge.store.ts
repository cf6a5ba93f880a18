import type { Session } from '../../db/session.js';
import { StatementWriter } from '../../db/statement-writer.js';
import type { RecordRow } from '../document.js';
import { addKeyChanges, rowOf } from '../record.statements.js';
import type { ChangePlan } from '../writing/change-plan.js';

/** A record that was merged into another one. Its row stays, out of sight, with its closed values. */
export interface MergedRow extends RecordRow {
  merged_at: Date;
}

/** Records that refer to others. */
export interface Referrers {
  ids: string[];
  /** How many references they have together. */
  references: number;
}

/** Statements on records that were merged, or are about to be. */
export class MergeStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** Of those that were merged: the record that stands in their place. */
  async survivors(recordIds: readonly string[]): Promise<Map<string, string>> {
    if (recordIds.length === 0) return new Map();
    const text = `select record_id, merged_into from record
      where workspace_id = $1 and record_id = any($2::uuid[]) and merged_into is not null`;
    const values = [this.workspaceId, recordIds];
    const rows = await this.session.query<{ record_id: string; merged_into: string }>(
      { name: 'merge-survivors', text },
      values,
    );
    return new Map(rows.map(({ record_id, merged_into }) => [record_id, merged_into]));
  }

  /** Records that were merged into any of the given ones, the newest merge first: at most `most`. */
  async mergedInto(
    recordIds: readonly string[],
    most: number,
  ): Promise<{ record_id: string; merged_into: string; object_id: string }[]> {
    const text = `select record_id, merged_into, object_id from record
      where workspace_id = $1 and merged_into = any($2::uuid[]) order by deleted_at desc, record_id limit $3`;
    return this.session.query({ name: 'merge-merged', text }, [this.workspaceId, recordIds, most]);
  }

  /** Those of the given records that are part of another one, as they were, in the order of their ids. */
  async rows(recordIds: readonly string[], into: string): Promise<MergedRow[]> {
    const text = `select ${rowOf('r.refs, r.vals, r.meta')}, '[]'::json as labels, r.deleted_at as merged_at
      from record r
      where r.workspace_id = $1 and r.record_id = any($2::uuid[]) and r.merged_into = $3 order by r.record_id`;
    return this.session.query({ name: 'merge-rows', text }, [this.workspaceId, recordIds, into]);
  }

  /** Records but for some that refer to any of the given ones; of each of these, at most `most` references are looked at. */
  async referrers(recordIds: readonly string[], but: readonly string[], most: number): Promise<Referrers> {
    const text = `select f.record_id, count(*)::int as n
      from unnest($2::uuid[]) t(id)
      cross join lateral (select r.record_id from record_reference r
        where r.workspace_id = $1 and r.target_id = t.id limit $3) f
      where f.record_id <> all($4::uuid[]) group by f.record_id`;
    const values = [this.workspaceId, recordIds, most, but];
    const rows = await this.session.query<{ record_id: string; n: number }>({ name: 'merge-referrers', text }, values);
    return { ids: rows.map((row) => row.record_id), references: rows.reduce((sum, { n }) => sum + n, 0) };
  }

  /** Keeps records from being deleted until this transaction ends. Gives the ids of those that are there. */
  async hold(recordIds: readonly string[]): Promise<Set<string>> {
    if (recordIds.length === 0) return new Set();
    const text = `select record_id from record
      where workspace_id = $1 and record_id = any($2::uuid[]) and deleted_at is null order by record_id for key share`;
    const values = [this.workspaceId, recordIds];
    const rows = await this.session.query<{ record_id: string }>({ name: 'merge-hold', text }, values);
    return new Set(rows.map((row) => row.record_id));
  }

  /** Those of the given records that refer to one by an attribute of theirs. */
  async linkedBack(recordId: string, from: readonly string[], attrNo: number): Promise<string[]> {
    const text = `select record_id from record_reference
      where workspace_id = $1 and target_id = $2 and record_id = any($3::uuid[]) and attr_no = $4`;
    const values = [this.workspaceId, recordId, from, attrNo];
    const rows = await this.session.query<{ record_id: string }>({ name: 'merge-linked-back', text }, values);
    return rows.map((row) => row.record_id);
  }

  /** Takes records out of sight; what was part of them is part of `into` now. Their keys are taken away elsewhere. */
  async hide(recordIds: readonly string[], into: string): Promise<void> {
    const values = [this.workspaceId, recordIds, into];
    await this.session.query(
      {
        name: 'merge-hide',
        text: `update record set merged_into = $3,
            deleted_at = coalesce(deleted_at, (select date_trunc('milliseconds', now())))
          where workspace_id = $1 and (record_id = any($2::uuid[]) or merged_into = any($2::uuid[]))`,
      },
      values,
    );
    await this.session.query(
      {
        name: 'merge-hide-search',
        text: 'delete from record_search where workspace_id = $1 and record_id = any($2::uuid[])',
      },
      values.slice(0, 2),
    );
  }

  /** A record that is part of `into` by itself again, with those that had been merged into it before. */
  async show(record: { record_id: string; with: readonly string[] }, into: string): Promise<void> {
    await this.session.query(
      {
        name: 'merge-show',
        text: `update record set deleted_at = null, merged_into = null
          where workspace_id = $1 and record_id = $2 and merged_into = $3`,
      },
      [this.workspaceId, record.record_id, into],
    );
    if (record.with.length === 0) return;
    await this.session.query(
      {
        name: 'merge-move-back',
        text: `update record set merged_into = $2
          where workspace_id = $1 and record_id = any($4::uuid[]) and merged_into = $3`,
      },
      [this.workspaceId, record.record_id, into, record.with],
    );
  }

  /** The rows by which a record is found, as far as the plan adds some. */
  async addKeys(row: { record_id: string; object_id: string }, plan: ChangePlan): Promise<void> {
    const writer = new StatementWriter('merge-keys', [this.workspaceId]);
    const [record, object] = [`${writer.put(row.record_id)}::uuid`, `${writer.put(row.object_id)}::uuid`];
    writer.part(
      'o',
      () => `shown as (select record_id from record where workspace_id = $1 and record_id = ${record}
      and object_id = ${object})`,
    );
    addKeyChanges(writer, plan, { record, object, source: 'shown' });
    if (plan.lexemes) {
      const lexemes = writer.put(plan.lexemes);
      writer.part(
        's',
        () => `search as (insert into record_search
          select $1, ${record}, array_to_tsvector(${lexemes}::text[]) from shown)`,
      );
    }
    await this.session.query(
      writer.statement(() => 'select record_id from shown'),
      writer.values,
    );
  }

  /** Takes away for good what was merged into a record. */
  async drop(into: readonly string[]): Promise<void> {
    for (const table of ['record_handle', 'value_history'])
      await this.session.query(
        {
          name: `merge-drop-${table}`,
          text: `delete from ${table} x using record r where x.workspace_id = $1 and r.workspace_id = $1
            and r.merged_into = any($2::uuid[]) and x.record_id = r.record_id`,
        },
        [this.workspaceId, into],
      );
    await this.session.query(
      { name: 'merge-drop', text: 'delete from record where workspace_id = $1 and merged_into = any($2::uuid[])' },
      [this.workspaceId, into],
    );
  }
}
