import type { RecordWire } from '#crm-domain';
import { aRecord, type AnObject } from './builders.js';
import type { Rest } from './rest.js';

export const MIB = 1024 * 1024;

/** Texts of 20,000 characters, no two alike: 50 of them are what one attribute and about what one request may hold. */
export const texts = (count: number, mark = 'a'): string[] =>
  Array.from({ length: count }, (_, n) => `${mark}${n} `.padEnd(20_000, 'long text '));

/**
 * Records that hold `count` texts each, written into the tables as the former release left them: without their size.
 */
export async function largeRecords(
  rest: Rest,
  object: AnObject,
  { records, count }: { records: number; count: number },
): Promise<RecordWire[]> {
  const made: RecordWire[] = [];
  for (let n = 0; n < records; n++) made.push(await aRecord(rest, object, { name: `Large ${n}` }));
  await rest.sql(
    `update record r set size = null, vals = vals || jsonb_build_object(a.attr_no::text, $2::jsonb) from attribute a
      where r.object_id = $1 and a.object_id = r.object_id and a.slug = 'texts'`,
    [object.object_id, JSON.stringify(texts(count))],
  );
  return made;
}
