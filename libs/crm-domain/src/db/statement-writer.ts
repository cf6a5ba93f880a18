import type { Statement } from './session.js';

/**
 * Collects parameters while a statement is put together; parts that have nothing to do are left out. The text is made
 * when a statement of these parts is first sent: to make it each time would take longer than to plan the write.
 */
export class StatementWriter {
  private readonly parts: (() => string)[] = [];
  private shape = '';

  constructor(
    private readonly name: string,
    readonly values: unknown[],
  ) {}

  /** The placeholder of a value. Never within the text of a part, which is not made each time. */
  put(value: unknown): string {
    this.values.push(Array.isArray(value) ? arrayLiteral(value) : value);
    return placeholder(this.values.length);
  }

  /**
   * Adds a common table expression; `mark` is the one letter by which the prepared statement's name tells its shape.
   */
  part(mark: string, text: () => string): this {
    this.shape += mark;
    this.parts.push(text);
    return this;
  }

  /**
   * @throws Error where other parts were given the same marks before: their text must not be sent for these. Their
   *   number of values is compared each time, their text the second, the fourth, the eighth time and so on.
   */
  statement(tail: () => string): Statement {
    const name = `${this.name}-${this.shape}`;
    let known = KNOWN.get(name);
    if (!known) KNOWN.set(name, (known = { text: this.text(tail), values: this.values.length, uses: 0 }));
    const isChecked = isPowerOfTwo(++known.uses);
    if (known.values !== this.values.length || (isChecked && this.text(tail) !== known.text))
      throw new Error(`Two statements with other parts have the same name: ${name}`);
    return { name, text: known.text };
  }

  private text(tail: () => string): string {
    const count = this.values.length;
    const text = `with ${this.parts.map((part) => part()).join(',\n')}\n${tail()}`;
    if (this.values.length !== count) throw new Error(`A part of ${this.name} puts values within its text.`);
    return text;
  }
}

const PLACEHOLDERS: string[] = [];

function placeholder(place: number): string {
  return (PLACEHOLDERS[place] ??= `$${place}`);
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

/** An array as Postgres reads it. The driver would write the same, and takes several times as long over it. */
export function arrayLiteral(items: readonly unknown[]): string {
  return `{${items.map(elementLiteral).join(',')}}`;
}

/** The same of items that hold nothing but letters, digits and `:.+-`, which need no quotes. */
export function bareArrayLiteral(items: readonly (string | number | null | undefined)[]): string {
  return `{${items.map((item) => item ?? 'NULL').join(',')}}`;
}

/** Characters that JSON escapes in a way of its own. */
const ESCAPED_IN_JSON = /\p{Cc}|\p{Cs}/u;

function elementLiteral(item: unknown): string {
  if (item === null || item === undefined) return 'NULL';
  const text = item instanceof Date ? item.toISOString() : String(item);
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  // Documents, mostly: what is JSON already has no such characters, and is quoted as JSON three times as fast.
  return ESCAPED_IN_JSON.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : JSON.stringify(text);
}

/**
 * Statements by name: the driver compares a prepared statement's text each time, which costs nothing when it is the
 * same string.
 */
const KNOWN = new Map<string, { text: string; values: number; uses: number }>();
