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

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}
