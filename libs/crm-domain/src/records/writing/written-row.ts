import { authorOf, type Caller } from '../../actor.js';
import { firstCharacters } from '../../values/keys.js';
import type { ChangePlan } from './change-plan.js';
import type { RecordRow } from '../document.js';
import { LABEL_CHARACTERS } from '../record.statements.js';
import type { WrittenRow } from '../record.store.js';

/**
 * The moment of a change to a record. Another process's write may carry a later time than this connection's clock: time
 * never runs backwards in a record.
 */
export function later({ now, updated_at }: { now: Date; updated_at: Date }): Date {
  return now > updated_at ? now : updated_at;
}

/** A record as its creation left it. */
export function createdRow(
  at: Pick<RecordRow, 'record_id' | 'object_id' | 'created_via'>,
  caller: Caller,
  plan: ChangePlan,
  written: WrittenRow,
): RecordRow {
  const author = authorOf(caller);
  const time = written.created_at!;
  const { vals, meta, label, refs } = plan;
  return {
    ...at,
    vals,
    meta,
    label,
    refs,
    labels: written.labels,
    rev: 1,
    created_at: time,
    updated_at: time,
    created_by_type: author.type,
    created_by_id: author.id,
  };
}

/** Labels after an update, whose statement saw the record itself as it was before. */
export function labelsNow(row: RecordRow, plan: ChangePlan, { labels }: WrittenRow): WrittenRow['labels'] {
  return labels.map((label, at) =>
    plan.refs[at] === row.record_id ? `1${firstCharacters(plan.label ?? '', LABEL_CHARACTERS)}` : label,
  );
}
