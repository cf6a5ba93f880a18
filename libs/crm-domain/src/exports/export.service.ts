import { randomBytes } from 'node:crypto';
import { newId } from '#platform';
import type { Actor } from '../actor.js';
import { OPERATOR, type AuditAuthor } from '../audit/audit.js';
import type { Db } from '../crm-database.js';
import { forbidden, invalid, notFound } from '../errors.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { objectIn } from '../records/authorize-and-find.js';
import { isUuid } from '../values/parse.js';
import { viewWithObject } from '../views/find-view.js';
import type { ExportEntity } from './export.entity.js';
import type { AskedExport, ExportWire, NewExport } from './export.js';
import { refuseMore } from './export-room.js';
import { isValidLink, linkTo, looksValid, type LinkQuery } from './export-link.js';
import { exportPerson } from '../persons/export-person.js';
import { readEmail } from '../persons/read-email.js';
import { readPiece } from './stored-file.js';
import type { ExportSink } from './export-sink.js';
import { shapeOf, writeExport, type ExportSource } from './write-export.js';

/** What an export is of. */
export type ExportScope = Pick<ExportEntity, 'object_id' | 'view_id'>;

/** A file that was made, piece by piece. */
export interface ExportFile {
  format: AskedExport['format'];
  export_id: string;
  workspace_id: string;
  bytes: number;
  /** Ends early, with an error, when the file is taken away. */
  pieces(): AsyncGenerator<Buffer>;
}

/** Exports: files of a workspace's data that are made in the background and kept for a day. */
export class ExportService {
  private readonly db: Db;
  private readonly schemas: SchemaCache;

  constructor(private readonly source: ExportSource & { schemas: SchemaCache }) {
    this.db = source.db;
    this.schemas = source.schemas;
  }

  /**
   * Asks for a file. A whole workspace is for its admins, in full only with the right to write; anything else for who
   * may read records.
   *
   * @throws DomainError validation, not_found, forbidden; conflict when the workspace has as many as it may
   */
  async create(actor: Actor, input: NewExport): Promise<ExportWire> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    if (input.workspace && actor.role !== 'admin') throw forbidden(FOR_ADMINS);
    if (input.workspace && input.format === 'full' && !actor.capabilities.has('write:data'))
      throw forbidden(FULL_FOR_WRITERS, 'capability_missing');
    const scope = await scopeOf(this.db, schema, input);
    return this.ask(actor, scope, askedOf(input));
  }

  /**
   * Asks for a file with everything that is kept of a person. For admins.
   *
   * @throws DomainError validation, forbidden; conflict when the workspace has as many as it may
   */
  async createOfPerson(actor: Actor, email: string): Promise<ExportWire> {
    if (actor.role !== 'admin') throw forbidden(FOR_ADMINS);
    return this.ask(actor, { object_id: null, view_id: null }, { format: 'ndjson', person: readEmail(email) });
  }

  private async ask(actor: Actor, scope: ExportScope, asked: AskedExport): Promise<ExportWire> {
    const export_id = newId();
    const row = { export_id, created_by_type: actor.type, created_by_id: actor.id, ...scope, asked };
    await this.db.inTurn(`export ${actor.workspace_id}`, () =>
      this.db.transaction(actor.workspace_id, async ({ exports, workspaces, audit }) => {
        await workspaces.holdCounts();
        refuseMore(await exports.list(), actor);
        await exports.insert({ ...row, link_key: randomBytes(32) });
        await audit.append({
          action: asked.person === undefined ? 'export.requested' : 'person.exported',
          by: authorOf(actor),
          subject: { type: 'export', id: export_id },
          details: { format: asked.format, ...scope },
        });
      }),
    );
    return this.get(actor, export_id);
  }

  /**
   * Writes what is asked for to a sink at once and keeps no file. For the operator, who may have everything. Gives how
   * many records there were.
   *
   * @throws DomainError validation, not_found; whatever the sink throws
   */
  async stream(workspaceId: string, input: NewExport, sink: ExportSink): Promise<number> {
    const scope = await scopeOf(this.db, await this.schemas.present(workspaceId), input);
    const asked = askedOf(input);
    const subject = { type: 'export', id: newId() } as const;
    const details = { format: asked.format, ...scope };
    const entry = { action: 'export.requested', by: OPERATOR, subject, details } as const;
    await this.db.transaction(workspaceId, ({ audit }) => audit.append(entry));
    return writeExport(this.source, { workspace_id: workspaceId, ...scope, asked, user_id: null }, sink);
  }

  /**
   * Writes everything that is kept of a person to a sink at once. For the operator. Gives how many lines.
   *
   * @throws DomainError validation; whatever the sink throws
   */
  async streamPerson(workspaceId: string, email: string, sink: ExportSink): Promise<number> {
    const person = readEmail(email);
    const subject = { type: 'export', id: newId() } as const;
    const entry = { action: 'person.exported', by: OPERATOR, subject, details: { format: 'ndjson' } } as const;
    await this.db.transaction(workspaceId, ({ audit }) => audit.append(entry));
    return exportPerson(this.db, { workspace_id: workspaceId, email: person }, sink);
  }

  /** Those of the caller, or all for an admin; the newest first. */
  async list(actor: Actor): Promise<ExportWire[]> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const rows = await this.db.autocommit(actor.workspace_id, ({ exports }) => exports.list());
    return rows.filter((row) => isOf(actor, row)).map((row) => exportWire(schema, row));
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, exportId: string): Promise<ExportWire> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    return exportWire(schema, await this.own(actor, exportId));
  }

  /** Stops it, or takes its file away; one that has failed or was cancelled stays so. @throws DomainError not_found */
  async cancel(actor: Actor, exportId: string): Promise<ExportWire> {
    const { export_id } = await this.own(actor, exportId);
    const row = await this.db.autocommit(actor.workspace_id, ({ exports }) => exports.cancel(export_id));
    if (!row) throw notFound('Export');
    return exportWire(await this.schemas.at(actor.workspace_id, actor.schema_version), row);
  }

  /** The file of a link. @throws DomainError not_found, whatever is wrong with the link */
  async file(exportId: string, link: LinkQuery): Promise<ExportFile> {
    const row =
      isUuid(exportId) && isUuid(link.workspace) && looksValid(link)
        ? await this.db.autocommit(link.workspace, ({ exports }) => exports.find(exportId))
        : undefined;
    if (row?.state !== 'completed' || !isValidLink(row, link)) throw notFound('Export');
    const { workspace_id, export_id, bytes, asked, chunks } = row;
    const pieces = () => this.pieces({ workspace_id, export_id }, chunks);
    return { format: asked.format, export_id, workspace_id, bytes: Number(bytes), pieces };
  }

  private async *pieces(
    { workspace_id, export_id }: Pick<ExportEntity, 'workspace_id' | 'export_id'>,
    chunks: number,
  ): AsyncGenerator<Buffer> {
    for (let chunk = 0; chunk < chunks; chunk++) {
      const body = await this.db.autocommit(workspace_id, ({ exports }) => exports.chunk(export_id, chunk));
      if (!body) throw notFound('Export');
      yield await readPiece(body);
    }
  }

  private async own(actor: Actor, exportId: string): Promise<ExportEntity> {
    const row = isUuid(exportId)
      ? await this.db.autocommit(actor.workspace_id, ({ exports }) => exports.find(exportId))
      : undefined;
    if (!row || !isOf(actor, row)) throw notFound('Export');
    return row;
  }
}

