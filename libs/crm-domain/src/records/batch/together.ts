import type { ShownRecord } from '../shown/show-record.js';
import type { BatchItem } from './batch-item.js';
import type { RecordInput } from '../writing/write.js';

/** A record that is to be written among others. */
export interface Wanted extends BatchItem {
  op: 'create' | 'update' | 'upsert';
  /** Of a new record. */
  record_id: string;
  input: RecordInput;
}

/** A record after the write. `created` is told of upserts. */
export interface WrittenRecord {
  record: ShownRecord;
  created?: boolean;
}

/** Whether items of this kind may be written together. */
export function goesTogether(item: BatchItem): item is BatchItem & Pick<Wanted, 'op'> {
  return item.op === 'create' || item.op === 'update' || item.op === 'upsert';
}
