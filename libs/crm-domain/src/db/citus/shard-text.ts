/** An even number of quotes follows: what a statement says in words may be called like a table. */
export const OUTSIDE_LITERALS = `(?=[^']*(?:'[^']*'[^']*)*$)`;

/**
 * Writes a statement with other names for its tables: `record` is `record_102008` in one shard of a Citus.
 *
 * A column that a statement itself calls like a table (`... as attribute`) would be renamed there, but not in
 * `q.attribute`. The tests write every statement for a shard, so that none does.
 *
 * @param names by what the tables are called elsewhere
 */
export function shardText(names: ReadonlyMap<string, string>): (text: string) => string {
  const tables = new RegExp(`(?<![\\w.'$])("?)(${[...names.keys()].join('|')})\\1(?![\\w'])${OUTSIDE_LITERALS}`, 'g');
  return (text) => text.replace(tables, (_, _quote, name: string) => names.get(name)!);
}
