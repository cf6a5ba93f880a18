import { newId } from '#platform';
import { trustedClaim, type Actor } from '../actor.js';
import { itemsOf, type RecordRow } from '../records/document.js';
import { planChange, type Patch } from '../records/writing/change-plan.js';
import { removeRecord } from '../records/writing/removal.js';
import { StalePlanError } from '../records/writing/retry-stale-plans.js';
import { later } from '../records/writing/written-row.js';
import type { Json } from '../values/value-type.js';
import { isOfPerson } from './find-person.js';
import { redactColumns, type Erasing, type Rule } from './redact-row.js';
import { Redactor } from './traces.js';

/** Of an event whose subject was erased. */
const EMPTY = JSON.stringify({ changes: [], redacted: true });
const EMPTY_OTHER = JSON.stringify({ redacted: true });

/** A record of the person goes with its history, as in a delete; one that only mentions them is written without that. */
export const eraseRecord: Rule = async (erasing, table, row) => {
  const [record_id] = row.key as [string];
  const { stores, subject } = erasing;
  await stores.records.lock([record_id]);
  const { rows } = await stores.records.findMany([record_id], 1);
  const [held] = rows;
  if (subject.records.includes(record_id)) return held !== undefined && removeOwn(erasing, held);
  if (held && isTheirs(erasing, held)) return false;
  const isAbout = subject.about.includes(record_id);
  const isWritten = held !== undefined && (await rewrite(erasing, held, isAbout));
  // What is merged into another record is out of sight and has no keys: only its row is to be written.
  const columns = held ? ['created_via'] : ['created_via', 'label', 'vals'];
  return (await redactColumns(erasing, table, row.key, { columns, names: isAbout })) || isWritten;
};

/** Of one that was made during the walk. It stays as it is: the search finds it, and it is deleted in the next round. */
function isTheirs({ schema, subject }: Erasing, row: RecordRow): boolean {
  const object = schema.find(row.object_id);
  return object !== undefined && isOfPerson(object, row, subject);
}

/** Its delete is told to those who follow the feed, without the values. */
async function removeOwn({ stores, schema, ...erasing }: Erasing, row: RecordRow): Promise<boolean> {
  const object = schema.find(row.object_id);
  if (!object) return false;
  const actor = systemActor(erasing);
  const isCounted = !(await stores.persons.isTrashed(row.record_id));
  await removeRecord(stores, { caller: actor, actor, schema, object, row, isCounted });
  await stores.persons.emptyEvents(row.record_id, EMPTY);
  return true;
}

async function rewrite(erasing: Erasing, row: RecordRow & { now: Date }, withNames: boolean): Promise<boolean> {
  const { stores, schema, subject } = erasing;
  const object = schema.find(row.object_id);
  if (!object) return false;
  const redactor = new Redactor(subject.traces, withNames);
  const patch: Patch = new Map();
  for (const attribute of object.attributes) {
    const items = itemsOf(row.vals, attribute.attr_no);
    const kept = await redactor.json(items);
    if (JSON.stringify(kept) === JSON.stringify(items)) continue;
    patch.set(attribute, attribute.is_unique ? kept.map((item, at) => apart(item, items[at]!)) : kept);
  }
  if (patch.size === 0) return false;
  const caller = systemActor(erasing);
  const at = later(row);
  const plan = { ...planChange({ object, row, patch, caller, now: at }), targets: [] };
  const written = await stores.records.update(
    { caller, schemaVersion: schema.version },
    row,
    { id: newId(), at },
    plan,
  );
  if (written.rev === null) throw new StalePlanError();
  const { data } = (await stores.persons.eventOf(row.record_id, written.rev))!;
  await stores.persons.writeEvent(row.record_id, written.rev, await redactedData(redactor, data));
  return true;
}

/** Of a record of the person all that it says; of others what it says about the person. */
export const eraseEvent: Rule = async (erasing, table, row) => {
  const { stores, subject } = erasing;
  if (row.own) {
    const held = await stores.persons.texts(table, row.key, true);
    if (!held || held.data === EMPTY || held.data === EMPTY_OTHER) return false;
    const isOfChanges = 'changes' in (JSON.parse(held.data as string) as object);
    await stores.persons.write(table, row.key, { data: isOfChanges ? EMPTY : EMPTY_OTHER });
    return true;
  }
  const redactor = new Redactor(subject.traces, subject.about.includes(row.key[0]!));
  const held = await stores.persons.texts(table, row.key, true);
  if (!held) return false;
  const data = await redactedData(redactor, held.data as string);
  const isChanged = data !== held.data;
  if (isChanged) await stores.persons.write(table, row.key, { data });
  return (await redactColumns(erasing, table, row.key, { columns: ['via'], names: false })) || isChanged;
};

/** Marked, so that nobody takes a stand-in for a value that somebody wrote. */
async function redactedData(redactor: Redactor, data: string): Promise<string> {
  const before = JSON.parse(data) as Record<string, unknown>;
  const after = await redactor.json(before);
  return JSON.stringify(after) === JSON.stringify(before) ? data : JSON.stringify({ ...after, redacted: true });
}

/** Two texts may have been the same but for how an address was written: as unique values they stay two. */
function apart(kept: Json, before: Json): Json {
  return typeof kept === 'string' && kept !== before ? `${kept} ${newId()}` : kept;
}

function systemActor({ workspace_id, erasure_id }: Pick<Erasing, 'workspace_id' | 'erasure_id'>): Actor {
  return {
    ...trustedClaim(workspace_id, { origin: 'system', request_id: erasure_id }),
    type: 'system',
    id: null,
    name: 'system',
    role: null,
    connection_id: null,
    schema_version: '',
    capabilities: new Set(),
  };
}
