interface Valued {
  values: Record<string, readonly unknown[]>;
}

/**
 * A record of at most `room` characters of JSON, where its values are what makes it long: the longest attributes are left
 * out, and `omitted` names them. A record that fits comes back as it is.
 */
export function fitRecord<R extends Valued>(record: R, room: number): R & { omitted?: string[] } {
  let excess = lengthOf(record) + ',"omitted":[]'.length - room;
  if (lengthOf(record) <= room) return record;
  const lengths = Object.entries(record.values).map(([slug, values]) => ({ slug, length: lengthOf(values) }));
  const omitted: string[] = [];
  for (const { slug, length } of lengths.toSorted((a, b) => b.length - a.length)) {
    if (excess <= 0) break;
    omitted.push(slug);
    // Its name moves from `values` to `omitted`; what goes with it is the list and a colon.
    excess -= length + 1;
  }
  const kept = Object.entries(record.values).filter(([slug]) => !omitted.includes(slug));
  return { ...record, values: Object.fromEntries(kept), omitted };
}

/**
 * A record of which one attribute was asked for, with as many of its values as fit into `room` characters of JSON, and at least one.
 * While there are more, `next_value_offset` is the place of the first that was left off; those shown begin at `offset`.
 */
export function fitValues<R extends Valued>(
  record: R,
  room: number,
  offset: number,
): R & { next_value_offset?: number } {
  const [[slug, values] = ['', []]] = Object.entries(record.values);
  const shown = (count: number) => ({
    ...record,
    values: { [slug]: values.slice(0, count) },
    next_value_offset: offset + count,
  });
  let left = room - lengthOf(shown(0)) - String(values.length).length;
  const beyond = values.findIndex((value) => (left -= lengthOf(value) + 1) < 0);
  return beyond < 0 ? record : shown(Math.max(1, beyond));
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}
