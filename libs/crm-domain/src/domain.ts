import type { DataSource } from 'typeorm';
import { AccessService } from './access/access.service.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { AttributeService } from './attributes/attribute.service.js';
import { ChoiceService } from './attributes/choice.service.js';
import { ConnectionService } from './connections/connection.service.js';
import { dataSource, searchSource, type DatabaseOptions } from './db/data-source.js';
import { Db } from './db/db.js';
import { IdentityService } from './identity/identity.service.js';
import { ObjectService } from './objects/object.service.js';
import { SchemaCache } from './objects/schema-cache.js';
import { PurgeService } from './purge/purge.service.js';
import { RecordQueryService } from './records/query/record-query.service.js';
import { RecordService } from './records/record.service.js';
import { RecordWriter } from './records/record-writer.js';
import { SearchIndexService } from './search-index/search-index.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { WorkspaceService } from './workspaces/workspace.service.js';

/** Everything the domain offers, wired over one connection pool. Made once per process. */
export class Domain {
  readonly db: Db;
  readonly access: AccessService;
  readonly apiKeys: ApiKeyService;
  readonly attributes: AttributeService;
  readonly choices: ChoiceService;
  readonly connections: ConnectionService;
  readonly identities: IdentityService;
  readonly objects: ObjectService;
  readonly purges: PurgeService;
  readonly records: RecordService;
  readonly recordQueries: RecordQueryService;
  readonly recordWriter: RecordWriter;
  readonly schemas: SchemaCache;
  readonly searchIndex: SearchIndexService;
  readonly signIns: SignInService;
  readonly workspaces: WorkspaceService;

  /** Searches run on `searchSource`, where there is one. */
  constructor(
    readonly source: DataSource,
    private readonly searchSource?: DataSource,
  ) {
    this.db = new Db(source);
    const search = searchSource ? new Db(searchSource) : this.db;
    this.schemas = new SchemaCache(this.db);
    this.access = new AccessService(this.db);
    this.apiKeys = new ApiKeyService(this.db);
    this.attributes = new AttributeService(this.db, this.schemas);
    this.choices = new ChoiceService(this.db, this.schemas);
    this.connections = new ConnectionService(this.db, this.access);
    this.identities = new IdentityService(this.db);
    this.objects = new ObjectService(this.db, this.schemas);
    this.purges = new PurgeService(this.db);
    this.records = new RecordService(this.db, this.schemas);
    this.recordQueries = new RecordQueryService(this.db, search, this.schemas);
    this.recordWriter = new RecordWriter(this.db, this.access, this.schemas);
    this.searchIndex = new SearchIndexService(search);
    this.signIns = new SignInService(this.db);
    this.workspaces = new WorkspaceService(this.db);
  }

  async close(): Promise<void> {
    await this.closeSearch();
    if (this.source.isInitialized) await this.source.destroy();
  }

  /** For whoever opened `source` and closes it. */
  async closeSearch(): Promise<void> {
    if (this.searchSource?.isInitialized) await this.searchSource.destroy();
  }
}

/** Connects. @throws when the database cannot be reached */
export async function openDomain(options: string | DatabaseOptions): Promise<Domain> {
  const given = typeof options === 'string' ? { url: options } : options;
  const source = await dataSource(given).initialize();
  try {
    return new Domain(source, await searchSource(given).initialize());
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
