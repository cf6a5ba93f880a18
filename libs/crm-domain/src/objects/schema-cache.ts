import type { Db } from '../crm-database.js';
import { DomainError } from '../errors.js';
import type { WorkspaceSchema } from './schema.js';
import type { SchemaStore } from './schema.store.js';

// Objects, attributes, options and stages held at most over all workspaces; an attribute takes about 2 KB, the others
// less.
const ROOM = 50_000;

/**
 * Schemas by workspace. Every authorisation brings the workspace's `schema_version`, so that a held schema is known to
 * be current or is loaded again; it is never stale and costs no round trip of its own.
 */
export class SchemaCache {
  private readonly held = new Map<string, WorkspaceSchema>();
  private readonly loading = new Map<string, Promise<WorkspaceSchema>>();
  private size = 0;

  constructor(private readonly db: Db) {}

  /**
   * The schema at `version` or newer, loaded once for all who ask for it at the same time. Who is in a transaction
   * passes its `store`, and nobody else: waiting for a second connection while holding the first, enough requests at
   * once would wait for each other.
   */
  at(workspaceId: string, version: string, store?: SchemaStore): WorkspaceSchema | Promise<WorkspaceSchema> {
    const held = this.held.get(workspaceId);
    if (held && (held.version === version || BigInt(held.version) >= BigInt(version))) return held;
    return store ? this.fetch(workspaceId, store) : this.load(workspaceId, version);
  }

  /** The schema that was seen last; possibly old, for plans whose statement checks the version. */
  recent(workspaceId: string): WorkspaceSchema | Promise<WorkspaceSchema> {
    return this.held.get(workspaceId) ?? this.load(workspaceId);
  }

  /** The schema of this moment, for work that no credential began. */
  async present(workspaceId: string): Promise<WorkspaceSchema> {
    const version = await this.db.autocommit(workspaceId, (stores) => stores.schema.version());
    return this.at(workspaceId, version ?? '0');
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
    const schema = await (store?.load() ?? this.db.autocommit(workspaceId, (stores) => stores.schema.load()));
    if (!schema) throw new DomainError('unauthenticated', 'This credential belongs to no workspace.');
    this.hold(schema);
    return schema;
  }

  private hold(schema: WorkspaceSchema): void {
    const old = this.held.get(schema.workspace_id);
    if (old && BigInt(old.version) > BigInt(schema.version)) return;
    if (old) this.forget(old);
    // One from before workspaces had a maximum is held where there is room, but does not push all others out.
    if (schema.size > ROOM / 2 && this.size + schema.size > ROOM) return;
    this.held.set(schema.workspace_id, schema);
    this.size += schema.size;
    for (const first of this.held.values()) {
      if (this.size <= ROOM || first === schema) break;
      this.forget(first);
    }
  }

  private forget(schema: WorkspaceSchema): void {
    this.held.delete(schema.workspace_id);
    this.size -= schema.size;
  }
}
