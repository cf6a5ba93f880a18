import { blocksOf, type WantedBlock } from './blocks.js';
import { isExact, type ComparedExactly } from './compared.js';
import type { DuplicatesStore } from './duplicates.store.js';
import type { FoundReason } from './reasons.js';

/** Of each list the reasons that stay without the values that too many records have. */
export async function withoutCommon(store: DuplicatesStore, lists: readonly FoundReason[][]): Promise<FoundReason[][]> {
  // Many pairs share the same values, and one is met at each that it shares: each is looked at once.
  const different = [...new Set(lists)];
  const wanted = new Map<string, WantedBlock>();
  for (const { by, shared } of different.flat())
    if (isExact(by)) for (const { v } of shared) wanted.set(keyOf(by, v), { by, v });
  const blocks = await blocksOf(store, [...wanted.values()]);
  const common = new Set([...wanted.keys()].filter((_, at) => blocks[at]!.isCommon));
  const sure = new Map(different.map((reasons) => [reasons, reasons.flatMap((reason) => sureOf(reason, common))]));
  return lists.map((reasons) => sure.get(reasons)!);
}

/** A reason without common values; nothing where it has no others. */
function sureOf(reason: FoundReason, common: ReadonlySet<string>): FoundReason[] {
  const { by } = reason;
  if (!isExact(by)) return [reason];
  const shared = reason.shared.filter(({ v }) => !common.has(keyOf(by, v)));
  return shared.length > 0 ? [{ ...reason, shared, values: shared.map(({ value }) => value) }] : [];
}

function keyOf({ attribute }: ComparedExactly, v: string): string {
  return `${attribute.attribute_id} ${v}`;
}
