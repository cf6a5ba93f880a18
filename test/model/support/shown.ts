import type { RecordWire } from '#crm-domain';
import type { Modelled } from './model.js';

/** Where the parts of values are that have several. */
const PARTS: Record<string, readonly string[]> = {
  person: ['first_name', 'last_name'],
  place: ['line1', 'city', 'state', 'postal_code', 'country'],
  price: ['currency_value', 'currency_code'],
};

type Item = Record<string, unknown>;

function bare(slug: string, item: Item): unknown {
  const parts = PARTS[slug];
  if (parts) return Object.fromEntries(parts.map((part) => [part, item[part] ?? '']));
  const { option, target_record, original_email_address } = item;
  return (option as { title: string } | undefined)?.title ?? target_record ?? original_email_address ?? item['value'];
}

/** A value as it is read: of a moment, there are several ways to write it. */
const read = (slug: string, value: unknown) => (slug === 'seen' ? new Date(value as string).toISOString() : value);

const texts = (items: readonly unknown[]) => items.map((each) => JSON.stringify(each)).sort();

/** @throws Error where a record is not shown with the values that it has; the order of several is not compared */
export function compareRecord({ values }: RecordWire, expected: Modelled): void {
  const { link } = expected;
  const wanted: Record<string, unknown[]> = { ...expected.values, ...(link && { link: [link.id] }) };
  const shown = values as Record<string, Item[]>;
  for (const slug of new Set([...Object.keys(shown), ...Object.keys(wanted)])) {
    if (slug === 'name') continue;
    const [is, should] = [
      texts((shown[slug] ?? []).map((item) => bare(slug, item))),
      texts((wanted[slug] ?? []).map((value) => read(slug, value))),
    ];
    if (JSON.stringify(is) !== JSON.stringify(should))
      throw new Error(`${slug} of ${expected.key} is ${is.join()} in place of ${should.join()}`);
  }
}
