import type { MeasureInput } from '../../../libs/crm-domain/src/records/aggregate/aggregate.js';
import type { RecordGroups } from '../../../libs/crm-domain/src/records/aggregate/show-groups.js';
import { isAmount, type PlainGroup } from './groups.js';

/** @throws Error where the groups of an answer are not those that are expected, or its others not the rest of them */
export function compareGroups(
  { groups = [], others }: RecordGroups,
  expected: readonly PlainGroup[],
  { measures, limit }: { measures: readonly MeasureInput[]; limit: number },
): void {
  const found = groups.map(({ group, measures: shown }) => ({
    keys: Object.values(group).map(plainKey),
    unit: shown.find(({ currency_code }) => currency_code)?.currency_code ?? null,
    values: shown.map(({ value }) => value),
  }));
  compare(found, expected.slice(0, limit), 'groups');
  const rest = expected.slice(limit);
  compare([others?.groups ?? 0], [rest.length], 'other groups');
  for (const [at, measure] of measures.entries()) {
    if (rest.length === 0 || (measure.function !== 'count' && measure.function !== 'sum')) continue;
    const units = isAmount(measure) ? new Set(rest.flatMap(({ unit }) => unit ?? [])) : [null];
    const sums = [...units].sort().map((unit) => {
      const values = rest.filter((each) => unit === null || each.unit === unit).map(({ values }) => values[at]);
      return values.every((value) => value === null)
        ? null
        : values.reduce<number>((all, value) => all + Number(value), 0);
    });
    const shown = others!.measures.filter(
      (each) => each.function === measure.function && each.attribute === measure.attribute,
    );
    // What is asked for twice is answered twice.
    compare(
      shown.slice(0, sums.length).map(({ value }) => value),
      sums,
      'others',
    );
  }
}

function plainKey(key: unknown): unknown {
  if (typeof key !== 'object' || key === null) return key;
  return 'title' in key ? key.title : (key as { id: string }).id;
}

/** Averages and sums of numbers that differ by far are rounded. */
function compare(found: unknown, expected: unknown, what: string): void {
  const text = (all: unknown) =>
    JSON.stringify(all, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value));
  if (text(found) !== text(expected)) throw new Error(`${what} ${text(found)} in place of ${text(expected)}`);
}
