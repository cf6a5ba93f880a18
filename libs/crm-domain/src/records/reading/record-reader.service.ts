import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { invalid } from '../../errors.js';
import { LAST_REV, type ChangedRow } from '../../events/event.store.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { Stores } from '../../stores.js';
import { recordIdOf } from '../../values/record-slug.js';
import { authorizeAndFind, objectIn, type RecordAddress } from '../authorize-and-find.js';
import { orSurvivor } from '../merging/survivor.js';
import { comparedText } from '../query/folded-sql.js';
import { MAX_OBJECTS, MAX_WORDS, searchedWords, tsqueryOf } from '../query/search-words.js';
import type { Searches } from '../query/searches.js';
import { labelsOf } from '../wire.js';
import { matchedIn, type Matched, type Sought } from './matched.js';
import type { FoundRow, ReadingStore } from './reading.store.js';
import { membersOf, readableRecord, type ReadableRecord } from './readable-record.js';

/** A record that was found by words. */
export interface FoundRecord {
  /** Slug of its object. */
  object: string;
  record_id: string;
  /** Display text. */
  name: string | null;
}

/** The same with what matched. */
export interface MatchedRecord extends FoundRecord {
  matched: Matched[];
}

/** A record with what happened to it, the newest first. */
export interface RecordStory {
  record: ReadableRecord;
  changes: ChangedRow[];
  hasMore: boolean;
}

/** What is searched for. */
export interface AskedWords {
  /** Words. */
  query: string;
  /** Slugs or ids of the objects that are looked in; without it those that are not archived. */
  objects?: readonly string[] | undefined;
  limit: number;
}

/** Records as people read them, and found by words whatever their object. */
export class RecordReader {
  constructor(
    private readonly db: Db,
    private readonly searches: Searches,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /** @throws DomainError unauthenticated, forbidden, not_found */
  async read(caller: Caller, at: RecordAddress): Promise<ReadableRecord> {
    return (await this.readWith(caller, at, () => Promise.resolve())).record;
  }

  /** The same and its newest events, without the values that these wrote. @throws DomainError as `read` */
  async story(caller: Caller, at: RecordAddress, limit: number): Promise<RecordStory> {
    const { record, more } = await this.readWith(caller, at, ({ events }, id) => events.changed(id, LAST_REV, limit));
    return { record, changes: more.rows, hasMore: more.isCut };
  }

  /** @param more is given the id by which it was asked for, though that was merged into another */
  private readWith<T>(caller: Caller, at: RecordAddress, more: (stores: Stores, id: string) => Promise<T>) {
    return orSurvivor(this.db, caller.workspace_id, at, (there) =>
      this.db.autocommit(caller.workspace_id, async (stores) => {
        const found = await stores.records.find(caller, recordIdOf(there.record) ?? null);
        const asked = { caller, found, at: there, needs: 'read:data' as const };
        const { schema, object, row } = await authorizeAndFind(this.schemas, this.policy, asked);
        const members = await stores.reading.namesOf(membersOf(object, row));
        const record = readableRecord(schema, row, { labels: labelsOf(row), members });
        return { record, more: await more(stores, recordIdOf(at.record) ?? row.record_id) };
      }),
    );
  }

  /**
   * Records that hold all words: first the one whose name is the text, then those whose name holds it, then the newest.
   * Where none holds all, those that hold any of them, most of them first, a word of the name counting twice.
   * @throws DomainError unauthenticated, forbidden, validation, unavailable
   */
  async find(caller: Caller, asked: AskedWords): Promise<FoundRecord[]> {
    const schema = await this.schemaFor(caller);
    const search = judge(schema, asked);
    if (!search) return [];
    return this.searches.run(caller.workspace_id, async ({ reading }) => {
      const { rows } = await found(reading, search);
      return rows.map((row) => foundRecord(schema, row));
    });
  }

  /** The same, and which of their attributes hold the words. @throws DomainError as `find` */
  async search(caller: Caller, asked: AskedWords): Promise<MatchedRecord[]> {
    const schema = await this.schemaFor(caller);
    const search = judge(schema, asked);
    if (!search) return [];
    return this.searches.run(caller.workspace_id, async ({ reading }) => {
      const { rows, sought } = await found(reading, search);
      const matched = await matchedIn(reading, schema, { rows, sought });
      return rows.map((row) => ({ ...foundRecord(schema, row), matched: matched.get(row.record_id) ?? [] }));
    });
  }

  private async schemaFor(caller: Caller): Promise<WorkspaceSchema> {
    const access = await this.db.autocommit(caller.workspace_id, (stores) => stores.access.find(caller));
    const { schema_version } = this.policy.authorize(caller, access, 'read:data');
    return this.schemas.at(caller.workspace_id, schema_version);
  }
}

interface Search {
  words: string[];
  objectIds: string[];
  text: string;
  limit: number;
}

/** Nothing where the text has no words. @throws DomainError validation */
function judge(schema: WorkspaceSchema, { query, objects, limit }: AskedWords): Search | undefined {
  const words = searchedWords(query);
  const expected = `at most ${MAX_WORDS} words`;
  if (words.length > MAX_WORDS) throw invalid([{ path: 'query', message: `Expected ${expected}.`, expected }]);
  const objectIds = objects ? namedObjects(schema, objects) : objectsOf(schema);
  return words.length === 0 ? undefined : { words, objectIds, text: comparedText(query), limit };
}

async function found(reading: ReadingStore, search: Search): Promise<{ rows: FoundRow[]; sought: Sought }> {
  const { objectIds } = search;
  const all = await reading.find({ ...search, tsquery: over(objectIds, search.words) });
  if (all.length > 0) return { rows: all, sought: { whole: new Set(search.words), prefixes: search.words.slice(-1) } };
  const words = [...new Set(search.words)];
  const rows = await reading.findAny({ ...search, words, tsqueries: words.map((word) => over(objectIds, [word])) });
  return { rows, sought: { whole: new Set(), prefixes: words } };
}

function foundRecord(schema: WorkspaceSchema, { object_id, record_id, label }: FoundRow): FoundRecord {
  return { object: schema.find(object_id)!.row.slug, record_id, name: label };
}

/** @throws DomainError validation */
function namedObjects(schema: WorkspaceSchema, keys: readonly string[]): string[] {
  if (keys.length === 0 || keys.length > MAX_OBJECTS) {
    const expected = `1 to ${MAX_OBJECTS} objects`;
    throw invalid([{ path: 'objects', message: `Expected ${expected}, got ${keys.length}.`, expected }]);
  }
  const ids = keys.map((key, at) => objectIn(schema, key, `objects[${at}]`).row.object_id);
  return [...new Set(ids)];
}

function objectsOf(schema: WorkspaceSchema): string[] {
  return schema.objects
    .filter(({ row }) => !row.archived_at)
    .slice(0, MAX_OBJECTS)
    .map(({ row }) => row.object_id);
}

/** Whatever holds all words, in any of the objects. */
function over(objectIds: readonly string[], words: readonly string[]): string {
  return objectIds.map((id) => `(${tsqueryOf(id, words)})`).join(' | ');
}
