/** What no sender writes where a text or number belongs; as JSON, since half a character cannot be sent otherwise. */
const NASTY: Record<string, string> = {
  NUL: '"a\\u0000b"',
  'half a character': '"a\\ud800b"',
  'a text of 5,000 characters': JSON.stringify('x'.repeat(5000)),
  'a text of 5,000 wide characters': JSON.stringify('\u{1f600}'.repeat(2500)),
  'an enormous number': '1e308',
  'a number below zero': '-1',
  null: 'null',
  'an empty text': '""',
  'a list': '["a"]',
  'an object that cannot be a text': '{"toString":1,"valueOf":1}',
  'a nest': '['.repeat(200) + ']'.repeat(200),
};

const MARK = 'replaced-by-something-nasty';

/**
 * The same JSON many times, each time with one value, or the name of one part, made into something that no sender
 * writes.
 */
export function nastyVariants(valid: object): [string, string][] {
  return pathsOf(valid).flatMap((path) => {
    const text = JSON.stringify(withAt(valid, path, MARK));
    const values = Object.entries(NASTY).map(([what, json]): [string, string] => {
      return [`${what} at ${path.join('.')}`, text.replace(`"${MARK}"`, json)];
    });
    const named = JSON.stringify(withAt(valid, [...path.slice(0, -1), MARK], 'x'));
    return [...values, [`NUL in a name beside ${path.join('.')}`, named.replace(MARK, 'a\\u0000b\\ud800')]];
  });
}

/** Whole bodies that no sender writes. */
export const NASTY_BODIES: [string, string][] = [
  ['nothing', ''],
  ['no JSON', '{"value":'],
  ['a text', '"text"'],
  ['a nest of 400,000 lists', '['.repeat(400_000)],
  ['a nest of 100,000 objects', '{"value":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ['a megabyte of one text', JSON.stringify({ value: 'x'.repeat(1_000_000) })],
  ['300,000 empty objects', `{"value":[${'{},'.repeat(300_000)}{}]}`],
  ['a name of its prototype', '{"__proto__":{"value":[]},"constructor":1}'],
];

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]));
  return path.length > 0 && !Array.isArray(value) ? [path, ...inner] : inner;
}

function withAt(value: unknown, [name, ...rest]: Path, content: unknown): unknown {
  if (name === undefined) return content;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = withAt(copy[name], rest, content);
  return copy;
}
