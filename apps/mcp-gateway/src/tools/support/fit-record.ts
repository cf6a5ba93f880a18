interface Valued {
  values: Record<string, unknown>;
  /** Fields of other records, by their paths. */
  related?: Record<string, unknown>;
}

/**
 * A record of at most `room` characters of JSON, where what it holds is what makes it long: the longest fields are
 * left out, and `omitted` names them. A record that fits comes back as it is.
 */
export function fitRecord<R extends Valued>(record: R, room: number): R & { omitted?: string[] } {
  let excess = lengthOf(record) + ',"omitted":[]'.length - room;
  if (lengthOf(record) <= room) return record;
  const { values, related } = record;
  const held = Object.entries({ ...values, ...related });
  const lengths = held.map(([slug, value]) => ({ slug, length: lengthOf(value) }));
  const omitted: string[] = [];
  for (const { slug, length } of lengths.toSorted((a, b) => b.length - a.length)) {
    if (excess <= 0) break;
    omitted.push(slug);
    // Its name moves to `omitted`; what goes with it is the value and a colon.
    excess -= length + 1;
  }
  const keep = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([slug]) => !omitted.includes(slug)));
  return { ...record, values: keep(values), ...(related && { related: keep(related) }), omitted };
}

/**
 * Where a reader goes on in one attribute: at a value, and in it at a character where that one text is too long alone.
 */
export interface Continuation {
  next_value_offset?: number;
  next_character_offset?: number;
}

/**
 * A record of which one attribute was asked for, with as many of its values as fit into `room` characters of JSON.
 * While there are more, `next_value_offset` is the place of the first that was left off; those shown begin at
 * `from.value`. Of a text that does not fit alone, its beginning is shown, and `next_character_offset` is where the
 * rest begins; this one began at `from.character`.
 */
export function fitValues<R extends { values: Record<string, readonly unknown[]> }>(
  record: R,
  room: number,
  from: { value: number; character: number },
): R & Continuation {
  const [[slug, values] = ['', []]] = Object.entries(record.values);
  const shown = (kept: readonly unknown[], next_value_offset: number) => ({
    ...record,
    values: { [slug]: kept },
    next_value_offset,
  });
  let left = room - lengthOf(shown([], from.value + values.length));
  const beyond = values.findIndex((value) => (left -= lengthOf(value) + 1) < 0);
  if (beyond < 0) return record;
  if (beyond > 0) return shown(values.slice(0, beyond), from.value + beyond);
  const whole = (values[0] as { value?: unknown }).value;
  if (typeof whole !== 'string') return shown(values.slice(0, 1), from.value + 1);
  const begun = (characters: number) => ({
    ...shown([{ ...(values[0] as object), value: beginning(whole, characters) }], from.value),
    next_character_offset: from.character + beginning(whole, characters).length,
  });
  let characters = whole.length;
  while (characters > 1 && lengthOf(begun(characters)) > room) characters = Math.floor(characters / 2);
  return begun(characters);
}

/** The first characters of a text, of which none is cut in two. */
export function beginning(text: string, characters: number): string {
  const cut = text.slice(0, characters);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** A row of a table, in which the longest cells make room for others until it has at most `room` characters of JSON. */
export function fitRow(row: readonly unknown[], room: number): unknown[] {
  const fitting = [...row];
  const longest = row.map((cell, at) => ({ at, length: lengthOf(cell) })).toSorted((a, b) => b.length - a.length);
  for (const { at } of longest) {
    if (lengthOf(fitting) <= room) break;
    fitting[at] = { omitted: true };
  }
  return fitting;
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}
