import { SharedPlaces } from '../db/turns.js';
import { DomainError } from '../errors.js';
import { HeldSchemas } from './held-schemas.js';
import { SchemaUse } from './schema-use.js';
import type { WorkspaceSchema } from './schema.js';
import type { LargeTurn } from './schema-reader.js';

/** Bytes of memory from which on a schema is large. */
export const LARGE_BYTES = 1_500_000;
/** Bytes that large ones take together: those held, those that requests still use and those being loaded. */
const ROOM = 64_000_000;
/** What one takes at most that has as much as a workspace may have, and what is kept free while it is loaded. */
const LARGEST = 18_000_000;
/** Loads at once, and those of whoever holds a connection. */
const AT_ONCE = 1;
/** Loads that wait for their turn: each has requests of its workspace wait, which hold places that others need. */
const MAX_WAITING = 1;
/** Workspaces that are remembered to have a large schema. */
const MAX_KNOWN = 10_000;
/** Milliseconds that a load waits for its turn, and after that for room. */
const PATIENCE = 5000;
/** Milliseconds that it waits while it holds a connection, of which others have need. */
const SHORT_PATIENCE = 1000;

/** How a large schema is loaded. */
export interface LargeLoad {
  /** Whether whoever loads holds a connection. */
  isConnected: boolean;
  /** Has the schema kept by whoever needs it, before others take its room. */
  keep: (schema: WorkspaceSchema) => void;
}

/**
 * The large schemas of a process. A hundred of them would fill its memory, and loading one takes it for longer than
 * most requests, so that they have a room of their own, in which they push out only each other, and are loaded in turn.
 */
export class LargeSchemas {
  private readonly held = new HeldSchemas();
  private readonly uses = new Map<WorkspaceSchema, Set<SchemaUse>>();
  private loading = 0;
  private readonly waiting = new Set<() => void>();
  private underWay = 0;
  /** Workspaces that have been found to have one. */
  private readonly known = new Set<string>();
  private readonly places = new SharedPlaces('loads of large schemas', AT_ONCE, PATIENCE);
  /**
   * For those that hold a connection: of those that do not, one with a place may wait for a connection. All who have one
   * of these have a connection, so that nobody waits in a circle.
   */
  private readonly placesOfConnected = new SharedPlaces('loads of large schemas', AT_ONCE, SHORT_PATIENCE);

  /** What is held of a workspace, and used from now on. */
  find(workspaceId: string): WorkspaceSchema | undefined {
    return this.held.use(workspaceId);
  }

  /** Notes that the work of this moment uses a schema, until it ends. */
  use(schema: WorkspaceSchema): void {
    const use = SchemaUse.here();
    if (!use) return;
    const uses = this.uses.get(schema) ?? new Set();
    if (uses.has(use)) return;
    this.uses.set(schema, uses.add(use));
    use.takes(schema, () => this.free(schema, use));
  }

  hold(schema: WorkspaceSchema): void {
    this.held.add(schema);
    // One from before workspaces had a maximum is not held where it would push all others out.
    if (schema.bytes > ROOM / 2) this.held.remove(schema.workspace_id);
    this.letGo(0, schema);
  }

  /** What requests use of it takes room until they end. */
  forget(workspaceId: string): void {
    if (this.held.remove(workspaceId)) this.tellWaiting();
  }

  /**
   * Before anything is read of a workspace's schema.
   * @throws DomainError unavailable where it is large and as many wait as may
   */
  refuseKnown(workspaceId: string): void {
    if (this.known.has(workspaceId)) this.refuseMore();
  }

  /**
   * Has a schema loaded when there is a place and room for it.
   * @throws DomainError unavailable when neither came in time, or too many wait for it
   */
  turn(workspaceId: string, { isConnected, keep }: LargeLoad): LargeTurn {
    return async (read) => {
      this.remember(workspaceId);
      const load = () => this.load(isConnected ? 0 : PATIENCE, read, keep);
      if (isConnected) return this.placesOfConnected.run(workspaceId, load);
      this.refuseMore();
      this.underWay++;
      try {
        return await this.places.run(workspaceId, load);
      } finally {
        this.underWay--;
      }
    };
  }

  private async load(
    patience: number,
    read: () => Promise<WorkspaceSchema | undefined>,
    keep: LargeLoad['keep'],
  ): Promise<WorkspaceSchema | undefined> {
    if (!this.takeRoom()) await this.room(patience);
    let schema: WorkspaceSchema | undefined;
    try {
      schema = await read();
    } finally {
      this.loading -= LARGEST;
      if (schema) keep(schema);
      this.tellWaiting();
    }
    return schema;
  }

  private refuseMore(): void {
    if (this.underWay < AT_ONCE + MAX_WAITING) return;
    throw new DomainError('unavailable', 'Too many large schemas are being loaded. Try again in a second.', [], 1);
  }

  private remember(workspaceId: string): void {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.add(workspaceId);
  }

  private room(patience: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        if (!this.takeRoom()) return false;
        this.waiting.delete(attempt);
        clearTimeout(timer);
        resolve();
        return true;
      };
      const timer = setTimeout(() => {
        if (attempt()) return;
        this.waiting.delete(attempt);
        reject(new DomainError('unavailable', 'Too many large schemas are in use. Try again in a second.', [], 1));
      }, patience);
      this.waiting.add(attempt);
    });
  }

  private takeRoom(): boolean {
    this.letGo(LARGEST);
    if (this.taken + LARGEST > ROOM) return false;
    this.loading += LARGEST;
    return true;
  }

  /**
   * Lets those go that were used longest ago: first those that nobody uses now, then others, which make room when what
   * uses them ends.
   */
  private letGo(needed: number, kept?: WorkspaceSchema): void {
    for (const schema of this.held.all()) {
      if (this.taken + needed <= ROOM) return;
      if (schema !== kept && !this.isUsed(schema)) this.held.remove(schema.workspace_id);
    }
    for (const schema of this.held.all()) {
      if (this.held.bytes + this.loading + needed <= ROOM) return;
      if (schema !== kept) this.held.remove(schema.workspace_id);
    }
  }

  private get taken(): number {
    let taken = this.held.bytes + this.loading;
    for (const schema of this.uses.keys()) if (!this.held.has(schema) && this.isUsed(schema)) taken += schema.bytes;
    return taken;
  }

  private isUsed(schema: WorkspaceSchema): boolean {
    return [...(this.uses.get(schema) ?? [])].some(({ isOver }) => !isOver);
  }

  private free(schema: WorkspaceSchema, use: SchemaUse): void {
    const uses = this.uses.get(schema);
    uses?.delete(use);
    if (uses?.size === 0) this.uses.delete(schema);
    this.tellWaiting();
  }

  private tellWaiting(): void {
    for (const attempt of this.waiting) attempt();
  }
}
