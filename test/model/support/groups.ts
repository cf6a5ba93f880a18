import type { GroupInput, MeasureInput } from '../../../libs/crm-domain/src/records/aggregate/aggregate.js';
import type { Model, Modelled } from './model.js';

/** Which groups are asked for; `price` is the only attribute that has a unit. */
export interface AskedGroups {
  group_by: GroupInput[];
  measures: MeasureInput[];
  order: 'largest' | 'natural';
  time_zone: string;
}

/** A group as it is compared: its keys, its currency and its numbers. */
export interface PlainGroup {
  keys: unknown[];
  unit: string | null;
  values: unknown[];
}

const CHOICES = ['Zed', 'Mid', 'Abc'];
type Price = { currency_value: number; currency_code: string };
const amountOf = (value: unknown) => (value as Price).currency_value;

/** The groups of some records, all of them in their order. */
export function groupsOf(model: Model, records: readonly Modelled[], asked: AskedGroups): PlainGroup[] {
  const { group_by, measures, order } = asked;
  const hasUnit = measures.some(isAmount);
  const groups = new Map<string, { keys: unknown[]; unit: string | null; held: Modelled[] }>();
  const put = (record: Modelled, keys: unknown[]) => {
    const unit = hasUnit ? ((record.values.price?.[0] as Price | undefined)?.currency_code ?? null) : null;
    const name = JSON.stringify([keys, unit]);
    const group = groups.get(name) ?? { keys, unit, held: [] };
    groups.set(name, group);
    group.held.push(record);
  };
  for (const record of records)
    for (const keys of crossed(group_by.map((group) => keysOf(record, group, asked.time_zone)))) put(record, keys);
  if (group_by.length === 0 && groups.size === 0) groups.set('', { keys: [], unit: null, held: [] });
  const plain = [...groups.values()].map(({ keys, unit, held }) => ({
    keys,
    unit,
    values: measures.map((measure) => valueOf(model, held, measure)),
  }));
  return plain.sort((a, b) => (order === 'largest' ? largest(a, b) : 0) || natural(a, b));
}

export function isAmount({ function: name, attribute }: MeasureInput): boolean {
  return attribute === 'price' && name !== 'count_distinct';
}

function crossed(lists: unknown[][]): unknown[][] {
  return lists.reduce<unknown[][]>((all, list) => all.flatMap((keys) => list.map((key) => [...keys, key])), [[]]);
}

function keysOf(record: Modelled, { attribute, bucket, week_start }: GroupInput, zone: string): unknown[] {
  const held = attribute === 'link' ? (record.link ? [record.link.id] : []) : (record.values[attribute] ?? []);
  const keys = bucket ? held.map((value) => spanOf(value as string, bucket, { week_start, zone })) : held;
  return keys.length > 0 ? [...new Set(keys)] : [null];
}

function spanOf(
  value: string,
  bucket: string,
  { week_start, zone }: { week_start?: string | undefined; zone: string },
) {
  const isDate = value.length === 10;
  const day = isDate ? value : new Date(value).toLocaleDateString('en-CA', { timeZone: zone });
  const [year, month] = day.split('-') as [string, string];
  if (bucket === 'year') return year;
  if (bucket === 'quarter') return `${year}-Q${Math.ceil(Number(month) / 3)}`;
  if (bucket === 'month') return `${year}-${month}`;
  if (bucket === 'day') return day;
  const first = new Date(`${day}T00:00:00Z`);
  while (first.getUTCDay() !== (week_start === 'sunday' ? 0 : 1)) first.setUTCDate(first.getUTCDate() - 1);
  return first.toISOString().slice(0, 10);
}

function valueOf(model: Model, held: readonly Modelled[], { function: name, attribute }: MeasureInput): unknown {
  if (name === 'count') return held.length;
  const values = held.flatMap((record) => record.values[attribute!] ?? []);
  const { key } = model.kinds.get(attribute!)!;
  if (name === 'count_distinct')
    return new Set(values.map((value) => (attribute === 'price' ? JSON.stringify(value) : key(value as never)))).size;
  if (values.length === 0) return null;
  if (attribute === 'day') return (values as string[]).sort().at(name === 'min' ? 0 : -1);
  const numbers = values.map((value) => (attribute === 'price' ? amountOf(value) : (value as number)));
  if (name === 'min' || name === 'max') return Math[name](...numbers);
  const sum = numbers.reduce((all, number) => all + number, 0);
  return name === 'sum' ? sum : sum / numbers.length;
}

function largest({ values: [a] }: PlainGroup, { values: [b] }: PlainGroup): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a === b ? 0 : a! < b! ? 1 : -1;
}

function natural(a: PlainGroup, b: PlainGroup): number {
  const [x, y] = [a, b].map(({ keys, unit }) => [...keys, unit]) as [unknown[], unknown[]];
  for (const [at, key] of x.entries()) {
    const other = y[at];
    if (key === other) continue;
    if (key === null || other === null) return key === null ? 1 : -1;
    return rankOf(key) < rankOf(other) ? -1 : 1;
  }
  return 0;
}

function rankOf(key: unknown): string {
  const at = CHOICES.indexOf(key as string);
  return at < 0 ? String(key) : String(at);
}
