import { WorkTime } from '../db/work-time.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { Stores } from '../stores.js';
import { HistoryReader } from './history-reader.js';
import type { Subject } from './undo-merges.js';
import type { UndoReport } from './undo-report.js';
import type { EventKey } from './undo.store.js';

interface Reading {
  schema: WorkspaceSchema;
  /** The events that are to be undone. */
  keys: readonly EventKey[];
  report: UndoReport;
}

/** Takes all records for this transaction, in one order, then reads what happened to them. What stays is named. */
export async function readSubjects(stores: Stores, { schema, keys, report }: Reading): Promise<Map<string, Subject>> {
  const first = firstOfEach(keys);
  const ids = first.filter(isRecord).map(({ subject_id }) => subject_id);
  await stores.records.lock(ids.sort());
  const mine = new Set(keys.map(({ event_id }) => event_id));
  const reader = new HistoryReader(stores.undo, mine, await stores.undo.sizes(ids));
  const subjects = new Map<string, Subject>();
  const objects = new Map<string, ObjectSchema>();
  for (const { subject_id, object_id } of first.filter(isRecord)) {
    const object = schema.find(object_id ?? '');
    if (object && !object.row.archived_at) objects.set(subject_id, object);
    else report.leave(subject_id, 'schema_changed', { ...(object && { object }) });
  }
  for await (const [{ subject_id: record_id }, past] of reader.readAll(
    first.filter((key) => objects.has(key.subject_id)),
  )) {
    const object = objects.get(record_id)!;
    if (typeof past === 'string') report.leave(record_id, past, { object });
    // What is undone already says nothing to others, and is not kept.
    else if (!past.isOver) subjects.set(record_id, { record_id, object, past });
  }
  leaveOthers(first, schema, report);
  WorkTime.workOn(reader.bytes);
  return subjects;
}

function firstOfEach(keys: readonly EventKey[]): EventKey[] {
  const first = new Map<string, EventKey>();
  for (const key of keys) {
    const known = first.get(key.subject_id);
    if (!known || key.rev < known.rev) first.set(key.subject_id, key);
  }
  return [...first.values()];
}

function isRecord({ kind }: EventKey): boolean {
  return kind.startsWith('record.') || kind === 'RecordDeletedEvent';
}

/** Each object and attribute once; of messages and of what is deleted there is nothing to tell apart. */
function leaveOthers(keys: readonly EventKey[], schema: WorkspaceSchema, report: UndoReport): void {
  const named = new Map<string, { object?: ObjectSchema | undefined; slug: string | null; id: string }>();
  for (const key of keys) {
    if (isRecord(key)) continue;
    const object = schema.find(key.object_id ?? '');
    const slug = object?.find(key.subject_id)?.slug ?? null;
    named.set(`${object?.row.object_id} ${slug}`, { object, slug, id: key.subject_id });
  }
  for (const { object, slug, id } of named.values())
    report.leave(id, 'not_a_record', { ...(object && { object }), slug });
}
