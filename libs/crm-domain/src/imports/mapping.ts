import { invalid, isEnough, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { isMatchedBy, whyNotMatched } from '../records/matching/match-key.js';
import { CURRENCY_CODES } from '../values/currency.js';
import { PARTS } from './cell-value.js';
import type { ColumnMapping, FileColumn, Mapping } from './import.js';
import { COUNTRIES } from './reading-settings.js';

interface Of {
  schema: WorkspaceSchema;
  object: ObjectSchema;
  columns: readonly FileColumn[];
}

/** @throws DomainError validation for a mapping that does not fit the file or the object */
export function judgeMapping(of: Of, mapping: Mapping): void {
  const issues: Issue[] = [];
  const names = new Set(of.columns.map(({ name }) => name));
  for (const [at, column] of mapping.columns.entries()) {
    if (isEnough(issues)) break;
    const path = `columns[${at}]`;
    if (!names.has(column.column)) {
      const allowed = [...names];
      issues.push({ path: `${path}.column`, message: 'The file has no such column.', expected: 'a column', allowed });
    }
    issues.push(...issuesOf(of, column, path));
    const rival = rivalOf(of.object, mapping.columns.slice(0, at), column);
    if (rival) issues.push({ path: `${path}.attribute`, message: `The column "${rival}" goes there, too.` });
  }
  if (mapping.match !== undefined) issues.push(...issuesOfMatch(of.object, mapping));
  if (mapping.columns.length === 0)
    issues.push({ path: 'columns', message: 'Map at least one column.', expected: 'columns' });
  if (issues.length > 0) throw invalid(issues);
}

/** A column before this one that goes to the same single value. */
function rivalOf(object: ObjectSchema, before: readonly ColumnMapping[], column: ColumnMapping): string | undefined {
  const attribute = object.find(column.attribute);
  if (!attribute || attribute.several) return undefined;
  const isOne = ({ part }: ColumnMapping) => !part || !column.part || part === column.part;
  return before.find((each) => object.find(each.attribute) === attribute && isOne(each))?.column;
}

function issuesOfMatch(object: ObjectSchema, { match, columns }: Mapping): Issue[] {
  const why = whyNotMatched(object, match!);
  if (why) return [{ ...why, path: 'match' }];
  const attribute = object.find(match!);
  if (columns.some(({ attribute: key }) => object.find(key) === attribute)) return [];
  return [{ path: 'match', message: 'Map a column to the attribute by which rows find their records.' }];
}

function issuesOf({ schema, object }: Of, column: ColumnMapping, path: string): Issue[] {
  const attribute = object.find(column.attribute);
  if (!attribute) {
    const allowed = object.attributes.map(({ slug }) => slug);
    return [
      { path: `${path}.attribute`, message: 'The object has no such attribute.', expected: 'slug or id', allowed },
    ];
  }
  const issues: Issue[] = [];
  const wrong = (field: string, message: string, allowed?: readonly string[]) =>
    issues.push({ path: `${path}.${field}`, message, ...(allowed && { expected: 'one of these', allowed }) });
  const parts = PARTS[attribute.type]?.names ?? [];
  if (column.part !== undefined && !parts.includes(column.part))
    wrong(
      'part',
      parts.length > 0 ? 'Values of this attribute have no such part.' : 'Values of this attribute have no parts.',
      parts,
    );
  if (column.part !== undefined && attribute.several)
    wrong('part', 'The attribute holds several values: map a whole one.');
  if (column.part !== undefined && column.match !== undefined) wrong('part', 'Not with match.');
  if (column.split !== undefined && !attribute.several) wrong('split', 'The attribute holds one value.');
  if (column.split === '') wrong('split', 'Expected at least one character.');
  if (column.append && !attribute.several) wrong('append', 'The attribute holds one value.');
  if (column.match !== undefined) {
    const targets = schema.targetsOf(attribute, column.match);
    const why = targets.length === 0 ? { message: 'No record that it may refer to has this attribute.' } : undefined;
    if (!attribute.valueType.target) wrong('match', 'The attribute does not refer to records.');
    else if (why !== undefined || !targets.some((target) => isMatchedBy(target, column.match!)))
      wrong('match', why?.message ?? 'Records are found by a unique attribute only.');
  } else if (column.create) wrong('create', 'Only with match.');
  return [...issues, ...issuesOfCodes(column, path)];
}

/** Otherwise each row would fail for a code that nobody knows. */
function issuesOfCodes({ country, currency_code }: ColumnMapping, path: string): Issue[] {
  const issues: Issue[] = [];
  const isUnknown = (code: string | undefined, known: readonly string[]) =>
    code !== undefined && !known.includes(code.toUpperCase());
  const refuse = (field: string, message: string, expected: string) =>
    issues.push({ path: `${path}.${field}`, message, expected });
  if (isUnknown(country, COUNTRIES))
    refuse('country', 'No country with phone numbers has this code.', 'a two-letter ISO 3166 code, such as DE');
  if (isUnknown(currency_code, CURRENCY_CODES))
    refuse('currency_code', 'No currency has this code.', 'a three-letter ISO 4217 code, such as EUR');
  return issues;
}
