import { EXACT, NAMES, TWINS, type Twin } from './twins.js';

interface Page {
  data: { records: { id: string }[]; reasons: { kind: string }[] }[];
  pagination: { next_cursor?: string };
  skipped?: { attribute: string; value: string }[];
}

/** Sends a GET to a path and gives its answer. */
type Get = (path: string) => Promise<unknown>;

/** What a search for duplicates found of those that were planted. */
export interface FoundTwins {
  /** Of each kind, the share that was found. */
  recall: Record<string, number>;
  /** Of the pairs that were found by their names alone, the share that was planted. */
  precision: number;
  pairs: number;
  /** Values that were left out. */
  skipped: Set<string>;
  /** Milliseconds of each answer. */
  took: number[];
}

const keyOf = (one: string, other: string) => [one, other].sort().join(' ');

/** All pages of pairs. */
export async function walkTwins(get: Get, twins: readonly Twin[], limit = 25): Promise<FoundTwins> {
  const pages: Page[] = [];
  const took: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    pages.push(await timed(took, () => get(`/v1/records/${TWINS}/duplicates?${query.toString()}`)));
    cursor = pages.at(-1)!.pagination.next_cursor;
  }
  return judged(pages, twins, took);
}

/** The pairs of each of some copies. */
export async function askTwins(get: Get, twins: readonly Twin[]): Promise<FoundTwins> {
  const pages: Page[] = [];
  const took: number[] = [];
  for (const { other } of twins)
    pages.push(await timed(took, () => get(`/v1/records/${TWINS}/duplicates?record=${other}&limit=100`)));
  return judged(pages, twins, took);
}

/** The share of all kinds together. */
export function recallOf({ recall }: FoundTwins, kinds: typeof EXACT | typeof NAMES): number {
  const shares = Object.keys(kinds).map((kind) => recall[kind]!);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

async function timed(took: number[], ask: () => Promise<unknown>): Promise<Page> {
  const begun = performance.now();
  const page = await ask();
  took.push(performance.now() - begun);
  return page as Page;
}

function judged(pages: readonly Page[], twins: readonly Twin[], took: number[]): FoundTwins {
  const all = pages.flatMap(({ data }) => data);
  const found = new Set(all.map(({ records }) => keyOf(records[0]!.id, records[1]!.id)));
  const planted = new Set(twins.map(({ one, other }) => keyOf(one, other)));
  const share = (some: readonly Twin[]) =>
    some.filter(({ one, other }) => found.has(keyOf(one, other))).length / Math.max(1, some.length);
  const kinds = Object.keys({ ...EXACT, ...NAMES });
  const named = all.filter(({ reasons }) => reasons.every(({ kind }) => kind === 'similar_name'));
  const right = named.filter(({ records }) => planted.has(keyOf(records[0]!.id, records[1]!.id)));
  return {
    recall: Object.fromEntries(kinds.map((kind) => [kind, share(twins.filter((twin) => twin.kind === kind))])),
    precision: right.length / Math.max(1, named.length),
    pairs: all.length,
    skipped: new Set(pages.flatMap(({ skipped = [] }) => skipped.map(({ value }) => value))),
    took: took.sort((a, b) => a - b),
  };
}
