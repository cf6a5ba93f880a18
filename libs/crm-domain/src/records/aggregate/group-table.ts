import type { Table } from '../shown/concise.js';
import { nameOf, type Group, type JudgedAggregate, type Measure } from './aggregate.js';
import type { ShownGroup } from './show-groups.js';

/**
 * Groups as rows under the names of their columns: of options and stages the title, of records and people the name with
 * their `id` behind it, then the measures, and the currency of amounts.
 */
export function tableOfGroups({ groups, measures, unit }: JudgedAggregate, shown: readonly ShownGroup[]): Table {
  const columns = [
    ...groups.flatMap((group) => (hasId(group) ? [titleOf(group), `${titleOf(group)}.id`] : [titleOf(group)])),
    ...measures.map(columnOf),
    ...(unit ? ['currency_code'] : []),
  ];
  const rows = shown.map((each) => [
    ...groups.flatMap((group) => cellsOf(group, each.group[titleOf(group)])),
    ...each.measures.map(({ value }) => value),
    ...(unit ? [each.measures.find(({ currency_code }) => currency_code)?.currency_code ?? null] : []),
  ]);
  return { columns, rows };
}

function titleOf({ subject }: Group): string {
  return nameOf(subject);
}

function hasId({ subject }: Group): boolean {
  return subject.valueType.grouped === 'record' || subject.valueType.grouped === 'member';
}

function columnOf({ function: name, subject }: Measure): string {
  return subject ? `${name}(${nameOf(subject)})` : name;
}

function cellsOf(group: Group, key: unknown): unknown[] {
  const { id = null, name = null, title = id } = (key ?? {}) as { id?: string; name?: string; title?: string };
  if (hasId(group)) return [name, id];
  return [group.subject.valueType.grouped === 'choice' ? title : (key ?? null)];
}
