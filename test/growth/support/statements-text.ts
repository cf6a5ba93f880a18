import type { SentStatement } from './judge-statements.js';

const HEAD = `-- The prepared statements of the services, as a whole run of the tests sent them, by name. Written by "npm run accept"
-- after "npm test"; nobody edits this file. Read its differences: they say what changed in the database's work.`;

/** Named statements as text to be read: one below the other in the order of their names, indented alike. */
export function statementsText(statements: readonly SentStatement[]): string {
  const byName = new Map(statements.flatMap(({ name, text }) => (name ? [[name, text] as const] : [])));
  const names = [...byName.keys()].filter((name) => name === longestOf(byName.keys(), name)).sort();
  const texts = names.map((name) => `-- ${name}\n${laidOut(byName.get(name)!)};`);
  return `${[HEAD, ...texts].join('\n\n')}\n`;
}

/** Statements that are put together from parts, of which a run of the tests sends hundreds. */
const COMPOSED = /^(record-insert|record-update|indexed-page)-/;

/** Of its family the name with the most parts, which stands for all of them. */
function longestOf(names: Iterable<string>, name: string): string {
  const family = COMPOSED.exec(name)?.[0];
  if (!family) return name;
  const relatives = [...names].filter((each) => each.startsWith(family));
  return relatives.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0]!;
}

/** How many names are missing, new or stand for another text. */
export function changedStatements(before: string, after: string): number {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const changed = [...now].filter(([name, text]) => old.get(name) !== text);
  return changed.length + [...old.keys()].filter((name) => !now.has(name)).length;
}

function entriesOf(text: string): Map<string, string> {
  return new Map(
    text
      .split('\n\n-- ')
      .slice(1)
      .map((entry) => entry.trimEnd().split(/\n(.*)/s) as [string, string]),
  );
}

/** Without empty lines, and without the indentation that all lines but the first have in common. */
function laidOut(text: string): string {
  const [first = '', ...rest] = text
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const common = Math.min(...rest.map((line) => line.search(/\S/)));
  return [first, ...rest.map((line) => `  ${line.slice(common).trimEnd()}`)].join('\n');
}
