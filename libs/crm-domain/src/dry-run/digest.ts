import { createHash, type Hash } from 'node:crypto';
import type { EventRow } from '../events/event.js';
import { canonicalJson } from '../idempotency/fingerprint.js';
import type { Noted } from './change-log.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Moments that the service sets by itself. */
const CLOCK = new Set(['created_at', 'updated_at']);

/**
 * What a write is and does, as one short text: its input, the revisions of the records it changes, and the changes. The
 * same for the same write on the same state: ids that the write makes count by the order in which they appear, and
 * moments that it sets do not count.
 */
export class Digest {
  private readonly hash: Hash = createHash('sha256');
  /** Of ids that the write has made: the text that stands for each. */
  private readonly made = new Map<string, string>();
  /** Ids that were there before. */
  private readonly known: Set<string>;

  /** @throws DomainError validation for an input that is nested too deep */
  constructor(input: unknown) {
    const text = canonicalJson(input);
    this.known = new Set(text.match(UUID));
    this.hash.update(text);
  }

  event({ kind, subject_id, object_id, rev, data }: EventRow): void {
    if (kind.endsWith('.created')) this.standIn(subject_id);
    // A record refers to what was made by events of this write alone; a change of the schema also makes options.
    const { changes, ...rest } = data;
    // The records that a merge takes in, with their revisions, have no event of their own.
    const { merged, unmerged } = rest;
    const what = changes ? this.replaced(canonicalJson({ changes, merged, unmerged })) : this.withoutMade(rest, kind);
    this.add([
      kind,
      this.made.get(subject_id) ?? subject_id,
      object_id && (this.made.get(object_id) ?? object_id),
      rev,
      what,
    ]);
  }

  note({ type, id, before, after }: Noted): void {
    const subject = before ? id : this.standIn(id);
    this.add([type, subject, this.withoutMade({ before, after }, type)]);
  }

  toString(): string {
    return this.hash.copy().digest('base64url');
  }

  private add(part: unknown): void {
    this.hash.update(`\n${JSON.stringify(part)}`);
  }

  /** What was there before is known by its id; every other one was made by this write. */
  private withoutMade({ before, after, ...rest }: Record<string, unknown>, kind: string): string {
    const isDeleted = kind.endsWith('.deleted');
    const past = textOf({ before, rest }, isDeleted);
    for (const id of past.match(UUID) ?? []) if (!this.made.has(id)) this.known.add(id);
    const present = textOf({ after }, isDeleted);
    for (const id of present.match(UUID) ?? []) if (!this.known.has(id)) this.standIn(id);
    return this.replaced(past + present);
  }

  private standIn(id: string): string {
    const text = this.made.get(id) ?? `made-${this.made.size}`;
    this.made.set(id, text);
    return text;
  }

  private replaced(text: string): string {
    return this.made.size === 0 ? text : text.replace(UUID, (id) => this.made.get(id) ?? id);
  }
}

/** What is deleted is shown as archived at this moment. */
function textOf(value: object, isDeleted: boolean): string {
  const isClock = (key: string) => CLOCK.has(key) || (isDeleted && key === 'archived_at');
  return canonicalJson(JSON.parse(JSON.stringify(value, (key, each: unknown) => (isClock(key) ? undefined : each))));
}
