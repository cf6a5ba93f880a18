/** Characters of a name up to which slips of typing are looked for. */
const MAX_CHARACTERS = 40;
/** Letters that may have been left out or replaced. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const MAX_LETTERS = 40;

/** Indexed names that come of one by what is quick to look up: a letter too many, two swapped, the words in another order. */
export function nearNames(indexed: string): Set<string> {
  const names = new Set(turned(indexed));
  for (let at = 0; isShort(indexed) && at < indexed.length; at++) {
    const rest = indexed.slice(at + 1);
    names.add(indexed.slice(0, at) + rest);
    if (at > 0) names.add(indexed.slice(0, at - 1) + indexed[at]! + indexed[at - 1]! + rest);
  }
  names.delete(indexed);
  names.delete('');
  return names;
}

/** The same, with those that have one letter more or another one. */
export function allNearNames(indexed: string): Set<string> {
  const names = nearNames(indexed);
  const letters = [...new Set(LETTERS + indexed)].slice(0, MAX_LETTERS);
  for (let at = 0; isShort(indexed) && at <= indexed.length; at++) {
    for (const letter of letters) {
      names.add(indexed.slice(0, at) + letter + indexed.slice(at));
      names.add(indexed.slice(0, at) + letter + indexed.slice(at + 1));
    }
  }
  names.delete(indexed);
  return names;
}

/** Short enough, and without characters that would be cut in half. */
function isShort(indexed: string): boolean {
  return indexed.length <= MAX_CHARACTERS && !/[\ud800-\udfff]/.test(indexed);
}

/** "Lovelace Ada", "Lovelace, Ada", "A Lovelace" and "A. Lovelace" for "Ada Lovelace", and that for the first two. */
function turned(indexed: string): string[] {
  const words = indexed.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length < 2) return [];
  const [first, last] = [words[0]!, words.at(-1)!];
  const [head, tail] = [words.slice(0, -1).join(' '), words.slice(1).join(' ')];
  const [initial] = first;
  return [`${last} ${head}`, `${last}, ${head}`, `${tail} ${first}`, `${initial} ${tail}`, `${initial}. ${tail}`];
}
