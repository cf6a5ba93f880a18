import type { Stamp, Values, RecordRow } from '../document.js';
import { labels } from '../record.statements.js';
import { attributesRead, showsSystem, type Shape } from './shape.js';

/**
 * What a statement reads of records of which only some attributes are shown. Its text depends on nothing but how many
 * they are, so that there are few such statements; the attributes are parameters.
 */
export interface Columns {
  /** Distinguishes the statements in their names. */
  name: string;
  /** Whether all attributes are read, with the labels of what they refer to; then `width` is 0. */
  all: boolean;
  width: number;
  /** Whether it is read who made the record and when, and of each value the same. */
  stamps: boolean;
  /** Numbers of the attributes, filled up to the width. */
  numbers: (string | null)[];
}

const WIDTHS = [0, 1, 2, 4, 8, 16];
/** What the columns of each attribute are called. */
const NAMES = Array.from({ length: WIDTHS.at(-1)! }, (_, at) => ({ value: `v${at}`, stamp: `m${at}` }));
/** What was written with a record and is shown with it, or with its values. */
const STAMPS = ['created_at', 'updated_at', 'created_by', 'created_via'] as const;

/** All values, and not who wrote them and when. */
const ALL_VALUES: Columns = { name: 'values', all: true, width: 0, stamps: false, numbers: [] };

/**
 * The columns for a shape; undefined where the record is read whole. All values are read where many attributes are
 * named: a large document is unpacked once for each that is read by itself.
 */
export function columnsOf(shape: Shape): Columns | undefined {
  const stamps = shape.format === 'detailed' || namesStamp(shape);
  const numbers = [...(attributesRead(shape) ?? [])].map(({ attr_no }) => String(attr_no));
  const width = shape.columns && WIDTHS.find((each) => each >= numbers.length);
  if (width === undefined) return stamps ? undefined : ALL_VALUES;
  const filled = [...numbers, ...new Array<null>(width - numbers.length).fill(null)];
  return { name: `${width}${stamps ? '-stamps' : ''}`, all: false, width, stamps, numbers: filled };
}

function namesStamp(shape: Shape): boolean {
  return shape.columns !== undefined && STAMPS.some((field) => showsSystem(shape, field));
}

/** Whether columns that were read by an older schema are those of the shape; whoever read everything has them all. */
export function areStill(columns: Columns | undefined, shape: Shape): boolean {
  if (!columns) return true;
  const now = columnsOf(shape);
  return now?.name === columns.name && now.numbers.every((number, at) => number === columns.numbers[at]);
}

const OWN = ['r.record_id', 'r.object_id', 'r.label', 'r.rev'];

/** Columns of the record `r` in SQL, with the numbers of the attributes as the parameters from `next` on. */
export function columnsSql({ all, width, stamps }: Columns, next: number, held = (column: string) => column): string {
  if (all) return [...OWN, 'r.refs', 'r.vals'].join(', ');
  const places = Array.from({ length: width }, (_, at) => at);
  const made = ['r.created_at', 'r.updated_at', 'r.created_by_type', 'r.created_by_id', 'r.created_via'];
  const values = places.map((at) => `${held(`r.vals -> $${next + at}::text`)} as v${at}`);
  const metas = places.map((at) => `${held(`r.meta -> $${next + at}::text`)} as m${at}`);
  return [...OWN, ...values, ...(stamps ? [...made, ...metas] : [])].join(', ');
}

/** The same with labels where all is read; what is referred to then comes as JSON, which is read faster than an array. */
export function labelledColumnsSql(columns: Columns, next: number, held = (column: string) => column): string {
  if (!columns.all) return columnsSql(columns, next, held);
  const refs = held('r.refs');
  return [...OWN, `to_json(${refs}) as refs`, `${held('r.vals')} as vals`, labels(refs)].join(', ');
}

/** A statement for each kind of columns, whose text is made when it is first sent. */
export function onceEach<Made>(make: (columns: Columns) => Made): (columns: Columns) => Made {
  const made = new Map<string, Made>();
  return (columns) => {
    const held = made.get(columns.name) ?? make(columns);
    made.set(columns.name, held);
    return held;
  };
}

/** Of a row with these columns, the record: as if it held nothing else. Without all values it has no labels. */
export function asRecord(read: object, { all, numbers, stamps }: Columns): RecordRow {
  const row = read as RecordRow & Record<string, unknown>;
  if (all) return Object.assign(row, { meta: null });
  const vals: Values = {};
  const meta: Record<string, Stamp> = {};
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    if (number === null) continue;
    const { value, stamp } = NAMES[at]!;
    if (row[value] !== null) vals[number] = row[value] as Values[string];
    if (stamps && row[stamp] !== null) meta[number] = row[stamp] as Stamp;
  }
  return Object.assign(row, { vals, meta, refs: null, labels: [] });
}
