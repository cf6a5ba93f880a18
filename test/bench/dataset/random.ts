const SYLLABLES =
  'ba be bi bo da de di do fa fe ka ke ki ko la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se so ta te to va ve vo'.split(
    ' ',
  );
const VOCABULARY = 5000;

/** Numbers in [0, 1) that are the same on every machine for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = (seed + 0x9e3779b9) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}

/** Words of two to four syllables; few of them are common and most are rare, as in any language. */
export function words(count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => WORDS[Math.floor(VOCABULARY * random() ** 3)]!);
}

const WORDS = vocabulary();

function vocabulary(): string[] {
  const random = randomFrom(7);
  const known = new Set<string>();
  while (known.size < VOCABULARY) {
    known.add(Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(SYLLABLES, random)).join(''));
  }
  return [...known];
}
