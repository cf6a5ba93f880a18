import { Refused } from '../http/exchange.js';
import type { Mail } from '../store/mail.store.js';
import { graphError } from './graph-error.js';

type Test = (mail: Mail, ...values: string[]) => boolean;

const TEXT = `'((?:[^']|'')*)'`;
const ANY = `singleValueExtendedProperties\\/any\\(\\s*(\\w+):\\s*\\1\\/id eq ${TEXT} and \\1\\/value eq ${TEXT}\\s*\\)`;

// The terms that are understood; whatever else a filter says is refused, so that no test believes it was obeyed.
const TERMS: [RegExp, Test][] = [
  [
    new RegExp(`^${ANY}`, 'i'),
    ({ content }, _, id, value) => (content.properties ?? []).some((one) => one.id === id && one.value === value),
  ],
  [new RegExp(`^internetMessageId eq ${TEXT}`, 'i'), ({ internet_id }, value) => internet_id === value],
  [new RegExp(`^conversationId eq ${TEXT}`, 'i'), ({ thread }, value) => thread === value],
  [/^isDraft eq (true|false)/i, ({ folder }, value) => (folder === 'drafts') === (value === 'true')],
  [/^(?:received|created|sent)DateTime ge ([\w:.-]+)/i, ({ at }, value) => at >= Date.parse(value!)],
];

/** Whether a mail fits a `$filter` whose terms are joined by `and`. @throws Refused for terms nobody knows */
export function fitsFilter(mail: Mail, filter: string): boolean {
  let rest = filter.trim();
  let fits = true;
  while (rest) {
    const term = understood(rest);
    fits &&= term.test(mail, ...term.values);
    rest = rest.slice(term.length).replace(/^\s*and\s+/i, '');
  }
  return fits;
}

function understood(text: string): { test: Test; values: string[]; length: number } {
  for (const [pattern, test] of TERMS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const values = found.slice(1).map((value) => value.replaceAll("''", "'"));
    return { test, values, length: found[0].length };
  }
  throw new Refused(
    graphError(400, 'ErrorInvalidUrlQueryFilter', 'The query filter contains one or more invalid nodes.'),
  );
}
