import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkspaceSchema } from './schema.js';

/**
 * A piece of work that may use large schemas: each of them takes memory for as long as anybody uses it, also when it is
 * no longer held for others.
 */
export class SchemaUse {
  private static readonly current = new AsyncLocalStorage<SchemaUse>();
  private readonly ends = new Map<WorkspaceSchema, () => void>();
  private hasEnded = false;

  /** @param isAnswered whether it has come so far that it uses none any more, though it goes on */
  constructor(private isAnswered = () => false) {}

  /** That of whoever calls. */
  static here(): SchemaUse | undefined {
    const use = SchemaUse.current.getStore();
    return use?.isOver ? undefined : use;
  }

  static async during<T>(work: () => Promise<T>): Promise<T> {
    const use = new SchemaUse();
    try {
      return await use.run(work);
    } finally {
      use.end();
    }
  }

  run<T>(work: () => T): T {
    return SchemaUse.current.run(this, work);
  }

  get isOver(): boolean {
    return this.hasEnded || this.isAnswered();
  }

  /** @param end called when it uses the schema no longer */
  takes(schema: WorkspaceSchema, end: () => void): void {
    if (!this.ends.has(schema)) this.ends.set(schema, end);
  }

  end(): void {
    this.hasEnded = true;
    // A connection that is kept remembers in whose work it began to wait, and would keep the request with its body.
    this.isAnswered = () => true;
    for (const end of this.ends.values()) end();
    this.ends.clear();
  }
}
