import type { AccessPolicy } from '../../access/access-policy.js';
import type { AccessService } from '../../access/access.service.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { WorkTime } from '../../db/work-time.js';
import { DomainError, invalid, isEnough, type Issue } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import type { WorkspaceSchema } from '../../objects/schema.js';
import { objectOf } from '../authorize-and-find.js';
import type { ShownRecord } from '../shown/show-record.js';
import { StalePlanError, retryStalePlans } from '../writing/retry-stale-plans.js';
import type { RecordInput } from '../writing/write.js';
import { hasReferencesByValue, readReferencesByValue, type ByValue } from './by-value.js';
import type { MatchKey } from './match-key.js';
import { MemberResolver } from './member-resolver.js';
import { orMergedTargets } from './merged-targets.js';
import { RecordMatcher, type Matched } from './record-matcher.js';
import { replaceValues, type Sent } from './replace-references.js';

/** A record that is made on the way counts as a write of its own, which these bytes of an answer do. */
const BYTES_OF_A_WRITE = 64 * 1024;

type Write<T> = (input: RecordInput) => Promise<T>;
type Make = (caller: Caller, objectKey: string, input: RecordInput) => Promise<ShownRecord>;
/** References as they were sent, and what stands in their place. */
type Found = Map<Sent | string, { type: string; id: string }>;

interface Domain {
  db: Db;
  access: AccessService;
  schemas: SchemaCache;
  policy: AccessPolicy;
}

/** Puts ids in place of what names records or members otherwise, and makes the records that are missing. */
export class ReferenceResolver {
  private readonly matcher: RecordMatcher;
  private readonly members: MemberResolver;

  /** @param make creates a record whose values name no other one */
  constructor(
    private readonly domain: Domain,
    private readonly make: Make,
  ) {
    this.matcher = new RecordMatcher(domain.db, domain.policy);
    this.members = new MemberResolver(domain);
  }

  /**
   * Does `write` with ids in place of values. Records that are missing, and may be made, are made in the same
   * transaction: when the write fails, they are not there.
   *
   * @throws DomainError unauthenticated, forbidden, not_found for the object, validation; what `write` and `make` throw
   */
  async resolve<T>(caller: Caller, objectKey: string, given: RecordInput, write: Write<T>): Promise<T> {
    const input = await this.members.resolve(caller, objectKey, given);
    return this.byValue(caller, objectKey, input, (read) => orMergedTargets(this.domain.db, caller, read, write));
  }

  private byValue<T>(caller: Caller, objectKey: string, input: RecordInput, write: Write<T>): Promise<T> {
    // Most name their references by ids.
    if (!hasReferencesByValue(input.data)) return write(input);
    const { db, access, schemas } = this.domain;
    return retryStalePlans(db, async () => {
      const { schema_version } = await access.authorize(caller, 'write:data');
      const schema = await schemas.at(caller.workspace_id, schema_version);
      const wanted = readReferencesByValue(schema, objectOf(schema, objectKey), input);
      const found: Found = new Map();
      const finish = () =>
        write({ ...input, data: replaceValues(input.data, input.path, (value) => found.get(value)) });
      const missing = await this.find({ caller, schema, found }, wanted);
      const [key] = missing[0]?.keys ?? [];
      if (!key) return finish();
      // Whoever has to make the same record waits here, where waiting holds no connection.
      return db.inTurn(`match ${caller.workspace_id} ${key.attribute.attribute_id} ${key.v}`, () =>
        db.joinTransaction(caller.workspace_id, async () => {
          await this.makeAll(caller, found, await this.find({ caller, schema, found }, missing));
          return finish();
        }),
      );
    });
  }

  /** Adds those that are there to `found`, and gives those that have to be made. @throws DomainError validation */
  private async find(
    { caller, schema, found }: { caller: Caller; schema: WorkspaceSchema; found: Found },
    wanted: readonly ByValue[],
  ): Promise<ByValue[]> {
    if (wanted.length === 0) return [];
    const keys = wanted.flatMap((each) => each.keys);
    const { matched } = await this.matcher.find(caller, schema, keys);
    const issues: Issue[] = [];
    const missing: ByValue[] = [];
    // What one reference may create, another one of the same write may name without saying so again.
    const created = new Set(wanted.flatMap(({ create, keys: [first] }) => (create ? [nameOf(first!)] : [])));
    let at = 0;
    for (const each of wanted) {
      const among = each.keys.map((key) => ({ key, ...matched[at++]! }));
      const records = among.flatMap(({ key, present }) =>
        present.map((id) => ({ type: key.object.row.object_id, id })),
      );
      const create = each.create || (!each.isRemoved && created.has(nameOf(each.keys[0]!)));
      const issue = refusalOf({ ...each, create }, among, records.length);
      if (issue && !isEnough(issues)) issues.push(issue);
      if (records.length === 1) found.set(each.input, records[0]!);
      else missing.push(each);
    }
    if (issues.length > 0) throw invalid(issues);
    return missing;
  }

  /** Each once, though several references may name it. @throws StalePlanError when somebody else has made one */
  private async makeAll(caller: Caller, found: Found, missing: readonly ByValue[]): Promise<void> {
    const made = new Map<string, { type: string; id: string }>();
    for (const { input, path, match, keys } of missing) {
      const type = keys[0]!.object.row.object_id;
      const key = nameOf(keys[0]!);
      let at = made.get(key);
      if (!at) {
        const { id } = await this.make(caller, type, { data: match, path: `${path}.match` }).catch(stale);
        made.set(key, (at = { type, id: typeof id === 'string' ? id : id.record_id }));
        WorkTime.workOn(BYTES_OF_A_WRITE);
      }
      found.set(input, at);
    }
  }
}

/** The same for two references to the same missing record. */
function nameOf({ attribute, v }: MatchKey): string {
  return `${attribute.attribute_id} ${v}`;
}

function refusalOf({ path, create, isRemoved }: ByValue, among: Matched[], count: number): Issue | undefined {
  if (count === 1) return undefined;
  if (count > 1)
    return { path, message: 'Several records hold this value.', expected: 'a value that one record holds' };
  const isTrashed = among.some(({ trashed }) => trashed.length > 0);
  if (isTrashed)
    return { path, message: 'The record that holds this value is in the trash.', expected: 'a record that is not' };
  if (create) return undefined;
  const hint = isRemoved ? '' : ' With "create": true, it would be created.';
  const message = `No record holds this value.${hint}`;
  return { path, message, expected: 'the value of a record' };
}

/** Somebody else has made it since. */
function stale(error: unknown): never {
  if (error instanceof DomainError && error.reason === 'unique_taken') throw new StalePlanError();
  throw error;
}
