import type { Session } from '../../db/session.js';
import { nextSlot } from './count-slot.js';
import type { KeyPair, Keys } from '../keys.js';

const OWN_ROWS = ['record_search', 'value_history', 'record'];

/** Statements that take records and the rows beside them away. */
export class RemovalStore {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

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

  /** Deletes the pivot rows of one record by their full keys. */
  async removeKeys(recordId: string, keys: Keys): Promise<void> {
    const pairs = [
      ['index_text', 'text', keys.text],
      ['index_number', 'float8', keys.number],
      ['index_ref', 'uuid', keys.ref],
      ['record_unique', 'text', keys.unique],
    ] as const;
    for (const [table, type, set] of pairs) await this.removePairs(recordId, { table, type }, [...set.values()]);
    await this.session.query(
      { name: 'remove-record_handle', text: 'delete from record_handle where workspace_id = $1 and record_id = $2' },
      [this.workspaceId, recordId],
    );
    const references = [...keys.references.values()];
    if (references.length === 0) return;
    const text = `delete from record_reference i using (select * from unnest($3::uuid[], $4::int[]) x(t, n) offset 0) x
      where i.workspace_id = $1 and i.target_id = x.t and i.record_id = $2 and i.attr_no = x.n`;
    await this.session.query({ name: 'remove-record_reference', text }, [
      this.workspaceId,
      recordId,
      references.map(({ target }) => target.record_id),
      references.map((each) => each.attr_no),
    ]);
  }

  /** Gives unique values of a record free for others, though its document holds them still. */
  freeUnique(recordId: string, keys: readonly KeyPair[]): Promise<void> {
    return this.removePairs(recordId, { table: 'record_unique', type: 'text' }, keys);
  }

  async remove(recordId: string): Promise<void> {
    for (const table of OWN_ROWS) {
      await this.session.query(
        { name: `remove-${table}`, text: `delete from ${table} where workspace_id = $1 and record_id = $2` },
        [this.workspaceId, recordId],
      );
    }
  }

  private async removePairs(
    recordId: string,
    { table, type }: { table: string; type: string },
    keys: readonly KeyPair[],
  ): Promise<void> {
    if (keys.length === 0) return;
    const text = `delete from ${table} i using (select * from unnest($3::uuid[], $4::${type}[]) x(a, v) offset 0) x
      where i.workspace_id = $1 and i.attribute_id = x.a and i.v = x.v and i.record_id = $2`;
    await this.session.query({ name: `remove-${table}`, text }, [
      this.workspaceId,
      recordId,
      keys.map((key) => key.attribute_id),
      keys.map((key) => key.v),
    ]);
  }
}
