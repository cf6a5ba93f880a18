const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/**
 * The statements of a file of SQL, without comments. A Citus hands the text of a message on to its nodes as a whole, and
 * refuses one with several statements there.
 */
export function statementsOf(sql: string): string[] {
  const statements = [''];
  for (const [token] of sql.matchAll(TOKENS)) {
    if (token === ';') statements.push('');
    else if (!/^(?:--|\/\*)/.test(token)) statements[statements.length - 1] += token;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
