const WRITES = /(?<!for |for no key |do )\b(?:update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi;
const SAYS_TENANT = /\bworkspace_id"?\s*=\s*\$\d+/;

/**
 * Updates and deletes on tables of tenants that do not themselves say `workspace_id = $n`; each by its beginning. What
 * stands in brackets is another statement's own.
 */
export function forgottenIn(text: string, tenants: readonly string[]): string[] {
  return blocksOf(text)
    .filter((block) => [...block.matchAll(WRITES)].some(([, table]) => tenants.includes(table!.toLowerCase())))
    .filter((block) => !SAYS_TENANT.test(block))
    .map((block) => block.trim().replace(/\s+/g, ' ').slice(0, 100));
}

/** The text of every pair of brackets and of the whole, each without what is in further brackets. */
function blocksOf(text: string): string[] {
  const done: string[] = [];
  const open = [''];
  for (const part of withoutTexts(text)) {
    if (part === '(') open.push('');
    else if (part === ')') {
      done.push(open.pop()!);
      open[open.length - 1] += '()';
    } else open[open.length - 1] += part;
  }
  return [...done, ...open];
}

function withoutTexts(text: string): string {
  return text.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, `''`);
}
