import { newId } from '#platform';
import type { AccessPolicy } from '../access/access-policy.js';
import { authorOf, type Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { conflict, invalid, notFound } from '../errors.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import { objectIn, refuseArchived } from '../records/authorize-and-find.js';
import { isUuid } from '../values/parse.js';
import { choicesOf, mappingOf, type Chosen, type ImportChoices } from './choices.js';
import { errorFile, type ErrorFile } from './error-file.js';
import { keptCaller } from './import-caller.js';
import type { ImportJobEntity } from './import.entity.js';
import {
  FINISHED,
  KEPT,
  MAX_FILE_BYTES,
  MAX_TOLD_ERRORS,
  formatOf,
  type FileOptions,
  type ImportFormat,
  type ImportKey,
  type Mapping,
} from './import.js';
import { forgetFiles } from './forget-files.js';
import { inRoom, takeRoom } from './import-room.js';
import { importWire, readingOf, type ImportWire } from './import-wire.js';
import { allParts, missingParts, readAgain, refusePart, takePart } from './uploaded-file.js';
import { judgeMapping } from './mapping.js';
import { withSettings, type ReadingSettings } from './reading-settings.js';
import { refuseState } from './refuse-state.js';
import { proposeMapping } from './propose.js';

const MAX_LISTED = 100;
export interface NewImport {
  object: string;
  file_name: string;
  bytes: number;
  format?: ImportFormat | undefined;
  options: FileOptions;
}

/** Files that become records: uploaded in parts, read, mapped, checked and run. */
export class ImportService {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /** @throws DomainError forbidden, not_found, validation, conflict where there are too many */
  async create(actor: Actor, { object: key, file_name, bytes, format, options }: NewImport): Promise<ImportWire> {
    this.policy.require(actor, 'write:data');
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const object = objectIn(schema, key, 'object');
    refuseArchived(object, 'object');
    if (bytes > MAX_FILE_BYTES)
      throw invalid([{ path: 'bytes', message: `A file has at most ${MAX_FILE_BYTES} bytes.` }]);
    const import_id = newId();
    const { type, id } = authorOf(actor);
    const job = await inRoom(this.db, actor.workspace_id, async (stores) => {
      const { imports } = stores;
      await takeRoom(stores, { type, id }, { import_id, bytes });
      await imports.insert({
        import_id,
        object_id: object.row.object_id,
        state: 'uploading',
        file_name,
        format: format ?? formatOf(file_name),
        bytes,
        options,
        started_by: keptCaller(actor),
        actor_type: type,
        actor_id: id,
        kept_until: KEPT,
      });
      return (await imports.find(import_id))!;
    });
    const missing_parts = allParts(bytes);
    const shown = importWire(job, object.row.slug);
    return { ...shown, missing_parts, reading: null, columns: [], mapping: null, errors: [] };
  }

  /**
   * Takes one part of the file, in any order. One that is sent again is compared with what is there, so that a client whose
   * answer was lost may repeat it. After the last one the file is read. An upload that was broken off goes on where there
   * is room for its file, once its place was free for others.
   *
   * @returns whether there is work for the background now
   * @throws DomainError not_found, validation, conflict
   */
  async putPart(actor: Actor, key: string, part: number, bytes: Buffer): Promise<{ import: ImportWire; due: boolean }> {
    const job = await this.own(actor, key);
    refusePart(job, part, bytes);
    const due = await inRoom(this.db, actor.workspace_id, (stores) => takePart(stores, job, part, bytes));
    return { import: await this.get(actor, job.import_id), due };
  }

  /**
   * Reads the file again, by what is said of it now: for whom it was read in another way than it was written.
   *
   * @throws DomainError forbidden, not_found, conflict
   */
  async read(actor: Actor, key: string, options: FileOptions): Promise<ImportWire> {
    this.policy.require(actor, 'write:data');
    const job = await this.own(actor, key);
    await inRoom(this.db, actor.workspace_id, (stores) => readAgain(stores, job, options));
    return this.get(actor, job.import_id);
  }

  /** With the first errors, and a mapping that is proposed where there is none. @throws DomainError not_found */
  async get(actor: Actor, key: string): Promise<ImportWire> {
    const job = await this.own(actor, key);
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const object = schema.find(job.object_id);
    const [errors, missing_parts] = await this.db.autocommit(actor.workspace_id, async ({ imports }) => [
      (await imports.errors(job.import_id, 0, MAX_TOLD_ERRORS)).map(({ row, reason }) => ({ row, reason })),
      await missingParts(imports, job),
    ]);
    const isRead = job.columns.length > 0 && object !== undefined;
    const mapping = job.mapping ?? (isRead ? proposeMapping(schema, object, job.columns) : null);
    const shown = importWire(job, object?.row.slug ?? null);
    return { ...shown, missing_parts, reading: readingOf(job), columns: job.columns, mapping, errors };
  }

  /** Own ones, the newest first; those of all for who may change the schema. */
  async list(actor: Actor): Promise<ImportWire[]> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    const author = isOverseer(actor) ? null : authorOf(actor);
    const jobs = await this.db.autocommit(actor.workspace_id, ({ imports }) => imports.list(author, MAX_LISTED));
    return jobs.map((job) => importWire(job, schema.find(job.object_id)?.row.slug ?? null));
  }

  /** Where a person may send the columns of a file. @throws DomainError not_found, validation without an object */
  async choices(actor: Actor, key: string): Promise<ImportChoices> {
    const job = await this.own(actor, key);
    const { schema, object } = await this.objectOf(actor, job);
    return choicesOf({ schema, object, columns: job.columns, before: job.mapping });
  }

  /** The mapping that a choice of a person means. @throws DomainError not_found, validation without an object */
  async chosen(actor: Actor, key: string, chosen: Chosen): Promise<Mapping> {
    const job = await this.own(actor, key);
    const { schema, object } = await this.objectOf(actor, job);
    const before = job.mapping ?? proposeMapping(schema, object, job.columns);
    return mappingOf({ schema, object, columns: job.columns, before }, chosen);
  }

  /** A mapping with what is said of all columns. @throws DomainError not_found, validation without an object */
  async withSettings(actor: Actor, key: string, mapping: Mapping, settings: ReadingSettings): Promise<Mapping> {
    const { object } = await this.objectOf(actor, await this.own(actor, key));
    const columns = mapping.columns.map((column) => {
      const attribute = object.find(column.attribute);
      return attribute ? withSettings(column, attribute, settings) : column;
    });
    return { ...mapping, columns };
  }

  /** Tries all rows and keeps nothing. @throws DomainError forbidden, not_found, validation, conflict */
  check(actor: Actor, key: string, mapping: Mapping): Promise<ImportWire> {
    return this.begin(actor, key, { state: 'checking', mapping });
  }

  /** Writes all rows. @throws DomainError forbidden, not_found, validation, conflict */
  run(actor: Actor, key: string, mapping: Mapping): Promise<ImportWire> {
    return this.begin(actor, key, { state: 'running', mapping, started_at: () => `date_trunc('milliseconds', now())` });
  }

  /** Ends a check, or the import. What a run has written stays. @throws DomainError not_found, conflict */
  async cancel(actor: Actor, key: string): Promise<ImportWire> {
    const { import_id } = await this.own(actor, key);
    await this.db.transaction(actor.workspace_id, async ({ imports }) => {
      const now = await imports.hold(import_id);
      if (!now || FINISHED.includes(now.state)) throw conflict('changed_meanwhile', 'The import is finished.');
      if (now.state === 'checking') return imports.update(import_id, { state: 'ready', claim: null });
      // Of a file of which nothing was written there is nothing to keep, and its room is counted.
      const end = { state: 'canceled', claim: null, finished_at: () => 'now()' } as const;
      return imports.update(import_id, { ...end, ...(now.state !== 'running' && { kept_until: () => 'now()' }) });
    });
    return this.get(actor, import_id);
  }

  /** See `errorFile`. @throws DomainError not_found */
  async errorFile(actor: Actor, key: string): Promise<ErrorFile> {
    const { import_id, file_name, columns } = await this.own(actor, key);
    const name = `${file_name.replace(/\.[^.]*$/, '')}-errors.csv`;
    return { import_id, name, text: errorFile(this.db, { workspace_id: actor.workspace_id, import_id }, columns) };
  }

  /** How many of a workspace there is something to do for. */
  working(workspace_id: string): Promise<number> {
    return this.db.autocommit(workspace_id, ({ imports }) => imports.working());
  }

  /** Those on which somebody should work, and nobody has for a while. */
  idle(): Promise<ImportKey[]> {
    return this.db.system.idleImports();
  }

  /** Deletes files that are kept no longer; who did not finish by then is cancelled. Gives of how many imports. */
  async expire(): Promise<number> {
    return forgetFiles(this.db, await this.db.system.oldImports());
  }

  private async begin(
    actor: Actor,
    key: string,
    changes: Pick<ImportJobEntity, 'state' | 'mapping'> & { started_at?: () => string },
  ): Promise<ImportWire> {
    this.policy.require(actor, 'write:data');
    const job = await this.own(actor, key);
    refuseState(job, ['ready', 'checked']);
    const { schema, object } = await this.objectOf(actor, job);
    judgeMapping({ schema, object, columns: job.columns }, changes.mapping!);
    await this.db.transaction(actor.workspace_id, async ({ imports }) => {
      refuseState(await imports.hold(job.import_id), ['ready', 'checked']);
      const zero = { rows_done: 0, created: 0, updated: 0, failed: 0, attempts: 0 };
      const by = { started_by: keptCaller(actor), kept_until: KEPT };
      await imports.update(job.import_id, { ...changes, ...zero, ...by });
    });
    return this.get(actor, job.import_id);
  }

  /** @throws DomainError validation where it was deleted */
  private async objectOf({ workspace_id, schema_version }: Actor, { object_id }: ImportJobEntity) {
    const schema = await this.schemas.at(workspace_id, schema_version);
    return { schema, object: objectIn(schema, object_id, 'object') };
  }

  /** Of others only for who may change the schema: a file is not yet everybody's. @throws DomainError not_found */
  private async own(actor: Actor, key: string): Promise<ImportJobEntity> {
    const id = key.toLowerCase();
    const job = isUuid(id)
      ? await this.db.autocommit(actor.workspace_id, ({ imports }) => imports.find(id))
      : undefined;
    const { type, id: authorId } = authorOf(actor);
    if (!job || !(isOverseer(actor) || (job.actor_type === type && job.actor_id === authorId)))
      throw notFound('Import');
    return job;
  }
}

function isOverseer({ capabilities }: Actor): boolean {
  return capabilities.has('write:schema');
}
