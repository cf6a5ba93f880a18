import type pg from 'pg';
import type { Caller } from '#crm-domain';
import { loadSchema } from '../dataset/prepare.js';
import { OBJECT, type World } from '../dataset/world.js';
import { contactWire } from '../floor/contact-wire.js';
import { following } from '../floor/page-answer.js';
import { FIND, PAGE, accessValues, type RecordRow } from '../product.js';

type Row = RecordRow & { may: number };
interface PageRow {
  may: number;
  total: number;
  rows: RecordRow[];
  targets: Record<string, string>;
}

/** One workspace as the bare responder reads it, for the person whose token it knows. */
export class ToolWorld {
  readonly access: unknown[];

  private constructor(
    private readonly pool: pg.Pool,
    private readonly world: World,
    readonly caller: Caller,
    private readonly wire: ReturnType<typeof contactWire>,
  ) {
    this.access = accessValues(caller);
  }

  static async open(pool: pg.Pool, world: World): Promise<ToolWorld> {
    const { user_id, client_id } = world.person!;
    const ids = { workspace_id: world.workspace_id, api_key_id: null, user_id, client_id };
    const caller: Caller = { ...ids, trusted: false, via: { origin: 'mcp', request_id: 'r' } };
    const object = (await loadSchema(pool, world)).find(OBJECT)!;
    return new ToolWorld(pool, world, caller, contactWire(object, world));
  }

  async read(id: string): Promise<object> {
    const [row] = (await this.pool.query<Row>({ ...FIND.person, values: [...this.access, id] })).rows;
    if (!row?.record_id || !(row.may & 1)) throw new Error('not found or not allowed');
    return this.wire(row, (target) => row.labels[row.refs!.indexOf(target)]);
  }

  async page({ limit, offset }: { limit: number; offset: number }): Promise<object> {
    const values = [...this.access, this.world.object_id, limit, offset];
    const [row] = (await this.pool.query<PageRow>({ ...PAGE.person, values })).rows;
    const { rows, total, targets, may } = row!;
    if (!(may & 1)) throw new Error('not allowed');
    const records = rows.map((each) => this.wire(each, (target) => targets[target]));
    const next_offset = offset + rows.length;
    const has_more = next_offset < total;
    const { next_cursor } = following(limit, has_more, ['id asc', rows.at(-1)!]);
    return { records, total, total_is_exact: true, has_more, ...(has_more && { next_offset, next_cursor }) };
  }
}
