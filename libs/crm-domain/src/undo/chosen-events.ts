/** An event that undid others, of this record and of the other sides of its links. */
export interface Undoing {
  event_id: string;
  rev: number;
  undoes: string[];
  /** Whether it undid only the changes of some attributes. */
  is_part: boolean;
  request_id: string;
}

/** Which events of a record are read from the first on that is to be undone. */
export interface Chosen {
  /** Ids of those that are not: changes that were undone before as a whole, and what undid them. */
  over: string[];
  /** Ids of those that came before and were undone since. */
  earlier: string[];
  /** The first revision of any that is read. */
  from: number;
}

interface Known {
  /** The newest first. */
  undoings: readonly Undoing[];
  mine: ReadonlySet<string>;
  /** Of the first that is to be undone. */
  rev: number;
  /** Of those of this record that are to be undone or were undone. */
  revisions: ReadonlyMap<string, number>;
}

/**
 * What was undone as a whole, and what undid it, is not read: a record that is undone call by call has much of both. Both
 * are needed where a change that is still to be undone lies between them, as it was made upon what was undone later. Pure.
 */
export function chosenOf({ undoings, mine, rev, revisions }: Known): Chosen {
  const { standing, undone, over } = undoneBefore(undoings, mine);
  const revOf = (id: string) => revisions.get(id)!;
  const live = [...mine].filter((id) => revisions.has(id) && !undone.has(id)).map(revOf);
  live.sort((one, other) => one - other);
  const ownOf = ownUndone(undoings, revisions);
  const kept = new Set<string>();
  for (const undoing of standing) {
    const own = ownOf(undoing);
    const spanned = own.filter((id) => nextAfter(live, revOf(id)) < undoing.rev);
    if (spanned.length > 0 || own.length === 0) for (const id of [undoing.event_id, ...spanned]) kept.add(id);
  }
  // What undid in part what is not read is not needed either.
  for (const undoing of standing) {
    const own = ownOf(undoing);
    const isOver = own.length > 0 && own.every((id) => undone.has(id) && !kept.has(id));
    if (isOver && !mine.has(undoing.event_id)) over.add(undoing.event_id);
  }
  const earlier = [...kept].filter((id) => revisions.has(id) && revOf(id) < rev);
  const from = earlier.reduce((least, id) => Math.min(least, revOf(id)), rev);
  return { over: [...over].filter((id) => !kept.has(id)), earlier, from };
}

/** Undoings that were not undone as a whole, what they undid as a whole, and with that what is over, they themselves too. */
function undoneBefore(undoings: readonly Undoing[], mine: ReadonlySet<string>) {
  const [undone, inPart, spent] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const standing: Undoing[] = [];
  for (const undoing of undoings) {
    const { event_id, undoes, is_part } = undoing;
    if (undone.has(event_id)) continue;
    standing.push(undoing);
    const isPart = is_part || inPart.has(event_id);
    for (const id of undoes) (isPart ? inPart : undone).add(id);
    // To undo what undid something is to do it again.
    if (!isPart && !mine.has(event_id)) spent.add(event_id);
  }
  return { standing, undone, over: new Set([...undone, ...spent]) };
}

/** What each undid of this record. What names only changes of other records belongs to what the same request undid. */
function ownUndone(
  undoings: readonly Undoing[],
  revisions: ReadonlyMap<string, number>,
): (undoing: Undoing) => string[] {
  const byRequest = Map.groupBy(undoings, ({ request_id }) => request_id);
  const known = ({ undoes }: Undoing) => undoes.filter((id) => revisions.has(id));
  return (undoing) => {
    const own = known(undoing);
    return own.length > 0 ? own : (byRequest.get(undoing.request_id) ?? []).flatMap(known);
  };
}

/** The first of ascending numbers that is greater than another one. */
function nextAfter(numbers: readonly number[], low: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numbers[middle]! > low) to = middle;
    else from = middle + 1;
  }
  return numbers[from] ?? Infinity;
}
