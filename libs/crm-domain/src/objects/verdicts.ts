import { createHash } from 'node:crypto';
import { WorkTime } from '../db/work-time.js';
import type { WorkspaceSchema } from './schema.js';

/** Bytes of all that one instance holds: some ten thousand verdicts. */
const ROOM = 8 * 1024 * 1024;
/** What one takes beside its texts. */
const BYTES_OF_ONE = 600;

/**
 * What was found of stored definitions by a schema. To judge one may take a thousand times as long as to read it, and
 * it is read again and again. A verdict is found by the whole of what was judged, so that it is never an old one.
 */
export class Verdicts<Verdict> {
  private readonly held = new Map<string, { verdict: Verdict; bytes: number }>();
  private bytes = 0;

  /** @param textsIn characters of the texts that a verdict holds */
  constructor(
    private readonly textsIn: (verdict: Verdict) => number,
    private readonly room = ROOM,
  ) {}

  /** The verdict on what is stored; it is judged where no verdict by this schema is held. */
  of(schema: Pick<WorkspaceSchema, 'workspace_id' | 'version'>, stored: unknown, judge: () => Verdict): Verdict {
    const text = JSON.stringify(stored);
    // It was read, and is compared with what is held, whatever is shown of it.
    WorkTime.workOn(text.length);
    const key = keyOf(schema, text);
    const found = this.held.get(key);
    const entry = found ?? this.weighed(judge());
    // To the end of the line: a map keeps the order in which its keys came.
    if (found) this.forget(key, found);
    this.held.set(key, entry);
    this.bytes += entry.bytes;
    for (const [first, longestUnused] of this.held) {
      if (this.bytes <= this.room) break;
      this.forget(first, longestUnused);
    }
    return entry.verdict;
  }

  private weighed(verdict: Verdict) {
    return { verdict, bytes: BYTES_OF_ONE + 2 * this.textsIn(verdict) };
  }

  private forget(key: string, { bytes }: { bytes: number }): void {
    this.held.delete(key);
    this.bytes -= bytes;
  }
}

function keyOf({ workspace_id, version }: Pick<WorkspaceSchema, 'workspace_id' | 'version'>, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64');
  return `${workspace_id} ${version} ${hash}`;
}
