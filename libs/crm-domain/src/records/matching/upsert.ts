import type { AccessPolicy } from '../../access/access-policy.js';
import type { AccessService } from '../../access/access.service.js';
import type { Caller } from '../../actor.js';
import { mayRead } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { DomainError, MAX_ISSUES, invalid, type Issue } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { objectOf } from '../authorize-and-find.js';
import type { ShownRecord } from '../shown/show-record.js';
import { isListChange } from '../writing/list-change.js';
import { contextOf, readItems } from '../writing/read-items.js';
import { entriesOf } from '../writing/read-patch.js';
import type { RecordWriter } from '../writing/record-writer.js';
import { StalePlanError, retryStalePlans } from '../writing/retry-stale-plans.js';
import type { RecordInput } from '../writing/write.js';
import { hasReferencesByValue, readReferencesByValue } from './by-value.js';
import { matchKey, whyNotMatched, type MatchKey } from './match-key.js';
import { RecordMatcher } from './record-matcher.js';

/** What to write into the record that holds the values of the attribute `match`. */
export interface UpsertInput extends RecordInput {
  match: string;
  /** Whether a record is expected, of whichever version: then none is created. */
  isThere?: boolean;
}

/** The record after the write, and whether it was not there before. */
export interface Upserted {
  record: ShownRecord;
  created: boolean;
}

interface Domain {
  db: Db;
  access: AccessService;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

/** Updates the record that holds a unique value, or creates it. */
export class RecordUpserter {
  private readonly matcher: RecordMatcher;

  constructor(
    private readonly domain: Domain,
    private readonly writer: RecordWriter,
  ) {
    this.matcher = new RecordMatcher(domain.db, domain.policy);
  }

  /**
   * Several values match a record that holds any of them. Of writers who create the same record at once, one does and
   * the others update it.
   *
   * @throws DomainError unauthenticated, forbidden, not_found for the object, validation; conflict when the values
   *   belong to several records; version_mismatch
   */
  upsert(caller: Caller, objectKey: string, input: UpsertInput): Promise<Upserted> {
    const { db, access, schemas } = this.domain;
    return retryStalePlans(db, async () => {
      const { schema_version } = await access.authorize(caller, 'write:data');
      const schema = await schemas.at(caller.workspace_id, schema_version);
      const object = objectOf(schema, objectKey);
      const keys = keysOf(object, input);
      // Others who would only wait for the same record in the database, or fail to create it, wait here; so do those
      // whose references would create it.
      const turnOf = ({ attribute, v }: MatchKey) => `match ${caller.workspace_id} ${attribute.attribute_id} ${v}`;
      const turns = [keys.map(turnOf).sort()[0]!, ...madeByReferences(schema, object, input).map(turnOf)];
      return db.inTurns('match', turns, async () => {
        const { actor, matched } = await this.matcher.find(caller, schema, keys);
        const trashed = matched.findIndex((each) => each.trashed.length > 0);
        if (trashed >= 0) throw invalid([inTrash(input, matched[trashed]!.trashed[0]!, mayRead(actor))]);
        const records = [...new Set(matched.flatMap(({ present }) => present))].sort();
        if (records.length > 1) throw several(records, input, mayRead(actor));
        if (records.length === 0) refuseOwn(schema, { object, keys, input });
        return this.write(caller, object, { input, record: records[0], slug: keys[0]!.attribute.slug });
      });
    });
  }

