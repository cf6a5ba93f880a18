import { blocksOf } from './blocks.js';
import { isExact } from './compared.js';
import type { DuplicatesStore } from './duplicates.store.js';
import type { FoundReason } from './reasons.js';

/** Of each list the reasons that stay without the values that too many records have. */
export async function withoutCommon(store: DuplicatesStore, lists: readonly FoundReason[][]): Promise<FoundReason[][]> {
  const wanted = lists
    .flat()
    .flatMap(({ by, shared }) => (isExact(by) ? shared.map((each) => ({ by, v: each.v, each })) : []));
  const blocks = await blocksOf(store, wanted);
  const telling = new Set(wanted.filter((_, at) => !blocks[at]!.isCommon).map(({ each }) => each));
  return lists.map((reasons) =>
    reasons.flatMap((reason) => {
      if (!isExact(reason.by)) return [reason];
      const shared = reason.shared.filter((each) => telling.has(each));
      return shared.length > 0 ? [{ ...reason, shared, values: shared.map(({ value }) => value) }] : [];
    }),
  );
}
