import { csvLine } from '../csv-line.js';
import type { Attribute } from '../objects/schema.js';
import { itemsOf } from '../records/document.js';
import { conciseValue } from '../records/shown/concise.js';
import type { Column, SystemField } from '../records/shown/shape.js';
import { resolve, systemFields, type Shown } from '../records/wire.js';
import type { Json } from '../values/value-type.js';
import type { ExportedRecord } from './export-reader.js';

const BOM = '\uFEFF';

/** How a table is written, apart from what is in it. */
export interface CsvStyle {
  bom: boolean;
  escape_formulas: boolean;
}

/** A column of the table: its name, and what stands in it. */
interface CsvColumn {
  name: string;
  cell(record: ExportedRecord): Json | undefined;
}

/**
 * Writes records as CSV (RFC 4180): the id first, then a column for each field, or for each part of one whose values
 * have parts. Each cell holds what an import takes for the same value. Where an attribute may hold several values, a
 * cell with more than one of them is a JSON array.
 */
export class CsvWriter {
  private readonly columns: CsvColumn[];

  constructor(
    fields: readonly Column[],
    private readonly style: CsvStyle,
  ) {
    const others = fields.filter(({ name, attribute }) => attribute || (name !== 'id' && name !== 'record_id'));
    this.columns = [{ name: 'id', cell: ({ shown }) => shown.row.record_id }, ...others.flatMap(columnsOf)];
  }

  header(): string {
    return (this.style.bom ? BOM : '') + this.line(this.columns.map(({ name }) => name));
  }

  record(record: ExportedRecord): string {
    return this.line(this.columns.map(({ cell }) => textOf(cell(record))));
  }

  private line(cells: readonly string[]): string {
    return csvLine(cells, this.style.escape_formulas);
  }
}

function columnsOf(field: Column): CsvColumn[] {
  const { name, attribute, over } = field;
  if (over) return [{ name, cell: ({ related }) => related?.[name] }];
  if (!attribute) {
    const system = name as SystemField;
    return [{ name, cell: ({ shown }) => systemFields(shown.row, [system])[system] as Json | undefined }];
  }
  const parts = attribute.several ? undefined : attribute.valueType.columns?.(attribute.context);
  if (!parts) return [{ name, cell: ({ shown }) => valueOf(attribute, shown) }];
  return parts.map((part, at) => ({
    name: `${name}.${part}`,
    cell: ({ shown }) => partOf(attribute, shown, [part, at]),
  }));
}

/** One value bare; of an attribute that may hold several, a text that looks like a list of them is written as one. */
function valueOf(attribute: Attribute, { row, labels }: Shown): Json | undefined {
  const value = conciseValue(attribute, row.vals[attribute.attr_no], labels);
  if (!attribute.several || !Array.isArray(value) || value.length > 1) return value;
  const [only] = value;
  return typeof only === 'string' && only.startsWith('[') ? value : only;
}

function partOf(attribute: Attribute, { row, labels }: Shown, [part, at]: [string, number]): Json | undefined {
  const items = itemsOf(row.vals, attribute.attr_no);
  // From when it held several: they are all in the first column.
  if (items.length > 1) return at === 0 ? conciseValue(attribute, row.vals[attribute.attr_no], labels) : undefined;
  const [item] = items;
  const target = item === undefined ? null : resolve(attribute, item, labels);
  if (item === undefined || target === null) return undefined;
  const { valueType, context } = attribute;
  const concise = valueType.concise(item, context, target);
  const fields = { ...valueType.serialise(item, context, target), ...(typeof concise === 'object' ? concise : {}) };
  return (fields as Record<string, Json>)[part];
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
