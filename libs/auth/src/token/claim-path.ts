/** Stands for the only member of an object or list; with two members there is no answer rather than a guess. */
const ONLY_MEMBER = '*';

/**
 * What stands at a path of a token: a claim of exactly that name (claim names may hold dots, as in
 * `https://crm.example/org`), else one step per dot.
 */
export function claimAt(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>(step, claims);
}

/** The texts that stand at any of the paths, each once; undefined when something else than one text stands at one. */
export function textsAt(claims: Record<string, unknown>, paths: readonly string[]): string[] | undefined {
  const found = paths.map((path) => claimAt(claims, path)).filter((value) => value !== undefined);
  const texts = found.filter((value): value is string => typeof value === 'string' && value !== '');
  return texts.length === found.length ? [...new Set(texts)] : undefined;
}

function step(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (name !== ONLY_MEMBER) return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  const members = Object.entries(value);
  const [only] = members;
  if (!only || members.length > 1) return undefined;
  // `organization: ["acme"]` and `organization: {"acme": {}}`: the member of a list is its value, that of an object
  // too.
  return only[1];
}
