import type { Session } from '../../db/session.js';
import { nextSlot } from './count-slot.js';
import { KEY_KINDS, KEY_TABLES, noKeys, type KeyKind, type KeyPair, type Keys } from '../keys.js';

const OWN_ROWS = ['record_search', 'value_history', 'record'];

/** What leads to one record. */
export interface KeysOfRecord {
  record_id: string;
  keys: Keys;
}

/** Statements that take records and the rows beside them away. */
export class RemovalStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  /** References of some records to others of them. */
  references(recordIds: readonly string[]): Promise<{ target_id: string; record_id: string }[]> {
    const text = `select distinct target_id, record_id from record_reference
      where workspace_id = $1 and target_id = any($2::uuid[]) and record_id = any($2::uuid[]) and record_id <> target_id`;
    return this.session.query({ name: 'removal-references', text }, [this.workspaceId, recordIds]);
  }

  /** Those of some records to which records refer that are none of them. */
  async referredFromOutside(recordIds: readonly string[]): Promise<string[]> {
    const text = `select x.id from unnest($2::uuid[]) x(id) where exists (select 1 from record_reference
      where workspace_id = $1 and target_id = x.id and record_id <> all($2::uuid[]))`;
    const values = [this.workspaceId, recordIds];
    const rows = await this.session.query<{ id: string }>({ name: 'removal-outside', text }, values);
    return rows.map(({ id }) => id);
  }

  /** Makes a record gone for every reader; its rows are cleared later. */
  async hide(row: { record_id: string; object_id: string }, step: number): Promise<void> {
    await this.session.query(
      { text: 'update record set deleted_at = now() where workspace_id = $1 and record_id = $2' },
      [this.workspaceId, row.record_id],
    );
    await this.count(row.object_id, step);
  }

  async count(objectId: string, step: number): Promise<void> {
    await this.session.query(
      {
        name: 'object-count',
        text: `insert into object_count as oc (workspace_id, object_id, slot, n) values ($1, $2, $3, $4)
          on conflict (workspace_id, object_id, slot) do update set n = oc.n + $4`,
      },
      [this.workspaceId, objectId, nextSlot(), step],
    );
  }

  /** Deletes the pivot rows of records by their full keys. */
  async removeKeys(of: readonly KeysOfRecord[]): Promise<void> {
    for (const kind of KEY_KINDS) await this.removePairs(of, kind);
    await this.session.query(
      {
        name: 'remove-record_handle',
        text: 'delete from record_handle where workspace_id = $1 and record_id = any($2::uuid[])',
      },
      [this.workspaceId, of.map(({ record_id }) => record_id)],
    );
    const references = of.flatMap(({ record_id, keys }) =>
      [...keys.references.values()].map((each) => ({ ...each, record_id })),
    );
    if (references.length === 0) return;
    const text = `delete from record_reference i
      using (select * from unnest($2::uuid[], $3::int[], $4::uuid[]) x(t, n, r) offset 0) x
      where i.workspace_id = $1 and i.target_id = x.t and i.record_id = x.r and i.attr_no = x.n`;
    await this.session.query({ name: 'remove-record_reference', text }, [
      this.workspaceId,
      references.map(({ target }) => target.record_id),
      references.map((each) => each.attr_no),
      references.map((each) => each.record_id),
    ]);
  }

  /** Gives unique values of a record free for others, though its document holds them still. */
  freeUnique(recordId: string, keys: readonly KeyPair[]): Promise<void> {
    const unique = new Map(keys.map((key) => [`${key.attribute_id}|${key.v}`, key]));
    return this.removePairs([{ record_id: recordId, keys: { ...noKeys(), unique } }], 'unique');
  }

  async remove(recordIds: readonly string[]): Promise<void> {
    for (const table of OWN_ROWS) {
      await this.session.query(
        {
          name: `remove-${table}`,
          text: `delete from ${table} where workspace_id = $1 and record_id = any($2::uuid[])`,
        },
        [this.workspaceId, recordIds],
      );
    }
  }

  private async removePairs(of: readonly KeysOfRecord[], kind: KeyKind): Promise<void> {
    const [table, type] = KEY_TABLES[kind];
    const rows = of.flatMap(({ record_id, keys }) => [...keys[kind].values()].map((key) => ({ ...key, record_id })));
    if (rows.length === 0) return;
    const text = `delete from ${table} i
      using (select * from unnest($2::uuid[], $3::${type}[], $4::uuid[]) x(a, v, r) offset 0) x
      where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = x.r`;
    await this.session.query({ name: `remove-${table}`, text }, [
      this.workspaceId,
      rows.map((row) => row.attribute_id),
      rows.map((row) => row.v),
      rows.map((row) => row.record_id),
    ]);
  }
}