/** It holds the messages and drafts of all members, as the export of a person holds theirs. */
const FULL_FOR_WRITERS =
  'This connection may only read. Its owner can let it write: only then may it have a full export.';
const FOR_ADMINS =
  'Only admins may export a whole workspace, with an access token and not with an API key. Export its objects one by one.';

function isOf({ role, type, id }: Actor, row: ExportEntity): boolean {
  return role === 'admin' || (row.created_by_type === type && row.created_by_id === id);
}

function authorOf({ type, id, via }: Actor): AuditAuthor {
  const through = via.origin === 'console' || via.origin === 'mcp' ? via.origin : 'rest-api';
  return { type: type === 'api-key' ? 'api-key' : 'user', id, through };
}

/** What is meant, of exactly one thing. @throws DomainError validation, not_found */
async function scopeOf(db: Db, schema: WorkspaceSchema, input: NewExport): Promise<ExportScope> {
  const { object: objectKey, view: viewKey, workspace, format, fields } = input;
  const given = [objectKey, viewKey, workspace || undefined].filter((each) => each !== undefined).length;
  const expected = 'exactly one of object, view and workspace';
  if (given !== 1) throw invalid([{ path: 'object', message: `Expected ${expected}, got ${given}.`, expected }]);
  refuseStyles(input);
  if (format === 'full' && !workspace)
    throw invalid([{ path: 'format', message: 'A full export is one of a whole workspace.', expected: 'workspace' }]);
  if (workspace) {
    if (format === 'csv') throw invalid([{ path: 'format', message: CSV_OF_ALL, expected: 'ndjson or full' }]);
    if (fields) throw invalid([{ path: 'fields', message: 'Fields are those of one object.', expected: 'no fields' }]);
    return { object_id: null, view_id: null };
  }
  if (objectKey !== undefined) {
    const object = objectIn(schema, objectKey, 'object');
    shapeOf(object, fields, schema);
    return { object_id: object.row.object_id, view_id: null };
  }
  const { view, object } = await viewWithObject(db, schema, viewKey!);
  shapeOf(object, fields, schema);
  return { object_id: object.row.object_id, view_id: view.view_id };
}

const CSV_OF_ALL =
  'A table holds the records of one object. Export the objects one by one, or the workspace as ndjson or full.';

/** @throws DomainError validation */
function refuseStyles({ format, ...input }: NewExport): void {
  if (format === 'csv') return;
  for (const path of ['bom', 'escape_formulas'] as const)
    if (input[path] !== undefined) throw invalid([{ path, message: 'This is for csv alone.', expected: 'format csv' }]);
}

/** As it is kept, with what holds where nothing is said. */
function askedOf({ format, fields, bom = false, escape_formulas = true }: NewExport): AskedExport {
  return { format, ...(fields && { fields }), ...(format === 'csv' && { bom, escape_formulas }) };
}

function exportWire(schema: WorkspaceSchema, row: ExportEntity): ExportWire {
  const { workspace_id, export_id, object_id, state, progress, feed_position } = row;
  return {
    id: { workspace_id, export_id },
    object: object_id === null ? null : (schema.find(object_id)?.row.slug ?? object_id),
    view_id: row.view_id,
    ...row.asked,
    state,
    progress: Math.round(progress * 1000) / 1000,
    records: Number(row.records),
    bytes: Number(row.bytes),
    as_of: row.as_of?.toISOString() ?? null,
    position: feed_position === null ? null : Number(feed_position),
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    created_by: { type: row.created_by_type, id: row.created_by_id },
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    download: state === 'completed' ? linkTo(row) : null,
  };
}
