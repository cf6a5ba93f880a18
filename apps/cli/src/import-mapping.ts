import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { DATE_ORDERS, MAX_COLUMNS, type Mapping } from '#crm-domain/writes';
import { Failure } from './failure.js';

const text = z.string().min(1).max(1000);
const column = z.strictObject({
  column: text,
  attribute: text,
  part: text.optional(),
  split: text.optional(),
  append: z.boolean().optional(),
  match: text.optional(),
  create: z.boolean().optional(),
  date_order: z.enum(DATE_ORDERS).optional(),
  decimal: z.enum(['.', ',']).optional(),
  currency_code: text.optional(),
  country: text.optional(),
});
const mapping = z.strictObject({ match: text.optional(), columns: z.array(column).min(1).max(MAX_COLUMNS) });

/** @throws Failure that says what is wrong with the file, and where */
export async function readMapping(path: string): Promise<Mapping> {
  const read = mapping.safeParse(await jsonIn(path));
  if (read.success) return read.data;
  const [{ path: place, message }] = read.error.issues as [z.core.$ZodIssue];
  const where = place.reduce<string>(
    (at, key) => `${at}${typeof key === 'number' ? `[${key}]` : `.${String(key)}`}`,
    '',
  );
  throw new Failure(`The mapping is wrong${where && ` at ${where.slice(1)}`}: ${message}.`.replace(/\.\.$/, '.'));
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new Failure(
      'The mapping must be a JSON file: {"match": "...", "columns": [{"column": "...", "attribute": "..."}]}.',
    );
  }
}
