import { blocksOf, type WantedBlock } from './blocks.js';
import { isExact, type ComparedExactly } from './compared.js';
import type { DuplicatesStore } from './duplicates.store.js';
import type { FoundReason } from './reasons.js';

/** Of each list the reasons that stay without the values that too many records have. */
export async function withoutCommon(store: DuplicatesStore, lists: readonly FoundReason[][]): Promise<FoundReason[][]> {
  // Many pairs share the same values: each is looked up once.
  const wanted = new Map<string, WantedBlock>();
  for (const { by, shared } of lists.flat())
    if (isExact(by)) for (const { v } of shared) wanted.set(keyOf(by, v), { by, v });
  const blocks = await blocksOf(store, [...wanted.values()]);
  const common = new Set([...wanted.keys()].filter((_, at) => blocks[at]!.isCommon));
  return lists.map((reasons) =>
    reasons.flatMap((reason) => {
      const { by } = reason;
      if (!isExact(by)) return [reason];
      const shared = reason.shared.filter(({ v }) => !common.has(keyOf(by, v)));
      return shared.length > 0 ? [{ ...reason, shared, values: shared.map(({ value }) => value) }] : [];
    }),
  );
}

function keyOf({ attribute }: ComparedExactly, v: string): string {
  return `${attribute.attribute_id} ${v}`;
}
