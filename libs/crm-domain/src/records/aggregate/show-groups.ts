import type { Table } from '../shown/concise.js';
import { byText } from '../../values/keys.js';
import type { Json } from '../../values/value-type.js';
import { choiceById } from '../../values/choice.js';
import { isAmount, nameOf, type Group, type JudgedAggregate, type Measure } from './aggregate.js';
import type { GroupRow, Person } from './aggregate.store.js';

export interface ShownMeasure {
  function: string;
  attribute?: string;
  /** A number, or a date where dates are measured; null where there is nothing to measure. */
  value: number | string | null;
  /** Of amounts alone; null where records without an amount are the group. */
  currency_code?: string | null;
}

export interface ShownGroup {
  /** By attribute, what the records of the group have in common; null where they have no value. */
  group: Record<string, Json>;
  measures: ShownMeasure[];
}

/** Records of an object, group by group. */
export interface RecordGroups {
  groups?: ShownGroup[];
  /** The same, where that was asked for. */
  table?: Table;
  /** Groups that are not shown, together. */
  others?: { groups: number; measures: ShownMeasure[] };
}

/** What keys of groups stand for. */
export interface GroupNames {
  /** Target id -> '1' or '0' (in the trash) and its label. */
  labels: Readonly<Record<string, string>>;
  people: ReadonlyMap<string, Person>;
}

export function showGroups(
  asked: JudgedAggregate,
  rows: readonly GroupRow[],
  names: GroupNames,
): RecordGroups & { groups: ShownGroup[] } {
  const groups = rows
    .filter(({ at }) => at !== null)
    .map((row) => ({
      group: Object.fromEntries(
        asked.groups.map((group, at) => [nameOf(group.subject), showKey(group, at === 0 ? row.g0 : row.g1, names)]),
      ),
      measures: asked.measures.map((measure, at) => showMeasure(measure, row.f[at]!, row.u)),
    }));
  if (groups.length === 0 && asked.groups.length === 0)
    groups.push({ group: {}, measures: asked.measures.map((measure) => showMeasure(measure, none(measure), null)) });
  const rest = rows.filter(({ at }) => at === null);
  return rest.length === 0 ? { groups } : { groups, others: together(asked, rest) };
}

function none({ function: name }: Measure): number | null {
  return name === 'count' || name === 'count_distinct' ? 0 : null;
}

/** Counts are added over all units, amounts within each; averages and numbers of different values cannot be. */
function together({ measures }: JudgedAggregate, rest: readonly GroupRow[]) {
  const amounts = rest.filter(({ u }) => u !== null).sort((a, b) => byText(a.u!, b.u!));
  const shown = measures.flatMap((measure, at): ShownMeasure[] => {
    if (measure.function === 'avg' || measure.function === 'count_distinct') return [];
    if (isAmount(measure)) return amounts.map(({ f, u }) => showMeasure(measure, f[at]!, u));
    const values = rest.map(({ f }) => f[at]!).filter((value) => value !== null);
    return [showMeasure(measure, values.length === 0 ? none(measure) : merged(measure, values), null)];
  });
  return { groups: rest.reduce((sum, { groups }) => sum + groups, 0), measures: shown };
}

function merged({ function: name }: Measure, values: number[]): number {
  if (name === 'min') return Math.min(...values);
  return name === 'max' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
}

function showMeasure(measure: Measure, value: number | null, unit: string | null): ShownMeasure {
  const { function: name, subject } = measure;
  if (!subject) return { function: name, value };
  const isTime = (name === 'min' || name === 'max') && subject.valueType.grouped === 'day';
  const shown = isTime && value !== null ? timeOf(value, subject.valueType.type === 'date') : value;
  const measured = { function: name, attribute: nameOf(subject), value: shown };
  return isAmount(measure) ? { ...measured, currency_code: unit } : measured;
}

function timeOf(seconds: number, isDate: boolean): string {
  const time = new Date(Math.round(seconds * 1000)).toISOString();
  return isDate ? time.slice(0, 10) : time;
}

function showKey({ subject, bucket }: Group, key: string | null, { labels, people }: GroupNames): Json {
  if (key === null) return null;
  switch (subject.valueType.grouped) {
    case 'choice':
      return { id: key, title: choiceById(key, subject.context)?.title ?? null };
    case 'record': {
      const label = labels[key];
      return { id: key, name: label?.slice(1) || null, ...(!label?.startsWith('1') && { target_deleted: true }) };
    }
    case 'member': {
      const person = people.get(key);
      return { id: key, name: person?.name ?? null, email: person?.email ?? null };
    }
    case 'flag':
      return key === 'true';
    default:
      return spanOf(Number(key), bucket);
  }
}

/** `2026-11-23` (of a week its first day), `2026-11`, `2026-Q4`, `2026`. */
function spanOf(days: number, bucket: Group['bucket']): string {
  // The last moments of 9999 fall into the year 10000 in zones ahead of UTC; JavaScript writes it as +010000.
  const day = new Date(days * 86_400_000).toISOString().replace(/T.*$/, '').replace(/^\+0*/, '');
  const [year, month] = day.split('-') as [string, string];
  if (bucket === 'month') return `${year}-${month}`;
  if (bucket === 'quarter') return `${year}-Q${Math.ceil(Number(month) / 3)}`;
  return bucket === 'year' ? year : day;
}
