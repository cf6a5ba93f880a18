import { getCountries } from 'libphonenumber-js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { ColumnMapping, DateOrder, FileColumn } from './import.js';
import { readingOf } from './propose.js';

/** ISO 3166 codes of the countries whose phone numbers are known. */
export const COUNTRIES: readonly string[] = getCountries();

/** How the cells of all columns are read; what is undefined is found out for each column. */
export interface ReadingSettings {
  date_order?: DateOrder | undefined;
  decimal?: '.' | ',' | undefined;
  /** Between several values in one cell; null where a cell holds one. */
  split?: string | null | undefined;
  currency_code?: string | undefined;
  country?: string | undefined;
  /** Whether records that references name are made where they are missing. */
  create?: boolean | undefined;
}

/** Which of them matter for an object. */
export interface AskedSettings {
  split: boolean;
  currency: boolean;
  country: boolean;
}

export function askedSettings(attributes: readonly Attribute[]): AskedSettings {
  const types = new Set<string>(attributes.map(({ type }) => type));
  return {
    split: attributes.some(({ several }) => several),
    currency: types.has('currency'),
    country: types.has('phone-number'),
  };
}

/** A column with what is said of all of them, as far as it goes to an attribute for which that matters. */
export function withSettings(column: ColumnMapping, attribute: Attribute, settings: ReadingSettings): ColumnMapping {
  const { date_order, decimal, split, currency_code, country, create } = settings;
  const { split: own, ...rest } = column;
  const between = split === undefined || !attribute.several ? own : (split ?? undefined);
  return {
    ...rest,
    ...(between !== undefined && { split: between }),
    ...(isDate(attribute) && date_order && { date_order }),
    ...(decimal && { decimal }),
    ...(isAmount(attribute, column) && currency_code && { currency_code }),
    ...(isPhone(attribute) && country && { country }),
    ...(column.match !== undefined && create && { create }),
  };
}

/** What was said of all columns, where they agree. */
export function settingsOf(
  { schema, object, columns }: { schema: WorkspaceSchema; object: ObjectSchema; columns: readonly FileColumn[] },
  mapped: readonly ColumnMapping[],
): ReadingSettings {
  const common = <Key extends keyof ColumnMapping>(
    key: Key,
    of: (attribute: Attribute, column: ColumnMapping) => boolean = () => true,
  ) => {
    const values = mapped.flatMap((each) => {
      const attribute = object.find(each.attribute);
      return attribute && of(attribute, each) ? [each[key]] : [];
    });
    return values.every((value) => value === values[0]) ? values[0] : undefined;
  };
  const isFound = ({ column, attribute: key, split }: ColumnMapping) => {
    const [attribute, file] = [object.find(key), columns.find(({ name }) => name === column)];
    return !attribute?.several || !file || readingOf(schema, attribute, file)?.split === split;
  };
  return {
    date_order: common('date_order', isDate),
    decimal: common('decimal'),
    split: mapped.every(isFound) ? undefined : (common('split', ({ several }) => several) ?? null),
    currency_code: common('currency_code', isAmount),
    country: common('country', isPhone),
    create: mapped.some(({ create }) => create === true),
  };
}

function isAmount({ type }: Attribute, { part }: ColumnMapping): boolean {
  return ['currency'].includes(type) && part !== 'currency_code';
}

function isPhone({ type }: Attribute): boolean {
  return ['phone-number'].includes(type);
}

function isDate({ type }: Attribute): boolean {
  return ['date', 'timestamp'].includes(type);
}
