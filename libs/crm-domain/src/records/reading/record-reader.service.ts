import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { invalid } from '../../errors.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { recordIdOf } from '../../values/record-slug.js';
import { authorizeAndFind, type RecordAddress } from '../authorize-and-find.js';
import { MAX_WORDS, searchedWords, tsqueryOf } from '../query/search-words.js';
import type { Searches } from '../query/searches.js';
import { labelsOf } from '../wire.js';
import { membersOf, readableRecord, type ReadableRecord } from './readable-record.js';

/** A record that was found by words. */
export interface FoundRecord {
  /** Slug of its object. */
  object: string;
  record_id: string;
  /** Display text. */
  name: string | null;
}

/** Objects that one search looks in: those that were made first. */
const MAX_OBJECTS = 100;

/** Records as people read them, and found by words whatever their object. */
export class RecordReader {
  constructor(
    private readonly db: Db,
    private readonly searches: Searches,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /** @throws DomainError unauthenticated, forbidden, not_found */
  read(caller: Caller, at: RecordAddress): Promise<ReadableRecord> {
    return this.db.autocommit(caller.workspace_id, async (stores) => {
      const found = await stores.records.find(caller, recordIdOf(at.record) ?? null);
      const asked = { caller, found, at, needs: 'read:data' as const };
      const { schema, object, row } = await authorizeAndFind(this.schemas, this.policy, asked);
      const members = await stores.reading.namesOf(membersOf(object, row));
      return readableRecord(schema, row, { labels: labelsOf(row), members });
    });
  }

  /**
   * Records of all objects that hold all words, or any of them where none holds all: first those whose name holds the
   * text, then the newest. @throws DomainError unauthenticated, forbidden, validation, unavailable
   */
  async find(caller: Caller, text: string, limit: number): Promise<FoundRecord[]> {
    const access = await this.db.autocommit(caller.workspace_id, (stores) => stores.access.find(caller));
    const { schema_version } = this.policy.authorize(caller, access, 'read:data');
    const schema = await this.schemas.at(caller.workspace_id, schema_version);
    const words = searchedWords(text);
    const expected = `at most ${MAX_WORDS} words`;
    if (words.length > MAX_WORDS) throw invalid([{ path: 'query', message: `Expected ${expected}.`, expected }]);
    if (words.length === 0) return [];
    const asked = { text: text.trim().toLowerCase(), limit, objectIds: objectsOf(schema) };
    return this.searches.run(caller.workspace_id, async ({ reading }) => {
      const all = await reading.find({ ...asked, tsquery: over(asked.objectIds, [words]) });
      const each = words.map((word) => [word]);
      const rows = all.length > 0 ? all : await reading.find({ ...asked, tsquery: over(asked.objectIds, each) });
      return rows.map(({ object_id, record_id, label }) => ({
        object: schema.find(object_id)!.row.slug,
        record_id,
        name: label,
      }));
    });
  }
}

function objectsOf(schema: WorkspaceSchema): string[] {
  return schema.objects
    .filter(({ row }) => !row.archived_at)
    .slice(0, MAX_OBJECTS)
    .map(({ row }) => row.object_id);
}

/** Whatever holds all words of one of the lists, in any of the objects. */
function over(objectIds: readonly string[], lists: readonly string[][]): string {
  return objectIds.flatMap((id) => lists.map((words) => `(${tsqueryOf(id, words)})`)).join(' | ');
}
