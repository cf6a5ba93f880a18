import { trustedClaim } from '../actor.js';
import type { Db } from '../crm-database.js';
import { Slices } from '../db/slices.js';
import type { Stores } from '../stores.js';
import { StalePlanError } from '../records/writing/retry-stale-plans.js';
import { lexemesOf } from '../records/lexemes.js';
import { clearReferences } from '../records/writing/removal.js';
import type { PurgeRow } from './purge.store.js';

const REFERRERS = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A step that was planned from a schema that has changed since is planned again. */
const again = (error: unknown): Step => {
  if (error instanceof StalePlanError) return { more: true };
  throw error;
};

/** What a batch leaves: whether there may be more, and the record up to which all is done, or null behind the last. */
interface Step {
  more: boolean;
  place?: string | null;
}

/** Milliseconds that a purge waits after its first failure, twice as long after each more, and at most. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 3_600_000;

/**
 * Takes away, batch by batch, what deleted objects, attributes and much-referred-to records left behind. Workspaces
 * take turns after each batch: none waits for all that another has deleted.
 */
export class PurgeService {
  /** The workspace that had its turn last. */
  private last: string | undefined;
  /** How far those have come that are under way. */
  private readonly places = new Map<string, string | null>();

  /** Those that failed: how often, and until when they wait, so that the others are not held up. */
  private readonly failed = new Map<string, { times: number; until: number }>();

  /** @param now in milliseconds, never going back */
  constructor(
    private readonly db: Db,
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /**
   * Purges what is due. Gives how many deletes were finished. Any number of processes may call it.
   * @throws the first error of a purge that failed, when all others are done
   */
  async run(signal?: AbortSignal): Promise<number> {
    let finished = 0;
    const errors: unknown[] = [];
    while (!signal?.aborted) {
      const next = await this.next();
      if (!next) break;
      try {
        if (await this.step(next)) finished++;
        this.failed.delete(next.purge_id);
      } catch (error) {
        this.wait(next.purge_id);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
    return finished;
  }

  private wait(purgeId: string): void {
    const times = (this.failed.get(purgeId)?.times ?? 0) + 1;
    this.failed.set(purgeId, { times, until: this.now() + Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (times - 1)) });
  }

  private async next(): Promise<PurgeRow | undefined> {
    const { system } = this.db;
    const now = this.now();
    const waiting = [...this.failed].flatMap(([id, { until }]) => (until > now ? [id] : []));
    const next =
      (this.last && (await system.nextPurge(this.last, waiting))) || (await system.nextPurge(undefined, waiting));
    if (!next) this.forgetAllBut(waiting);
    this.last = next?.workspace_id;
    return next;
  }

  /** What else there was is done, here or by another process. */
  private forgetAllBut(waiting: readonly string[]): void {
    for (const memory of [this.places, this.failed])
      for (const id of memory.keys()) if (!waiting.includes(id)) memory.delete(id);
  }

  /** Does one batch. Gives whether it was the last. */
  private async step(purge: PurgeRow): Promise<boolean> {
    const { workspace_id, purge_id } = purge;
    const { more, place } = await this.db.transaction(workspace_id, (stores) => this.batch(stores, purge)).catch(again);
    if (place !== undefined) this.places.set(purge_id, place);
    if (more) return false;
    await this.db.transaction(workspace_id, async (stores) => {
      if (purge.kind === 'object') await stores.purges.dropCount(purge.object_id);
      await stores.purges.done(purge_id);
    });
    this.places.delete(purge_id);
    return true;
  }

  private async batch(stores: Stores, purge: PurgeRow): Promise<Step> {
    if (purge.kind === 'object') return { more: await this.dropSome(stores, purge) };
    if (purge.kind === 'record') return { more: await this.clearSome(stores, purge) };
    const from = this.places.get(purge.purge_id);
    if (purge.kind === 'search') {
      const place = await this.rebuildSome(stores, purge, from ?? FIRST);
      return { more: place !== null, place };
    }
    if (from !== null && purge.attr_no !== null) return this.clearValues(stores, purge, from ?? FIRST);
    return { more: await stores.purges.dropKeys(purge.attribute_id!) };
  }

  /**
   * Makes the search rows of some records anew; words of a gone attribute or an old title go. Gives the last record.
   */
  private async rebuildSome(stores: Stores, purge: PurgeRow, from: string): Promise<string | null> {
    const schema = await stores.schema.load();
    const object = schema?.find(purge.object_id);
    const rows = object ? await stores.purges.searchBatch(purge.object_id, from) : [];
    if (!object || rows.length === 0) return null;
    const slices = new Slices();
    const found: { record_id: string; words: string[] }[] = [];
    for (const { record_id, vals } of rows) {
      await slices.next();
      found.push({ record_id, words: lexemesOf(object, vals) });
    }
    await stores.purges.saveSearch(found);
    return rows.at(-1)!.record_id;
  }

  /** Takes the values of a deleted attribute out of some records, once their closed ones are gone. */
  private async clearValues(stores: Stores, purge: PurgeRow, from: string): Promise<Step> {
    const records = await stores.purges.someRecords(purge.object_id, from);
    if (await stores.purges.dropHistory(records, purge.attr_no)) return { more: true };
    await stores.purges.dropValues(purge, records);
    return { more: true, place: records.at(-1) ?? null };
  }

  /** Clears some references to a deleted record; takes the record itself away after the last. */
  private async clearSome(stores: Stores, purge: PurgeRow): Promise<boolean> {
    const recordId = purge.record_id!;
    const referrers = await stores.records.referrers(recordId, REFERRERS);
    if (referrers.length > 0) return this.clear(stores, purge, { targets: [recordId], referrers });
    await stores.removals.remove([recordId]);
    return false;
  }

  /** Takes away some records of a deleted object, once no record of another object refers to them any more. */
  private async dropSome(stores: Stores, purge: PurgeRow): Promise<boolean> {
    const targets = await stores.purges.someRecords(purge.object_id, FIRST);
    const referrers = await stores.purges.outsideReferrers(purge.object_id, targets, REFERRERS);
    if (referrers.length > 0) return this.clear(stores, purge, { targets, referrers });
    if (await stores.purges.dropHistory(targets, null)) return true;
    await stores.purges.dropRecords(targets);
    return targets.length > 0;
  }

  private async clear(
    stores: Stores,
    purge: PurgeRow,
    { targets, referrers }: { targets: string[]; referrers: string[] },
  ): Promise<boolean> {
    const schema = await stores.schema.load();
    const caller = trustedClaim(purge.workspace_id, { origin: 'system', request_id: purge.purge_id });
    if (schema) await clearReferences(stores, { caller, schema, targets }, referrers);
    await stores.purges.dropReferences(targets, referrers);
    return true;
  }
}
