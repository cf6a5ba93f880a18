import type { Modelled, Of, State } from './model.js';

/** What one request did. */
export interface Entry {
  request_id: string;
  before: State;
  after: State;
  /** Of an undo: what it has taken back. */
  undoes?: Entry;
}

/** What differs of a record: an attribute, its link, or (null) whether it is there or in the trash. */
export interface Difference {
  of: Of;
  id: string;
  attribute: string | null;
  before: unknown;
  after: unknown;
}

interface Flat {
  of: Of;
  record: Modelled;
  /** Every attribute that has a value; a link is the id of its target. */
  fields: Map<string | null, unknown>;
}

const key = (value: unknown) => JSON.stringify(value);

function flat(state: State): Map<string, Flat> {
  const all = (['others', 'things'] as const).flatMap((of) => state[of].map((record) => ({ of, record })));
  return new Map(
    all.map(({ of, record }) => {
      const { id, values, trashed, link } = record;
      const held = Object.entries(values).filter(([, items]) => items.length > 0);
      const fields = new Map<string | null, unknown>([[null, trashed ? 'trashed' : 'active'], ...held]);
      if (link) fields.set('link', link.id);
      return [id, { of, record, fields }];
    }),
  );
}

/** All that differs between two states. */
export function differences(before: State, after: State): Difference[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [old, now] = [was.get(id), is.get(id)];
    const names = new Set([...(old?.fields.keys() ?? []), ...(now?.fields.keys() ?? [])]);
    const { of } = (old ?? now)!;
    return [...names]
      .map((attribute) => ({
        of,
        id,
        attribute,
        before: old?.fields.get(attribute),
        after: now?.fields.get(attribute),
      }))
      .filter((each) => key(each.before) !== key(each.after));
  });
}

/** What an entry has to do with: two of which one rests on the other meet in one of these. */
function marks(entry: Entry): { id: string; attribute: string | null }[] {
  return differences(entry.before, entry.after).flatMap(({ of, id, attribute, before, after }) => {
    const more: { id: string; attribute: string | null }[] = [];
    if (attribute === 'link')
      for (const target of [before, after]) if (target) more.push({ id: target as string, attribute: 'referred' });
    if (attribute === 'codes')
      for (const code of [before, after].flat())
        if (code) more.push({ id: `${of} ${(code as string).toLowerCase()}`, attribute: null });
    return [{ id, attribute }, ...more];
  });
}

function meet(one: Entry, other: Entry): boolean {
  const theirs = marks(other);
  return marks(one).some(({ id, attribute }) =>
    theirs.some(
      (each) => each.id === id && (each.attribute === attribute || each.attribute === null || attribute === null),
    ),
  );
}

/** The entries that nothing later has to do with that stands: an undo of them takes back all that they did. */
export function undoable(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry, at) => !standing(entries.slice(at + 1)).some((later) => meet(entry, later)));
}

/** Without those that were undone, and what undid them. */
function standing(entries: readonly Entry[]): Entry[] {
  const gone = new Set<Entry>();
  for (const each of entries.toReversed()) {
    const { undoes } = each;
    if (gone.has(each) || !undoes || !entries.includes(undoes)) continue;
    gone.add(each);
    gone.add(undoes);
  }
  return entries.filter((each) => !gone.has(each));
}

/**
 * A state without what an entry did to it, made of the state itself. `left` are the records that do not have their link
 * back, because what it led to is in the trash.
 */
export function undone(now: State, { before, after }: Entry): { state: State; left: string[] } {
  const all = flat(now);
  const changes = differences(before, after);
  const trash = new Set([...all].filter(([, { record }]) => record.trashed).map(([id]) => id));
  for (const { of, id, attribute, before: was } of changes) {
    if (attribute !== null) continue;
    const there = all.get(id);
    if (was === undefined) all.delete(id);
    else if (there) there.record.trashed = was === 'trashed';
    else {
      const record = { ...flat(before).get(id)!.record, values: {}, trashed: was === 'trashed', link: undefined };
      all.set(id, { of, record, fields: new Map() });
    }
  }
  const left: string[] = [];
  for (const { id, attribute, before: was } of changes) {
    const record = all.get(id)?.record;
    if (!record || attribute === null) continue;
    if (attribute !== 'link') record.values[attribute] = (was as unknown[] | undefined) ?? [];
    else {
      const target = all.get(was as string)?.record;
      if (target?.trashed && trash.has(target.id)) left.push(id);
      else record.link = target;
    }
  }
  const of = (wanted: Of) => [...all.values()].filter((each) => each.of === wanted).map(({ record }) => record);
  return { state: { things: of('things'), others: of('others') }, left };
}
