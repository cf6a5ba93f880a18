import type { Statement } from './session.js';

/** Collects parameters while a statement's text is put together; parts that have nothing to do are left out of both. */
export class StatementWriter {
  private readonly parts: string[] = [];
  private shape = '';

  constructor(
    private readonly name: string,
    readonly values: unknown[],
  ) {}

  /** The placeholder of a value. */
  put(value: unknown): string {
    this.values.push(Array.isArray(value) ? arrayLiteral(value) : value);
    return `$${this.values.length}`;
  }

  /**
   * Adds a common table expression; `mark` is the one letter by which the prepared statement's name tells its shape.
   */
  part(mark: string, text: string): this {
    this.shape += mark;
    this.parts.push(text);
    return this;
  }

  /** @throws Error where other parts were given the same marks before: their text must not be sent for these */
  statement(tail: string): Statement {
    const name = `${this.name}-${this.shape}`;
    const parts = [...this.parts, tail];
    const known = KNOWN.get(name);
    if (known === undefined) {
      const text = `with ${this.parts.join(',\n')}\n${tail}`;
      KNOWN.set(name, { parts, text });
      return { name, text };
    }
    if (parts.length !== known.parts.length || parts.some((part, at) => part !== known.parts[at]))
      throw new Error(`Two statements with other parts have the same name: ${name}`);
    return { name, text: known.text };
  }
}

/** An array as Postgres reads it. The driver would write the same, and takes several times as long over it. */
export function arrayLiteral(items: readonly unknown[]): string {
  return `{${items.map(elementLiteral).join(',')}}`;
}

function elementLiteral(item: unknown): string {
  if (item === null || item === undefined) return 'NULL';
  const text = item instanceof Date ? item.toISOString() : String(item);
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/**
 * Statements by name: the driver compares a prepared statement's text each time, which costs nothing when it is the
 * same string.
 */
const KNOWN = new Map<string, { parts: readonly string[]; text: string }>();
