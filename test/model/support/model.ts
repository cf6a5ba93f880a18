import type { Kind, Leaf, Tree } from './schema.js';

/** Which of the two objects: things refer to others. */
export type Of = 'things' | 'others';

/** A record as it was written; `values` are lists, whatever the attribute. */
export interface Modelled {
  /** Its own in the model, from before the service has told its id. */
  key: number;
  id: string;
  values: Record<string, unknown[]>;
  trashed: boolean;
  /** What it refers to. */
  link?: Modelled | undefined;
}

/** All records at a moment. */
export type State = Record<Of, Modelled[]>;

/** Everything that was written, and what a query of it gives: a second opinion that knows no database. */
export class Model implements State {
  things: Modelled[] = [];
  others: Modelled[] = [];

  constructor(readonly kinds: ReadonlyMap<string, Kind>) {}

  /** As it is now, whatever happens to the model. */
  copy(): State {
    return structuredClone({ things: this.things, others: this.others });
  }

  become({ things, others }: State): void {
    Object.assign(this, structuredClone({ things, others }));
  }

  find(of: Of, tree: readonly Tree[], trashed: boolean): Modelled[] {
    return this[of].filter((each) => each.trashed === trashed && tree.every((node) => this.holds(of, each, node)));
  }

  private holds(of: Of, record: Modelled, node: Tree): boolean {
    if ('and' in node) return node.and.every((each) => this.holds(of, record, each));
    if ('or' in node) return node.or.some((each) => this.holds(of, record, each));
    if ('not' in node) return !this.holds(of, record, node.not);
    return this.meets(of, record, node);
  }

  private meets(of: Of, record: Modelled, { attribute, operator, value, match = 'any' }: Leaf): boolean {
    const keys = this.keysOf(of, record, attribute);
    if (operator === 'is_empty') return keys.length === 0;
    if (operator === 'is_not_empty') return keys.length > 0;
    if (operator === 'not_eq' || operator === 'not_in')
      return !this.meets(of, record, { attribute, operator: operator.slice(4), value, match });
    const test = this.testOf(attribute, operator, value);
    if (match === 'none') return !keys.some(test);
    if (match === 'all') return keys.length > 0 && keys.every(test);
    return keys.some(test);
  }

  /** What compares of all values that a name leads to. */
  private keysOf(of: Of, record: Modelled, name: string): (string | number)[] {
    if (name === 'record_id') return [record.id];
    const [first, ...rest] = name.split('.');
    if (first === 'link' && of === 'things') {
      const { link } = record;
      return link && !link.trashed ? this.keysOf('others', link, rest.join('.')) : [];
    }
    if (first === 'back') {
      const referring = this.things.filter((each) => each.link === record && !each.trashed);
      return referring.flatMap((each) => this.keysOf('things', each, rest.join('.')));
    }
    return (record.values[first!] ?? [])
      .map((each) => this.keyOf(name, each))
      .filter((key): key is string | number => key !== null);
  }

  private keyOf(name: string, value: unknown): string | number | null {
    const [slug, part] = name.replace(/^(link|back)\./, '').split('.');
    const kind = this.kinds.get(slug!)!;
    return part ? kind.parts![part]!.key(value as never) : kind.key(value as never);
  }

  private testOf(name: string, operator: string, value: unknown): (key: string | number) => boolean {
    const compared = (operand: unknown): string | number => {
      if (name === 'record_id') return operand as string;
      const [slug, part] = name.replace(/^(link|back)\./, '').split('.');
      if (part || typeof operand === 'number')
        return typeof operand === 'string' ? operand.toLowerCase() : (operand as number);
      const { type, key } = this.kinds.get(slug!)!;
      return type === 'personal-name' ? (operand as string).toLowerCase() : key(operand as never);
    };
    const isOfPart = name.replace(/^(link|back)\./, '').includes('.');
    const piece = typeof value === 'string' ? value.toLowerCase() : '';
    const least = (at: number) => compared((value as unknown[])[at]);
    const tests: Record<string, (key: string | number) => boolean> = {
      eq: (key) => key === compared(value),
      in: (key) => (value as unknown[]).map(compared).includes(key),
      lt: (key) => key < compared(value),
      lte: (key) => key <= compared(value),
      gt: (key) => key > compared(value),
      gte: (key) => key >= compared(value),
      between: (key) => key >= least(0) && key <= least(1),
      starts_with: (key) => String(key).startsWith(piece),
      ends_with: (key) => String(key).endsWith(piece),
      contains: (key) =>
        String(key)
          .slice(0, isOfPart ? undefined : 64)
          .includes(piece),
    };
    return tests[operator]!;
  }

  /** In the order of a query: by each key, records without it last, and by id in the direction of the first. */
  sorted(records: readonly Modelled[], sort: readonly { attribute: string; direction: 'asc' | 'desc' }[]): string[] {
    const last = sort.find(({ attribute }) => attribute === 'created_at')?.direction ?? sort[0]?.direction ?? 'asc';
    const keys = sort.filter(({ attribute }) => attribute !== 'created_at');
    const before = sort.findIndex(({ attribute }) => attribute === 'created_at');
    const used = before < 0 ? keys : keys.slice(0, before);
    const compare = (a: Modelled, b: Modelled): number => {
      for (const { attribute, direction } of used) {
        const [x, y] = [a, b].map((each) => this.sortKey(each, attribute));
        if (x === y) continue;
        if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
        return (direction === 'asc' ? 1 : -1) * inBytes(x, y);
      }
      return (last === 'asc' ? 1 : -1) * inBytes(a.id, b.id);
    };
    return [...records].sort(compare).map(({ id }) => id);
  }

  private sortKey(record: Modelled, attribute: string): string | number | undefined {
    const [key] = this.keysOf('things', record, attribute);
    return typeof key === 'string' ? [...key].slice(0, 64).join('') : key;
  }
}

function inBytes(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
