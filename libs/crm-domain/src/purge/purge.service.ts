import { trustedClaim } from '../actor.js';
import type { Db } from '../db/db.js';
import type { Stores } from '../db/stores.js';
import { Outdated } from '../records/persevere.js';
import { lexemesOf } from '../records/lexemes.js';
import { clearReferences } from '../records/removal.js';
import type { PurgeRow } from './purge.store.js';

const REFERRERS = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** A step that was planned from a schema that has changed since is planned again. */
const again = (error: unknown): true => {
  if (error instanceof Outdated) return true;
  throw error;
};

/** Takes away, batch by batch, what deleted objects, attributes and much-referred-to records left behind. */
export class PurgeService {
  constructor(private readonly db: Db) {}

  /** Purges what is due. Gives how many deletes were finished. Any number of processes may call it. */
  async run(signal?: AbortSignal): Promise<number> {
    let finished = 0;
    for (;;) {
      const next = signal?.aborted ? undefined : await this.db.nextPurge();
      if (!next) return finished;
      await this.purge(next, signal);
      finished++;
    }
  }

  private async purge(purge: PurgeRow, signal?: AbortSignal): Promise<void> {
    let from: string | null = FIRST;
    let more = true;
    while (more && !signal?.aborted) {
      const step = this.db.write(purge.workspace_id, async (stores) => {
        if (purge.kind === 'object') return this.dropSome(stores, purge);
        if (purge.kind === 'record') return this.clearSome(stores, purge);
        if (purge.kind === 'search') return (from = await this.rebuildSome(stores, purge, from ?? FIRST)) !== null;
        if (from && purge.attr_no !== null) {
          from = await stores.purges.dropValues(purge, from);
          if (from) return true;
        }
        return stores.purges.dropKeys(purge.attribute_id!);
      });
      more = await step.catch(again);
    }
    if (more) return;
    await this.db.write(purge.workspace_id, async (stores) => {
      if (purge.kind === 'object') await stores.purges.dropCount(purge.object_id);
      await stores.purges.done(purge.purge_id);
    });
  }

  /** Makes the search rows of some records anew; words of a gone attribute or an old title go. Gives the last record. */
  private async rebuildSome(stores: Stores, purge: PurgeRow, from: string): Promise<string | null> {
    const schema = await stores.schema.load();
    const object = schema?.find(purge.object_id);
    const rows = object ? await stores.purges.searchBatch(purge.object_id, from) : [];
    if (!object || rows.length === 0) return null;
    await stores.purges.saveSearch(rows.map(({ record_id, vals }) => ({ record_id, words: lexemesOf(object, vals) })));
    return rows.at(-1)!.record_id;
  }

  /** Clears some references to a deleted record; takes the record itself away after the last. */
  private async clearSome(stores: Stores, purge: PurgeRow): Promise<boolean> {
    const recordId = purge.record_id!;
    const referrers = await stores.records.referrers(recordId, REFERRERS);
    if (referrers.length > 0) return this.clear(stores, purge, { targets: [recordId], referrers });
    await stores.removals.remove(recordId);
    return false;
  }

  /** Takes away some records of a deleted object, once no record of another object refers to them any more. */
  private async dropSome(stores: Stores, purge: PurgeRow): Promise<boolean> {
    const targets = await stores.purges.someRecords(purge.object_id);
    const referrers = await stores.purges.outsideReferrers(purge.object_id, targets, REFERRERS);
    if (referrers.length > 0) return this.clear(stores, purge, { targets, referrers });
    await stores.purges.dropRecords(targets);
    return targets.length > 0;
  }

  private async clear(
    stores: Stores,
    purge: PurgeRow,
    { targets, referrers }: { targets: string[]; referrers: string[] },
  ): Promise<boolean> {
    const schema = await stores.schema.load();
    const claim = trustedClaim(purge.workspace_id, { origin: 'system', request_id: purge.purge_id });
    if (schema) await clearReferences(stores, { claim, schema, targets }, referrers);
    await stores.purges.dropReferences(targets, referrers);
    return true;
  }
}
