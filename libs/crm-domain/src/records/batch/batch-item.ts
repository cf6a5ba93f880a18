import { DomainError, invalid, type Issue } from '../../errors.js';
import { isObject } from '../../values/parse.js';
import { MAX_RECORD_KEY_LENGTH } from '../../values/record-slug.js';
import { replaceValues } from '../matching/replace-references.js';
import { BATCH_OPERATIONS, type Batch, type BatchOperation } from './batch.js';

const MAX_KEY = 100;
const MAX_REF = 64;
const MAX_VERSION = 2_147_483_647;

/** One item, with the records of earlier ones in place of their names. */
export interface BatchItem {
  op: BatchOperation;
  object: string;
  /** Of an existing record; empty for others. */
  record: string;
  /** The attribute by which an upsert finds its record; empty for others. */
  match: string;
  data: unknown;
  ref?: string;
  path: string;
  /** Whether the record is one in the trash. */
  trashed?: boolean;
  /** The versions of which the record must have one. */
  expected?: readonly number[];
}

/** A record that an item wrote; undefined when that failed. */
export type RecordOfItem = { type: string; id: string } | undefined;
/** By the name that an item gave its record. */
export type Refs = ReadonlyMap<string, RecordOfItem>;

type Field = 'record' | 'match' | 'data' | 'trashed' | 'expected_version';
const FIELDS: Record<BatchOperation, readonly Field[]> = {
  create: ['data'],
  update: ['record', 'data', 'expected_version'],
  upsert: ['match', 'data', 'expected_version'],
  delete: ['record', 'trashed', 'expected_version'],
  trash: ['record', 'expected_version'],
  restore: ['record', 'expected_version'],
};

/** @throws DomainError validation, dependency_failed for an item that names one that failed */
export function readItem(input: unknown, at: number, { batch, refs }: { batch: Batch; refs: Refs }): BatchItem {
  const path = `items[${at}]`;
  if (!isObject(input)) throw wrong(path, 'Expected an object with "op".', 'object');
  const op = BATCH_OPERATIONS.find((each) => each === input['op']);
  if (!op)
    throw invalid([
      { path: `${path}.op`, message: 'Expected an operation.', expected: 'an operation', allowed: BATCH_OPERATIONS },
    ]);
  const { names } = batch;
  const nameOf = (field: Field) => (field === 'record' || field === 'data' ? names[field] : field);
  refuseUnknown(input, path, ['op', 'ref', 'object', ...FIELDS[op].map(nameOf)]);
  const text = (field: string, most: number) => textOf(input[field], `${path}.${field}`, most);
  const has = (field: Field) => FIELDS[op].includes(field);
  const object = input['object'] ?? batch.object;
  if (object === undefined)
    throw wrong(`${path}.object`, 'Expected the object of the record.', 'slug or id of an object');
  return {
    op,
    object: textOf(object, `${path}.object`, MAX_KEY),
    record: has('record') ? recordOf(input[names.record], `${path}.${names.record}`, refs) : '',
    match: has('match') ? text('match', MAX_KEY) : '',
    data: has('data') ? withRefs(input[names.data], `${path}.${names.data}`, refs) : undefined,
    ...(input['ref'] !== undefined && { ref: newRef(text('ref', MAX_REF), `${path}.ref`, refs) }),
    ...(input['trashed'] !== undefined && { trashed: isTrashed(input['trashed'], path) }),
    ...(input['expected_version'] !== undefined && { expected: [versionOf(input['expected_version'], path)] }),
    path: `${path}.${names.data}`,
  };
}

/** The name that an item gives its record, whatever else is wrong with the item. */
export function refOf(input: unknown): string | undefined {
  const ref = isObject(input) ? input['ref'] : undefined;
  return typeof ref === 'string' && ref.length <= MAX_REF ? ref : undefined;
}

function recordOf(input: unknown, path: string, refs: Refs): string {
  return isRef(input) ? find(input, path, refs).id : textOf(input, path, MAX_RECORD_KEY_LENGTH);
}

/** Records in place of `{"$ref": "..."}`, wherever a reference may stand. */
function withRefs(data: unknown, path: string, refs: Refs): unknown {
  return replaceValues(data, path, (value, at) => (isRef(value) ? find(value, at.path, refs) : undefined));
}

function isRef(input: unknown): input is { $ref: unknown } {
  return isObject(input) && Object.hasOwn(input, '$ref') && Object.keys(input).length === 1;
}

function find({ $ref }: { $ref: unknown }, path: string, refs: Refs): NonNullable<RecordOfItem> {
  if (typeof $ref !== 'string' || !refs.has($ref))
    throw wrong(`${path}.$ref`, 'No earlier item of this batch has this ref.', 'the ref of an earlier item');
  const record = refs.get($ref);
  if (record) return record;
  const message = `The item with the ref "${$ref}" failed, so this one was not done.`;
  throw new DomainError('dependency_failed', message);
}

function newRef(ref: string, path: string, refs: Refs): string {
  if (refs.has(ref)) throw wrong(path, 'An earlier item of this batch has this ref.', 'a ref of its own');
  return ref;
}

function versionOf(input: unknown, path: string): number {
  if (Number.isInteger(input) && (input as number) >= 1 && (input as number) <= MAX_VERSION) return input as number;
  throw wrong(
    `${path}.expected_version`,
    'Expected the version of a record.',
    `a whole number from 1 to ${MAX_VERSION}`,
  );
}

function isTrashed(input: unknown, path: string): true {
  if (input === 'only') return true;
  throw invalid([{ path: `${path}.trashed`, message: 'Expected "only".', expected: 'only', allowed: ['only'] }]);
}

function textOf(input: unknown, path: string, most: number): string {
  if (typeof input === 'string' && input !== '' && input.length <= most) return input;
  const message = input === undefined ? 'This field is required.' : `Expected a text of 1 to ${most} characters.`;
  throw wrong(path, message, 'string');
}

/** @throws DomainError validation */
function refuseUnknown(input: object, path: string, allowed: readonly string[]): void {
  const issues = Object.keys(input)
    .filter((key) => !allowed.includes(key))
    .map((key): Issue => {
      const message = `This is no field of such an item: it takes ${allowed.join(', ')}.`;
      return { path: `${path}.${key.slice(0, MAX_KEY)}`, message, expected: 'a known field', allowed };
    });
  if (issues.length > 0) throw invalid(issues);
}

function wrong(path: string, message: string, expected: string): DomainError {
  return invalid([{ path, message, expected }]);
}
