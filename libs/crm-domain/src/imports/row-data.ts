import type { Attribute, ObjectSchema } from '../objects/schema.js';
import { whyTooMany } from '../records/writing/read-patch.js';
import { isObject } from '../values/parse.js';
import { ValueRefusal, type Json } from '../values/value-type.js';
import { PARTS, cellPart, cellValue, parsed } from './cell-value.js';
import { isExport } from './own-export.js';
import type { Cells, ColumnMapping, FileColumn, Mapping } from './import.js';

/** Values of one attribute in one row at most. */
const MAX_VALUES = 50;
const TOO_MANY = `A row has at most ${MAX_VALUES} values of one attribute.`;

interface Placed extends ColumnMapping {
  at: number;
  of: Attribute;
}

/** Makes of the cells of a row what a write takes, by a mapping that was judged. */
export class RowData {
  private readonly placed: Placed[];
  private readonly isExact: boolean;

  constructor(
    object: ObjectSchema,
    readonly mapping: Mapping,
    columns: readonly FileColumn[],
  ) {
    this.isExact = isExport(columns);
    const places = new Map(columns.map(({ name }, at) => [name, at]));
    this.placed = mapping.columns.flatMap((each) => {
      const [at, of] = [places.get(each.column), object.find(each.attribute)];
      return at === undefined || !of ? [] : [{ ...each, at, of }];
    });
  }

  /**
   * The values of a row, a step for each cell. A cell that is empty says nothing. To read some values, such as phone
   * numbers, takes a while, and a row may have thousands of them: they are counted first, and others have their turn
   * between two steps.
   *
   * @returns a text that says what is wrong, in place of values
   */
  *read(cells: Cells): Generator<void, Record<string, unknown> | string> {
    const given = new Map<Placed, Json[]>();
    let count = 0;
    for (const placed of this.placed) {
      const cell = cells[placed.at] ?? null;
      if (isEmpty(cell)) continue;
      const values = placed.part === undefined ? valuesIn(placed, cell) : [cell];
      if (values.length > MAX_VALUES) return `${placed.column}: ${TOO_MANY}`;
      given.set(placed, values);
      count += values.length;
      yield;
    }
    return whyTooMany(count)?.message ?? (yield* this.readAll(given));
  }

  private *readAll(given: ReadonlyMap<Placed, Json[]>): Generator<void, Record<string, unknown> | string> {
    const data: Record<string, unknown> = {};
    for (const [placed, values] of given) {
      try {
        this.add(data, placed, values);
      } catch (refusal) {
        if (!(refusal instanceof ValueRefusal)) throw refusal;
        return `${placed.column}: ${refusal.message}`;
      }
      yield;
    }
    for (const { of, part } of this.placed) if (part !== undefined) complete(data, of);
    return data;
  }

  /** The column that a value came from, for messages. */
  columnOf(attribute: string): string | undefined {
    return this.placed.find(({ of }) => of.slug === attribute || of.attribute_id === attribute)?.column;
  }

  /** How many records a row refers to. */
  references(data: Record<string, unknown>): number {
    const referring = new Set(this.placed.flatMap(({ of }) => (of.valueType.target ? of.slug : [])));
    return [...referring].reduce((count, slug) => {
      const value = data[slug] as { append?: Json[] } | Json[] | undefined;
      const items = Array.isArray(value) ? value : value?.append;
      return count + (items?.length ?? (value ? 1 : 0));
    }, 0);
  }

  private add(data: Record<string, unknown>, placed: Placed, given: readonly Json[]): void {
    const { of, part, append } = placed;
    const key = of.slug;
    if (part !== undefined) {
      const parts = (data[key] ??= {}) as Record<string, Json>;
      parts[part] = cellPart(part, given[0]!, placed);
      if (part === 'currency_value' && placed.currency_code) parts['currency_code'] ??= placed.currency_code;
      return;
    }
    const before = data[key] as { append: Json[] } | Json[] | undefined;
    const list = before === undefined ? [] : Array.isArray(before) ? before : before.append;
    if (list.length + given.length > MAX_VALUES) throw new ValueRefusal(TOO_MANY);
    const values = given.map((each) => cellValue(of, each, { ...placed, isExact: this.isExact }));
    const all = [...list, ...values];
    data[key] = append ? { append: all } : all;
  }
}

/** What a cell holds, not yet read. */
function valuesIn({ of, split }: Placed, cell: Json): Json[] {
  const values = typeof cell === 'string' && of.several ? (listIn(cell) ?? divided(cell, split)) : cell;
  return Array.isArray(values) ? values : [values];
}

/** Several values as an export writes them: a JSON array of texts or of objects. */
function listIn(cell: string): Json[] | undefined {
  const read = cell.startsWith('[') ? parsed(cell) : undefined;
  const isList =
    Array.isArray(read) && read.length > 0 && read.every((each) => typeof each === 'string' || isObject(each));
  return isList ? (read as Json[]) : undefined;
}

function divided(cell: string, split: string | undefined): Json {
  if (split === undefined) return cell;
  return cell.split(split).flatMap((text) => text.trim() || []);
}

function isEmpty(cell: Json | null): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}

/** Parts that no column has are empty. */
function complete(data: Record<string, unknown>, { slug, type }: Attribute): void {
  const value = data[slug];
  if (value !== undefined && !Array.isArray(value)) data[slug] = { ...PARTS[type]!.empty, ...value };
}
