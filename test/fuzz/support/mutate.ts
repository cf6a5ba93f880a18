import type { Chance } from '../../faults/support/chance.js';

const LIMIT = 1_048_576;
/** Names and values a body may hold. */
const MOST_PARTS = 20_000;

type Mutation = (value: unknown, chance: Chance) => unknown;

/** Values that stand where others are expected. */
const STRANGE: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, -0, 2 ** 53, '', ' ', [], {}, [[]], [null], { value: null }],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e\u2066', '￿', 'constructor', '__proto__', 'null', 'NaN'],
  ...["'; drop table record; --", '%', '_', '\\', '${7*7}', '../../etc/passwd', 'true', '1e999', '-', '🏳️‍🌈'.repeat(50)],
  ...[{ __proto__: { x: 1 } }, { toString: 1 }, { length: 1e9 }, { id: {} }, { then: 1 }, [1, 'a', null, {}, []]],
];

const MUTATIONS: readonly Mutation[] = [
  (value, chance) => replaceSomewhere(value, chance, () => chance.of(STRANGE)),
  (value, chance) => replaceSomewhere(value, chance, () => 'x'.repeat(size(chance))),
  (value, chance) =>
    replaceSomewhere(value, chance, () => chance.of(['\u0000', '\ud800', 'İ', 'ﬀ']).repeat(size(chance) / 4)),
  (value, chance) => replaceSomewhere(value, chance, (inner) => repeated(inner, chance)),
  (value, chance) => replaceSomewhere(value, chance, () => manyKeys(most(chance, size(chance) / 16))),
  (value, chance) =>
    replaceSomewhere(value, chance, () => Array.from({ length: most(chance, size(chance) / 2) }, () => 1)),
  (value, chance) =>
    replaceSomewhere(value, chance, () => Array.from({ length: most(chance, size(chance) / 3) }, () => ({}))),
  (value, chance) => replaceSomewhere(value, chance, (inner) => nested(inner, Math.floor(chance.between(2, 200)))),
  (value, chance) => replaceSomewhere(value, chance, (inner) => ({ ...(inner as object), ...manyKeys(20) })),
  (value, chance) => dropSomewhere(value, chance),
];

/** The text of a body: a value as it is, changed in one to three places, or no JSON at all. At most 1 MiB. */
export function bodyText(value: unknown, chance: Chance): string {
  if (chance.happens(0.25)) return textOf(value);
  if (chance.happens(0.06)) return noJson(textOf(value), chance);
  let changed = value;
  for (let left = Math.floor(chance.between(1, 4)); left > 0; left--) changed = chance.of(MUTATIONS)(changed, chance);
  const text = textOf(changed);
  // A body past the limit is refused unread: the largest that is read is worth more here.
  return text.length <= LIMIT ? text : textOf(value);
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function noJson(text: string, chance: Chance): string {
  const at = Math.floor(chance.between(0, text.length));
  return chance.of([
    text.slice(0, at),
    `${text.slice(0, at)},,${text.slice(at)}`,
    '['.repeat(size(chance) / 2),
    '{"a":'.repeat(size(chance) / 8),
    `{"data":{"__proto__":{"x":1},"name":"a"}}`,
    `{"data":${'1'.repeat(size(chance) / 2)}}`,
    `"${'\\u0000'.repeat(size(chance) / 8)}"`,
  ]);
}

/** Mostly small, sometimes as large as a body may be. */
function size(chance: Chance): number {
  return Math.floor(chance.happens(0.8) ? chance.between(64, 4096) : chance.between(16_384, LIMIT));
}

/** So many, but mostly no more than a body may hold: what is refused unread tells less. */
function most(chance: Chance, count: number, each = 2): number {
  return chance.happens(0.1) ? count : Math.min(count, (0.9 * MOST_PARTS) / each);
}

/** An array of one value, as large as chance has it. */
function repeated(inner: unknown, chance: Chance): unknown[] {
  const text = textOf(inner);
  const each = 1 + (text.match(/[,:[{]/g)?.length ?? 0);
  return Array.from({ length: Math.ceil(most(chance, size(chance) / (text.length + 1), each)) }, () => inner);
}

function manyKeys(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
}

function nested(inner: unknown, depth: number): unknown {
  let value = inner;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

function replaceSomewhere(value: unknown, chance: Chance, change: (inner: unknown) => unknown): unknown {
  const keys = value && typeof value === 'object' ? Object.keys(value) : [];
  if (keys.length === 0 || chance.happens(0.2)) return change(value);
  return withKey(value as object, chance.of(keys), (inner) => replaceSomewhere(inner, chance, change));
}

function dropSomewhere(value: unknown, chance: Chance): unknown {
  const keys = value && typeof value === 'object' ? Object.keys(value) : [];
  if (keys.length === 0) return value;
  const key = chance.of(keys);
  if (chance.happens(0.5)) return withKey(value as object, key, (inner) => dropSomewhere(inner, chance));
  return Array.isArray(value)
    ? value.filter((_, at) => String(at) !== key)
    : Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key));
}

function withKey(value: object, key: string, change: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner: unknown, at) => (String(at) === key ? change(inner) : inner));
  return { ...value, [key]: change((value as Record<string, unknown>)[key]) };
}
