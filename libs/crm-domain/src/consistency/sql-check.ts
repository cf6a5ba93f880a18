/** A question to one workspace, $1, whose every row is something wrong. */
export interface SqlCheck {
  check: string;
  what: string;
  /** Gives a column `id`: a text by which whoever looks into it finds the place. */
  sql: string;
}

/** Whether the background still has something to take away; `matches` is about the row `g` of `purge`. */
export function isGoing(kind: 'object' | 'attribute' | 'record', matches: string): string {
  return `exists (select 1 from purge g where g.workspace_id = $1 and g.kind = '${kind}' and ${matches})`;
}
