import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';

/** The other side of one reference of several: `deals[partner]` on companies. */
const OVER_NAMED = /^([^[\]]+)\[([^[\]]+)\]$/;

/** From a record to those of another object that refer to it. */
export interface WayBack {
  /** The other object, and the name that it has in the path. */
  other: ObjectSchema;
  slug: string;
  /** The reference that brackets name, whether it leads here or not. */
  named?: string | undefined;
  /** All that lead here, archived ones included. */
  references: readonly Attribute[];
  /** The one that is followed; undefined where there is none. */
  via: Attribute | undefined;
}

/**
 * What the first part of a path means where it is no attribute of the object: the slug of another object, of which
 * references lead here. The one in brackets is followed, else the oldest of those that are not archived. One to any object
 * counts where none of these names this one. An archived one is followed where it is named, or where no other leads here.
 */
export function wayBack(schema: WorkspaceSchema, object: ObjectSchema, first: string): WayBack | undefined {
  if (object.find(first)) return undefined;
  const [, slug = first, named] = OVER_NAMED.exec(first) ?? [];
  const other = schema.find(slug);
  if (!other) return undefined;
  const references = other.references.filter((each) => leadsTo(each, object));
  const via = named === undefined ? usual(references) : references.find((each) => each === other.find(named));
  return { other, slug, named, references, via };
}

/** How a path names each of the references that lead here, archived ones left aside. */
export function waysOver({ other, references }: WayBack): string[] {
  return references.filter((each) => !each.archived_at).map((each) => `${other.row.slug}[${each.slug}]`);
}

function usual(references: readonly Attribute[]): Attribute | undefined {
  const later = ({ archived_at, context }: Attribute) =>
    (archived_at ? 2 : 0) + (context.allowedObjectIds.length === 0 ? 1 : 0);
  const [first] = references.toSorted((a, b) => later(a) - later(b) || a.attr_no - b.attr_no);
  return first;
}

function leadsTo({ context }: Attribute, { row }: ObjectSchema): boolean {
  return context.allowedObjectIds.length === 0 || allowedBy(context).has(row.object_id);
}

const ALLOWED = new WeakMap<object, ReadonlySet<string>>();

/** An object may have a thousand references to a hundred objects each, and a filter asks for all of them often. */
function allowedBy(context: Attribute['context']): ReadonlySet<string> {
  const allowed = ALLOWED.get(context) ?? new Set(context.allowedObjectIds);
  ALLOWED.set(context, allowed);
  return allowed;
}