  private async write(
    caller: Caller,
    object: ObjectSchema,
    { input, record, slug }: { input: UpsertInput; record: string | undefined; slug: string },
  ): Promise<Upserted> {
    const { match: _, isThere, ...rest } = input;
    const { object_id } = object.row;
    try {
      if (record === undefined && (isThere || input.expected)) throw nothingThere();
      if (record === undefined)
        return { record: await this.writer.create(caller, object_id, { ...rest, isUpsert: true }), created: true };
      return { record: await this.writer.update(caller, { object: object_id, record }, rest), created: false };
    } catch (error) {
      throw hasMoved(error, `${input.path}.${slug}`) ? new StalePlanError() : error;
    }
  }
}

/** What the references of an upsert may create. @throws DomainError validation */
function madeByReferences(schema: WorkspaceSchema, object: ObjectSchema, input: UpsertInput): MatchKey[] {
  if (!hasReferencesByValue(input.data)) return [];
  return readReferencesByValue(schema, object, input).flatMap(({ create, keys }) => (create ? keys.slice(0, 1) : []));
}

/** A reference by value cannot create the record that the upsert creates. @throws DomainError validation */
function refuseOwn(
  schema: WorkspaceSchema,
  { object, keys, input }: { object: ObjectSchema; keys: readonly MatchKey[]; input: UpsertInput },
): void {
  if (!hasReferencesByValue(input.data)) return;
  const isOwn = (key: MatchKey) => keys.some(({ attribute, v }) => attribute === key.attribute && v === key.v);
  const wrong = readReferencesByValue(schema, object, input).find((each) => each.create && each.keys.some(isOwn));
  if (!wrong) return;
  const message = 'This is the record that the request itself creates. Refer to it once it is there.';
  throw invalid([{ path: wrong.path, message, expected: 'another record' }]);
}

/** Whoever expects a version, or any at all, does not want a new record. */
function nothingThere(): DomainError {
  const message = 'No record holds the value, so there is none as expected. Nothing was created.';
  return new DomainError('version_mismatch', message);
}

/** Whether the record was deleted, or the value taken by another one, since it was looked for. */
function hasMoved(error: unknown, path: string): boolean {
  if (!(error instanceof DomainError)) return false;
  if (error.reason === 'record_not_found') return true;
  return error.issues.some((issue) => issue.reason === 'unique_taken' && issue.path === path);
}

/** The values by which an upsert looks for its record. @throws DomainError validation */
export function keysOf(
  object: ObjectSchema,
  { match, data, path }: Pick<UpsertInput, 'match' | 'data' | 'path'>,
): MatchKey[] {
  const why = whyNotMatched(object, match);
  if (why) throw invalid([{ path: 'match', ...why }]);
  const attribute = object.find(match)!;
  const entries = new Map(entriesOf(data, path));
  const key = [match, attribute.slug, attribute.attribute_id].find((each) => entries.has(each));
  const sent = key === undefined ? undefined : entries.get(key);
  const input = isListChange(sent) ? sent.append : sent;
  const issues: Issue[] = [];
  const at = `${path}.${key ?? attribute.slug}${isListChange(sent) ? '.append' : ''}`;
  const items = readItems(attribute, input ?? null, { path: at, issues, context: contextOf(attribute, undefined) });
  if (items.length === 0 && issues.length === 0)
    issues.push({
      path: at,
      message: 'Records are found by this value, so it must be given.',
      expected: attribute.type,
    });
  if (issues.length > 0) throw invalid(issues);
  return items.map((item) => matchKey(object, attribute, item));
}

function several(records: string[], { match, path }: UpsertInput, mayName: boolean): DomainError {
  const which = mayName ? `: ${records.slice(0, MAX_ISSUES).join(', ')}` : '';
  const attribute = match.slice(0, 100);
  const message = `The values of ${attribute} belong to ${records.length} records${which}. Nothing was written.`;
  const issues = records.slice(0, MAX_ISSUES).map((record_id) => ({
    path: `${path}.${attribute}`,
    message: 'This record holds one of the values.',
    record_id,
  }));
  return new DomainError('conflict', message, mayName ? issues : []).because('several_matched');
}

function inTrash({ match, path }: UpsertInput, record_id: string, mayName: boolean): Issue {
  return {
    path: `${path}.${match}`,
    message: 'This value must be unique and is held by another record in the trash. Restore that record first.',
    expected: 'a value no other record has',
    reason: 'unique_taken',
    ...(mayName && { record_id }),
  };
}
