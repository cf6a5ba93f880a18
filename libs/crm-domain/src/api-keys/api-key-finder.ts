import { setTimeout as pause } from 'node:timers/promises';
import type { KnownKey } from './api-key.store.js';

/** `failures`: told of each key that may be there and cannot be read, as while a node of the database is away. */
type Look = (publicIds: readonly string[], failures: Map<string, unknown>) => Promise<readonly KnownKey[]>;

interface Found {
  keys: ReadonlyMap<string, KnownKey>;
  failures: ReadonlyMap<string, unknown>;
}

interface Batch {
  ids: Set<string>;
  found: Promise<Found>;
}

const REMEMBERED = 10_000;
const MAX_AT_ONCE = 500;
/** Nobody presents a key before it was made, so this only has to be short enough for a database that was put back. */
const UNKNOWN_FOR = 5000;
/** After a look that met an unknown key: a flood of those costs at most a hundred looks a second. */
const REST = 10;

/**
 * Finds keys by the id that stands in them. Ids that are no key's are remembered for a few seconds, and those asked for
 * meanwhile are looked up together, one look at a time: made-up keys cost the database next to nothing however many
 * there are, and one that is good is never refused for their sake, it waits for a look or two.
 */
export class ApiKeyFinder {
  private readonly known = new Map<string, KnownKey>();
  /** Until when, by `now`. */
  private readonly unknown = new Map<string, number>();
  private next: Batch | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private hasMetUnknown = false;

  constructor(
    private readonly look: Look,
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /** @throws what the look throws */
  async find(publicId: string): Promise<KnownKey | undefined> {
    const known = this.known.get(publicId);
    if (known || (this.unknown.get(publicId) ?? 0) > this.now()) return known;
    if (!this.next || this.next.ids.size >= MAX_AT_ONCE) this.next = this.begin();
    this.next.ids.add(publicId);
    const { keys, failures } = await this.next.found;
    if (failures.has(publicId)) throw failures.get(publicId);
    return keys.get(publicId);
  }

  /** The look after the one under way; it takes all who come until then. */
  private begin(): Batch {
    const ids = new Set<string>();
    const found = this.last.then(async () => {
      if (this.hasMetUnknown) await pause(REST);
      if (this.next?.ids === ids) this.next = undefined;
      return this.lookFor([...ids]);
    });
    this.last = found.catch(() => undefined);
    return { ids, found };
  }

  private async lookFor(ids: readonly string[]): Promise<Found> {
    const failures = new Map<string, unknown>();
    const keys = new Map((await this.look(ids, failures)).map((key) => [key.public_id, key]));
    this.hasMetUnknown = keys.size + failures.size < ids.length;
    const until = this.now() + UNKNOWN_FOR;
    for (const id of ids) {
      const key = keys.get(id);
      if (key) remember(this.known, id, key);
      else if (!failures.has(id)) remember(this.unknown, id, until);
    }
    return { keys, failures };
  }
}

/** The one that came first makes room. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= REMEMBERED) map.delete(map.keys().next().value!);
  map.set(key, value);
}
