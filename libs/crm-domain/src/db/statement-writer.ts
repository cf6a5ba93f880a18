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

  /** Adds a common table expression; `mark` is the one letter by which the prepared statement's name tells its shape. */
  part(mark: string, text: string): this {
    this.shape += mark;
    this.parts.push(text);
    return this;
  }

  statement(tail: string): Statement {
    const name = `${this.name}-${this.shape}`;
    let text = TEXTS.get(name);
    if (!text) {
      text = `with ${this.parts.join(',\n')}\n${tail}`;
      TEXTS.set(name, text);
    }
    return { name, text };
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

/** Texts by name: the driver compares a prepared statement's text each time, which costs nothing when it is the same string. */
const TEXTS = new Map<string, string>();
