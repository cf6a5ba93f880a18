import { packedId } from '#platform';
import type { ObjectSchema } from '../product.js';

type Values = Record<string, unknown>;

/** What the event of a write holds, as JSON: of each attribute what it held before and after. */
export class ContactEvents {
  private readonly head = new Map<string, [attribute: string, slug: string, type: string]>();
  private readonly choices = new Map<string, readonly { choice_id: string; title: string }[]>();
  private readonly no = new Map<string, number>();

  constructor({ attributes }: ObjectSchema) {
    for (const { attribute_id, slug, type, attr_no, choices } of attributes) {
      this.head.set(slug, [packedId(attribute_id), slug, type]);
      this.no.set(slug, attr_no);
      if (choices.length > 0) this.choices.set(slug, choices);
    }
  }

  /** `slugs` in the order in which they were sent. */
  data(slugs: string[], before: Values, after: Values): string {
    const changes = slugs.map((slug) => {
      const no = this.no.get(slug)!;
      const [old, now] = [items(before[no]), items(after[no])];
      const held = this.choices
        .get(slug)
        ?.filter(({ choice_id }) => old.includes(choice_id) || now.includes(choice_id));
      const titles = held && Object.fromEntries(held.map(({ choice_id, title }) => [choice_id, title]));
      return [...this.head.get(slug)!, now, ...(old.length > 0 || titles ? [old] : []), ...(titles ? [titles] : [])];
    });
    return JSON.stringify({ changes });
  }
}

function items(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
