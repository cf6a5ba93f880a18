import type { WorkspaceSchema } from './schema.js';

/** Schemas by workspace, in the order in which they were used last. */
export class HeldSchemas {
  private readonly byWorkspace = new Map<string, WorkspaceSchema>();
  private newest?: WorkspaceSchema | undefined;
  private sum = 0;

  /** What all of them take of memory, about. */
  get bytes(): number {
    return this.sum;
  }

  /** The schema of a workspace, which is used now. */
  use(workspaceId: string): WorkspaceSchema | undefined {
    const found = this.byWorkspace.get(workspaceId);
    if (found && found !== this.newest) this.append(found);
    return found;
  }

  has(schema: WorkspaceSchema): boolean {
    return this.byWorkspace.get(schema.workspace_id) === schema;
  }

  /** In place of an older one. */
  add(schema: WorkspaceSchema): void {
    this.remove(schema.workspace_id);
    this.sum += schema.bytes;
    this.append(schema);
  }

  /** @returns what was held of the workspace */
  remove(workspaceId: string): WorkspaceSchema | undefined {
    const found = this.byWorkspace.get(workspaceId);
    if (!found) return undefined;
    this.byWorkspace.delete(workspaceId);
    this.sum -= found.bytes;
    if (this.newest === found) this.newest = undefined;
    return found;
  }

  /** From the one that was not used for longest. */
  all(): Iterable<WorkspaceSchema> {
    return this.byWorkspace.values();
  }

  private append(schema: WorkspaceSchema): void {
    this.byWorkspace.delete(schema.workspace_id);
    this.byWorkspace.set(schema.workspace_id, schema);
    this.newest = schema;
  }
}
