import { PAGE_BYTES } from '../records/record-size.js';
import { writeTimelineCursor, type Places } from './timeline-cursor.js';
import type { TimelineEntry } from './timeline-entry.js';

/** The next entries of one kind, the newest first, each with the place behind it. */
export interface Source {
  found: { entry: TimelineEntry; places: Places }[];
  /** Whether there are more behind the last one. */
  isCut: boolean;
}

export interface TimelinePage {
  entries: TimelineEntry[];
  /** Leads on behind the first `shown` entries; undefined where there is nothing more. */
  cursorAfter(shown: number): string | undefined;
}

/**
 * The newest entries of several sources, which were read from `from` on: as many as `limit`, and fewer of large ones. What
 * was written since the page before stands above it and is passed over; a page may be empty though there is more.
 */
export function mergeTimeline(sources: readonly Source[], from: Places, limit: number): TimelinePage {
  const read = sources.map(({ found, isCut }) => ({ found: inOrder(found), isCut }));
  const all = read.flatMap(({ found }) => found).sort((a, b) => compare(b.at, a.at));
  const { before } = from;
  const isNew = ({ at }: { at: string }) => before !== undefined && at > before;
  // What is older than the last one of a source that goes on may stand behind others of it.
  const ends = read.flatMap(({ found, isCut }) => (isCut ? (found.at(-1)?.at ?? []) : []));
  const oldest = ends.sort(compare).at(-1);
  const known = all.filter((each) => !isNew(each) && (oldest === undefined || each.at >= oldest));
  const page = known.slice(0, Math.min(limit, fitting(known.map(({ entry }) => entry))));
  const passed = all.filter(isNew);
  const isWhole = page.length + passed.length === all.length && !read.some(({ isCut }) => isCut);
  return {
    entries: page.map(({ entry }) => entry),
    cursorAfter: (shown) => {
      if (isWhole && shown === page.length) return undefined;
      const behind = [...passed, ...page.slice(0, shown)].map(({ places }) => places);
      return writeTimelineCursor(
        Object.assign({}, from, ...behind, { before: page[shown - 1]?.at ?? before }) as Places,
      );
    },
  };
}

/** The entries of a source, none of which stands before an earlier one, whatever the clocks of its writers said. */
function inOrder(found: Source['found']) {
  let at = '9';
  return found.map((each) => {
    if (each.entry.occurred_at < at) at = each.entry.occurred_at;
    return { ...each, at };
  });
}

/** How many of the entries a page has room for; one at least. */
function fitting(entries: readonly TimelineEntry[]): number {
  let bytes = 0;
  const beyond = entries.findIndex((entry) => (bytes += Buffer.byteLength(JSON.stringify(entry))) > PAGE_BYTES);
  return beyond < 0 ? entries.length : Math.max(1, beyond);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
