/** Whoever can look at the tables: `Rest` or `World`. */
interface Looking {
  sql<Row extends object>(text: string): Promise<Row[]>;
}

/**
 * Rows and their contents, table by table. When an API key was last used is nobody's data and noted off the request's
 * path.
 */
export async function databaseState(rest: Looking): Promise<Record<string, string>> {
  const tables = await rest.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const parts = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*) || ' rows, ' || md5(coalesce(string_agg(row, '|' order by row collate "C"), '')) as state
      from (select (to_jsonb(t) - 'last_used_at')::text as row from "${name}" t) rows`,
  );
  const rows = await rest.sql<{ name: string; state: string }>(parts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** Runs `work` and demands that no table has changed afterwards. */
export async function expectNothingChanged<T>(rest: Looking, work: () => Promise<T>): Promise<T> {
  const before = await databaseState(rest);
  const result = await work();
  expect(await databaseState(rest)).toEqual(before);
  return result;
}
