import { newId } from '#platform';
import { trustedClaim } from '../actor.js';
import type { Db } from '../crm-database.js';
import type { Within } from '../db/database.js';
import { Slices } from '../db/slices.js';
import { notFound } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { Stores } from '../stores.js';
import { conciseWire } from '../records/shown/concise.js';
import { judgeShape, type Column, type Shape } from '../records/shown/shape.js';
import { CsvWriter } from './csv.js';
import type { ExportEntity } from './export.entity.js';
import type { ViewMembers } from '../views/view-members.js';
import { exportPerson } from '../persons/export-person.js';
import type { ExportSink } from './export-sink.js';
import { FullExport, type FullSource } from './full/write-full.js';
import { readRecords, type ExportedObject, type ExportedRecord } from './export-reader.js';

/** What is exported: an object, the records of a view, or a workspace. */
export type WantedExport = Pick<ExportEntity, 'workspace_id' | 'object_id' | 'view_id' | 'asked'> & {
  /** Who is `me` in the conditions of a view. */
  user_id: string | null;
};

/** What exports need of the domain. */
export interface ExportSource {
  db: Db;
  viewMembers: ViewMembers;
}

/**
 * Writes what is wanted to a sink, all of it as of one moment. Whether its caller may have it was judged before.
 *
 * @throws DomainError not_found, validation where the object, the view or a field is gone; conflict for a broken view
 */
export async function writeExport(
  { db, viewMembers }: ExportSource,
  wanted: WantedExport,
  sink: ExportSink,
): Promise<number> {
  const { workspace_id, asked } = wanted;
  if (asked.person !== undefined) return exportPerson(db, { workspace_id, email: asked.person }, sink);
  return db.snapshot(workspace_id, async (stores, within) => {
    const moment = await stores.exports.moment();
    await sink.begin(moment.at, moment.position);
    if (asked.format === 'full') return writeFull(stores, moment, sink);
    const schema = await stores.schema.load();
    if (!schema) throw notFound('Workspace');
    return new RecordExport({ stores, within, viewMembers, schema }, wanted, sink).run();
  });
}

async function writeFull(stores: Stores, moment: FullSource['moment'], sink: ExportSink): Promise<number> {
  const workspace = await stores.workspaces.find();
  if (!workspace) throw notFound('Workspace');
  return new FullExport({ stores, workspace, moment, write: (text, progress) => sink.write(text, progress) }).run();
}

interface Snapshot {
  stores: Stores;
  within: Within;
  viewMembers: ViewMembers;
  schema: WorkspaceSchema;
}

/** Records of an object, of a view, or of all objects of a workspace. */
class RecordExport {
  private records = 0;
  private looked = 0;
  private total = 0;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly wanted: WantedExport,
    private readonly sink: ExportSink,
  ) {}

  /** Gives how many records there were. */
  async run(): Promise<number> {
    const objects = this.objects();
    for (const { row } of objects) this.total += (await this.snapshot.stores.queries.total(row.object_id)).total;
    for (const object of objects) await this.write(object);
    return this.records;
  }

  private objects(): ObjectSchema[] {
    const { schema } = this.snapshot;
    const { object_id } = this.wanted;
    if (object_id === null) return schema.objects.filter(({ row }) => !row.archived_at);
    const object = schema.find(object_id);
    if (!object) throw notFound('Object');
    return [object];
  }

  private async write(object: ObjectSchema): Promise<void> {
    const exported = await this.exported(object);
    const line = await this.lines(exported);
    const slices = new Slices();
    for await (const { records, looked } of readRecords(this.snapshot.stores, exported)) {
      this.records += records.length;
      this.looked += looked;
      const share = this.total > 0 ? Math.min(1, this.looked / this.total) : 1;
      let text = '';
      for (const record of records) {
        text += line(record);
        await slices.next();
      }
      await this.sink.write(text, { records: this.records, share });
    }
  }

  private async exported(object: ObjectSchema): Promise<ExportedObject> {
    const { stores, within, viewMembers, schema } = this.snapshot;
    const { workspace_id, view_id, asked, user_id } = this.wanted;
    const view = view_id === null ? undefined : await stores.views.find(view_id);
    if (view_id !== null && !view) throw notFound('View');
    const shape = shapeOf(object, asked.fields ?? view?.query.fields, schema);
    if (!view) return { schema, object, shape };
    const caller = { ...trustedClaim(workspace_id, { origin: 'system', request_id: newId() }), user_id };
    const held = await within(() => viewMembers.holderFor(caller, view));
    return { schema, object, shape, keep: (ids) => within(() => held(ids)) };
  }

  /** How a record is written. Of a table, its first line is written by this. */
  private async lines({ shape }: ExportedObject): Promise<(record: ExportedRecord) => string> {
    const { format, bom = false, escape_formulas = true } = this.wanted.asked;
    if (format !== 'csv') return (record) => `${JSON.stringify(conciseOf(record, shape))}\n`;
    const csv = new CsvWriter(shape.columns!, { bom, escape_formulas });
    await this.sink.write(csv.header(), { records: 0, share: 0 });
    return (record) => csv.record(record);
  }
}

function conciseOf({ shown, related }: ExportedRecord, shape: Shape) {
  return { ...conciseWire(shown, shape), ...(related && { related }) };
}

/** What is shown of each record: all attributes that are not archived, where no fields are named. */
export function shapeOf(object: ObjectSchema, fields: readonly string[] | undefined, schema: WorkspaceSchema): Shape {
  if (fields) return judgeShape(object, { fields, format: 'concise' }, schema);
  const active = object.attributes.filter(({ archived_at }) => !archived_at);
  return { format: 'concise', columns: active.map((attribute): Column => ({ name: attribute.slug, attribute })) };
}
