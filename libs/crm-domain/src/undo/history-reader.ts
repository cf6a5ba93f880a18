import type { Stores } from '../stores.js';
import { SHORT_BYTES } from '../records/record-size.js';
import { RecordPast } from './record-past.js';
import type { LeftReason } from './undo.js';
import type { EventKey, Since } from './undo.store.js';

/** Events of one record that are looked at, those of others since included, what is undone already not. */
export const MOST_EVENTS = { since: 2500 };
/** Their bytes. */
const MAX_BYTES_SINCE = 8 * 1024 * 1024;
/** Bytes of events and of large records that one call has to do with: they are in memory together. */
const MAX_HELD = 16 * 1024 * 1024;
/** Bytes of events that are read for it; what turns out to be undone already is not held. */
const MAX_READ = 64 * 1024 * 1024;

/** Records with few changes whose events are read with one statement. */
const AT_ONCE = 100;

/** Reads what happened to records, as long as one call has room for it. */
export class HistoryReader {
  private room = MAX_HELD;
  /** Bytes of events that were read. */
  bytes = 0;

  /**
   * @param mine ids of the events that are to be undone
   * @param sizes bytes of the records that are there
   */
  constructor(
    private readonly undo: Stores['undo'],
    private readonly mine: ReadonlySet<string>,
    private readonly sizes: ReadonlyMap<string, number>,
  ) {}

  /**
   * What happened to each record since the first change that is to be undone, or why that stays.
   *
   * @param first the first such change of each
   */
  async *readAll(first: readonly EventKey[]): AsyncGenerator<[EventKey, RecordPast | LeftReason]> {
    for (let at = 0; at < first.length; at += AT_ONCE) {
      const some = first.slice(at, at + AT_ONCE);
      const short = await this.undo.shortSince(some);
      for (const key of some) yield [key, await this.read(key, short.get(key.subject_id))];
    }
  }

  private async read({ subject_id, rev }: EventKey, short?: Since): Promise<RecordPast | LeftReason> {
    const size = this.sizes.get(subject_id) ?? 0;
    const large = size > SHORT_BYTES ? size : 0;
    const bytes = Math.min(MAX_BYTES_SINCE, this.room - large, MAX_READ - this.bytes);
    if (bytes <= 0) return 'too_large';
    const isShort = short && short.bytes <= bytes;
    const since = isShort
      ? short
      : await this.undo.since(subject_id, rev, { events: MOST_EVENTS.since, bytes, mine: this.mine });
    this.bytes += since.bytes;
    const isForRoom = bytes < MAX_BYTES_SINCE && since.events.length <= MOST_EVENTS.since;
    if (since.isCut) return isForRoom ? 'too_large' : 'too_many_changes';
    if (since.events.some(({ data }) => data.redacted === true)) return 'erased';
    const past = new RecordPast(since.events, this.mine);
    if (!past.isOver) this.room -= since.bytes + large;
    return past;
  }
}
