import { setImmediate } from 'node:timers/promises';
import type { AccessPolicy } from '../../access/access-policy.js';
import type { Caller } from '../../actor.js';
import type { Db } from '../../crm-database.js';
import { UniqueViolation } from '../../db/pg-errors.js';
import { DomainError } from '../../errors.js';
import type { SchemaCache } from '../../objects/schema-cache.js';
import { hasReferencesByValue } from '../matching/by-value.js';
import type { MadeRows, NewRecord } from '../new-records.store.js';
import { isTooLarge } from '../record-size.js';
import { LABEL_CHARACTERS } from '../record.statements.js';
import type { ShownRecord } from '../shown/show-record.js';
import { createdVia } from '../wire.js';
import { firstCharacters } from '../../values/keys.js';
import { planChange } from '../writing/change-plan.js';
import { readNew, showWritten } from '../writing/read-new.js';
import { changesLinks } from '../writing/relationship-writer.js';
import type { RecordInput, Write } from '../writing/write.js';
import { createdRow } from '../writing/written-row.js';

/** Bytes of values that are written in one statement. */
const MAX_BYTES = 512 * 1024;
/** Milliseconds of work after which others have their turn. */
const MAX_WORK = 4;

/** A record to be made, under an id that is known before. */
export interface Wanted {
  object: string;
  record_id: string;
  input: RecordInput;
}

interface Planned extends NewRecord {
  write: Write;
}

/** Creates several records with one statement, which takes a fraction of the time of single ones. */
export class TogetherCreator {
  constructor(
    private readonly db: Db,
    private readonly schemas: SchemaCache,
    private readonly policy: AccessPolicy,
  ) {}

  /**
   * All of them or, where something about one of them is wrong or takes more than a statement, none: then they are to be
   * created one by one, which also tells what is wrong.
   *
   * @throws whatever else goes wrong, after which some may have been created
   */
  async create(caller: Caller, wanted: readonly Wanted[]): Promise<ShownRecord[] | undefined> {
    try {
      const schema = await this.schemas.recent(caller.workspace_id);
      const slices = new Slices();
      const planned: Planned[] = [];
      let bytes = 0;
      for (const { object, record_id, input } of wanted) {
        await slices.next();
        if (hasReferencesByValue(input.data)) return undefined;
        const write = readNew(schema, caller, object, input);
        const plan = planChange({ ...write, row: null, now: new Date(0) });
        bytes += plan.size;
        if (changesLinks(write.patch, null) || isTooLarge({ object: write.object, plan, row: null })) return undefined;
        if (bytes > MAX_BYTES && wanted.length > 1) return undefined;
        planned.push({ write, record_id, object_id: write.object.row.object_id, plan });
      }
      return await this.db.retry(() => this.insert(caller, schema.version, planned));
    } catch (error) {
      if (isAboutThem(error)) return undefined;
      throw error;
    }
  }

  private async insert(
    caller: Caller,
    schemaVersion: string,
    planned: readonly Planned[],
  ): Promise<ShownRecord[] | undefined> {
    const via = createdVia(caller);
    const refs = [...new Set(planned.flatMap(({ plan }) => plan.refs))];
    const made = await this.db.autocommit(caller.workspace_id, ({ newRecords }) =>
      newRecords.insert({ caller, schemaVersion }, { records: planned, via, refs }),
    );
    const actor = this.policy.authorize(caller, made, 'write:data');
    const { created_at } = made;
    if (!created_at) return undefined;
    const labels = labelsOf(planned, refs, made);
    const slices = new Slices();
    const shown: ShownRecord[] = [];
    for (const { write, record_id, object_id, plan } of planned) {
      await slices.next();
      const at = { record_id, object_id, created_via: { ...via, actor_name: actor.name } };
      const written = { ...made, rev: 1, labels: plan.refs.map((ref) => labels.get(ref) ?? null) };
      shown.push(showWritten(write, createdRow(at, caller, plan, written), { actor, at: created_at, isNew: true }));
    }
    return shown;
  }
}

/** Whether it was something about the records that kept them from being created. */
function isAboutThem(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind !== 'unavailable';
  return error instanceof UniqueViolation;
}

/** Labels of referenced records: as they were before, and those of the new ones, which the statement did not see. */
function labelsOf(planned: readonly Planned[], refs: readonly string[], { labels }: MadeRows) {
  const known = new Map(refs.map((ref, at) => [ref, labels[at] ?? null]));
  for (const { record_id, plan } of planned)
    if (known.has(record_id)) known.set(record_id, `1${firstCharacters(plan.label ?? '', LABEL_CHARACTERS)}`);
  return known;
}

/** Gives others their turn after a few milliseconds of work. */
class Slices {
  private begun = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.begun < MAX_WORK) return;
    await setImmediate();
    this.begun = performance.now();
  }
}
