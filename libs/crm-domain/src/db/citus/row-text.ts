/**
 * The values of a whole row as Postgres writes it, `(1,"a ""quoted"" text",,)`: each as its type writes it, null where
 * there is none.
 */
export function valuesOf(row: string): (string | null)[] {
  const values: (string | null)[] = [];
  let at = 1;
  while (at < row.length) {
    const [value, end] = row[at] === '"' ? quoted(row, at) : bare(row, at);
    values.push(value);
    at = end + 1;
  }
  return values;
}

function bare(row: string, from: number): [string | null, number] {
  let end = row.indexOf(',', from);
  if (end === -1) end = row.length - 1;
  return [end === from ? null : row.slice(from, end), end];
}

/** Within quotes, a quote and a backslash stand twice. */
function quoted(row: string, from: number): [string, number] {
  let text = '';
  let at = from + 1;
  for (;;) {
    const next = nextSpecial(row, at);
    text += row.slice(at, next);
    if (row[next] === '"' && row[next + 1] !== '"') return [text, next + 1];
    text += row[next + 1]!;
    at = next + 2;
  }
}

function nextSpecial(row: string, from: number): number {
  let at = from;
  while (row[at] !== '"' && row[at] !== '\\') at++;
  return at;
}
