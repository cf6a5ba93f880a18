import { authorOf, type Actor } from '../../actor.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import { HIDDEN_REV, type RecordRow, type Stamp, type Stamps } from '../document.js';
import type { Shown } from '../wire.js';

/** A write, and the record as it is after it. */
export interface OwnWrite {
  actor: Actor;
  object: ObjectSchema;
  row: RecordRow;
  /** The attributes that the request wrote. */
  written: ReadonlySet<Attribute>;
  /** The moment of the write. */
  at: Date;
  isNew: boolean;
}

/**
 * The answer to a write of who may not read: the attributes it wrote, as values of this moment, in the shape of every
 * record. It tells nothing of what was there before: whether a value is an old one, who made the record, what else it
 * holds, or what the records are called that it refers to. The display text is in the slug only when the request wrote
 * it.
 */
export function ownWrite({ actor, object, row, written, at, isNew }: OwnWrite): Shown {
  const { type, id } = authorOf(actor);
  const stamp: Stamp = [at.getTime(), type, id];
  const meta: Stamps = {};
  for (const { attr_no } of written) {
    const held = row.vals[attr_no];
    meta[attr_no] = Array.isArray(held) ? held.map(() => stamp) : stamp;
  }
  const isNamed = object.epithet !== undefined && written.has(object.epithet);
  const known = { ...row, meta, updated_at: at, label: isNamed ? row.label : null };
  // A version that rises or stays tells whether what was written had been there before.
  const maker = isNew
    ? {}
    : { rev: HIDDEN_REV, created_by_id: null, created_via: { ...row.created_via, actor_name: '' } };
  return {
    workspace_id: actor.workspace_id,
    object,
    row: { ...known, ...maker },
    only: written,
    labels: () => '1',
  };
}
