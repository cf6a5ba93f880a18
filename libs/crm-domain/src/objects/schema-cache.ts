import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import { HeldSchemas } from './held-schemas.js';
import { LARGE_BYTES, LargeSchemas } from './large-schemas.js';
import type { WorkspaceSchema } from './schema.js';
import type { SchemaStore } from './schema.store.js';

/** Bytes of memory that all schemas take together that are not large. */
const ROOM = 40_000_000;

/**
 * Schemas by workspace, those that were used last. Every authorisation brings the workspace's `schema_version`, so that a
 * held schema is known to be current or is loaded again; it is never stale and costs no round trip of its own.
 */
export class SchemaCache {
  private readonly small = new HeldSchemas();
  private readonly large = new LargeSchemas();
  private readonly loading = new Map<string, Promise<WorkspaceSchema>>();

  constructor(private readonly db: Db) {}

  /**
   * The schema at `version` or newer, loaded once for all who ask for it at the same time. Who is in a transaction
   * passes its `store`, and nobody else: waiting for a second connection while holding the first, enough requests at
   * once would wait for each other.
   */
  at(workspaceId: string, version: string, store?: SchemaStore): WorkspaceSchema | Promise<WorkspaceSchema> {
    const held = this.held(workspaceId);
    if (held && (held.version === version || BigInt(held.version) >= BigInt(version))) return held;
    return this.used(store ? this.fetch(workspaceId, store) : this.load(workspaceId, version));
  }

  /** The schema that was seen last; possibly old, for plans whose statement checks the version. */
  recent(workspaceId: string): WorkspaceSchema | Promise<WorkspaceSchema> {
    return this.held(workspaceId) ?? this.used(this.load(workspaceId));
  }

  /** The schema of this moment, for work that no credential began. */
  async present(workspaceId: string): Promise<WorkspaceSchema> {
    const version = await this.db.autocommit(workspaceId, (stores) => stores.schema.version());
    return this.at(workspaceId, version ?? '0');
  }

  /** The schema as a transaction sees it that changes it: others get it when that is committed. */
  async toChange(workspaceId: string, store: SchemaStore): Promise<WorkspaceSchema> {
    const keep = (schema: WorkspaceSchema) => this.large.use(schema);
    const schema = await store.load(this.large.turn(workspaceId, { isConnected: true, keep }));
    if (!schema) throw noWorkspace();
    return schema;
  }

  private held(workspaceId: string): WorkspaceSchema | undefined {
    const small = this.small.use(workspaceId);
    if (small) return small;
    const large = this.large.find(workspaceId);
    if (large) this.large.use(large);
    return large;
  }

  private async used(loaded: Promise<WorkspaceSchema>): Promise<WorkspaceSchema> {
    const schema = await loaded;
    if (isLarge(schema)) this.large.use(schema);
    return schema;
  }

  private async load(workspaceId: string, version = '0'): Promise<WorkspaceSchema> {
    // Whoever has a connection waits for nobody who may be waiting for one, and lets nobody else wait for its
    // transaction.
    if (this.db.isTogether) return this.fetch(workspaceId);
    const pending = this.loading.get(workspaceId);
    if (!pending) return this.loadForAll(workspaceId);
    const schema = await pending;
    if (BigInt(schema.version) >= BigInt(version)) return schema;
    // That load may have begun before the version that is asked for. The next one has not: the first who waited begins
    // it for all.
    return this.loading.get(workspaceId) ?? this.loadForAll(workspaceId);
  }

  private loadForAll(workspaceId: string): Promise<WorkspaceSchema> {
    const fresh = this.fetch(workspaceId).finally(() => this.loading.delete(workspaceId));
    this.loading.set(workspaceId, fresh);
    return fresh;
  }

  private async fetch(workspaceId: string, store?: SchemaStore): Promise<WorkspaceSchema> {
    // It is too old for whoever loads: both would take memory.
    this.large.forget(workspaceId);
    const isConnected = store !== undefined || this.db.isTogether;
    if (!isConnected) this.large.refuseKnown(workspaceId);
    const turn = this.large.turn(workspaceId, { isConnected, keep: (schema) => this.hold(schema) });
    const load = (from: SchemaStore) => from.load(turn);
    const schema = await (store ? load(store) : this.db.autocommit(workspaceId, (stores) => load(stores.schema)));
    if (!schema) throw noWorkspace();
    if (!isLarge(schema)) this.hold(schema);
    return schema;
  }

  private hold(schema: WorkspaceSchema): void {
    const { workspace_id: id, version } = schema;
    const old = this.small.use(id) ?? this.large.find(id);
    if (old && BigInt(old.version) > BigInt(version)) return;
    this.small.remove(id);
    this.large.forget(id);
    if (isLarge(schema)) return this.large.hold(schema);
    this.small.add(schema);
    for (const first of this.small.all()) {
      if (this.small.bytes <= ROOM) return;
      this.small.remove(first.workspace_id);
    }
  }
}

function isLarge({ bytes }: WorkspaceSchema): boolean {
  return bytes > LARGE_BYTES;
}

function noWorkspace(): DomainError {
  return new DomainError('unauthenticated', 'This credential belongs to no workspace.');
}
