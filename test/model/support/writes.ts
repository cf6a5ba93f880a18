import type { Model, Modelled, Of, State } from './model.js';

/** What is written of an attribute: all its values, or what to add to them and take from them. */
export type Change = unknown[] | { append?: unknown[]; remove?: unknown[] };

/** A record by its key, or by the place of the item of the same batch that writes it. */
export type Named = number | { item: number };

export interface Data {
  values: Record<string, Change>;
  /** What a thing refers to; null for nothing. */
  link?: Named | null | { code: string; create: boolean };
}

export type Write =
  | { op: 'create' | 'upsert'; of: Of; data: Data }
  | { op: 'update'; of: Of; record: Named; data: Data }
  | { op: 'trash' | 'restore' | 'delete'; of: Of; record: Named };

/** What becomes of a write: the record as it then is, nothing of it, or why it is refused. */
export type Outcome = { record: Modelled; created?: boolean } | { deleted: true } | { refused: string[] };

class Refusal extends Error {
  constructor(readonly reasons: string[]) {
    super(reasons.join());
  }
}

/** How ids begin that the model has made up. */
export const NEW = 'new-';

const lower = (codes: readonly unknown[]) => codes.map((code) => (code as string).toLowerCase());
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Writes of records as the documents describe them, done to a model. */
export class Writes {
  private keys = 0;

  constructor(private readonly model: Model) {}

  /**
   * One item of a batch after the other; of an atomic one in which something is refused, nothing is done. `before` is the
   * model as it is.
   */
  all(mode: 'atomic' | 'each', items: readonly Write[], before: State): Outcome[] {
    let now = before;
    const made: (number | undefined)[] = [];
    const outcomes: Outcome[] = [];
    for (const item of items) {
      const outcome = this.one(item, made, now);
      outcomes.push(outcome);
      made.push('record' in outcome ? outcome.record.key : undefined);
      if (outcomes.length < items.length && !('refused' in outcome)) now = this.model.copy();
    }
    if (mode === 'atomic' && outcomes.some((each) => 'refused' in each)) this.model.become(before);
    return outcomes;
  }

  private one(write: Write, made: readonly (number | undefined)[], before: State): Outcome {
    try {
      return structuredClone(this.done(write, made));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.model.become(before);
      return { refused: error.reasons };
    }
  }

  private done(write: Write, made: readonly (number | undefined)[]): Outcome {
    const { model } = this;
    const keyOf = (named: Named): number => {
      const key = typeof named === 'number' ? named : made[named.item];
      if (key === undefined) throw new Refusal(['dependency_failed']);
      return key;
    };
    if ('data' in write) {
      const { of, op } = write;
      const { link, values } = write.data;
      const data = typeof link === 'object' && link && 'item' in link ? { link: keyOf(link), values } : write.data;
      if (op === 'update') return { record: this.updated(of, keyOf(write.record), data) };
      const held = op === 'upsert' ? this.matched(of, values.codes!) : undefined;
      const record = held ?? this.made(of);
      return { record: this.put(of, record, data), ...(op === 'upsert' && { created: !held }) };
    }
    const { of, op } = write;
    const record = this.found(of, keyOf(write.record), op === 'restore');
    if (op !== 'delete') {
      record.trashed = op === 'trash';
      return { record };
    }
    model[of] = model[of].filter((each) => each !== record);
    for (const each of model.things) if (each.link === record) each.link = undefined;
    return { deleted: true };
  }

  /** Of a record that is not there and a reference that matches nothing, either may be told. */
  private updated(of: Of, key: number, data: Data): Modelled {
    const record = this.model[of].find((each) => each.key === key && !each.trashed);
    if (record) return this.put(of, record, data);
    const { link } = data;
    const isByValue = typeof link === 'object' && link !== null && 'code' in link;
    throw new Refusal(['record_not_found', ...(isByValue && !this.mayPointTo(link) ? ['invalid_input'] : [])]);
  }

  private mayPointTo({ code, create }: { code: string; create: boolean }): boolean {
    const [target] = this.holding('others', [code]);
    return target ? !target.trashed : create;
  }

  private found(of: Of, key: number, trashed: boolean): Modelled {
    const record = this.model[of].find((each) => each.key === key && each.trashed === trashed);
    if (!record) throw new Refusal(['record_not_found']);
    return record;
  }

  private holding(of: Of, codes: readonly unknown[]): Modelled[] {
    const wanted = lower(codes);
    return this.model[of].filter(({ values }) => lower(values.codes ?? []).some((code) => wanted.includes(code)));
  }

  private matched(of: Of, codes: Change): Modelled | undefined {
    const holders = this.holding(of, Array.isArray(codes) ? codes : codes.append!);
    const isTrashed = holders.some(({ trashed }) => trashed);
    if (isTrashed) throw new Refusal(['unique_taken']);
    if (holders.length > 1) throw new Refusal(['several_matched']);
    return holders[0];
  }

  private put(of: Of, record: Modelled, { values, link }: Data): Modelled {
    if (of === 'things' && link !== undefined) record.link = this.target(record, link);
    for (const [slug, change] of Object.entries(values)) {
      const { append = [], remove = [] } = Array.isArray(change) ? {} : change;
      const kept = (record.values[slug] ?? []).filter((value) => !remove.some((each) => same(each, value)));
      const added = append.filter((value) => !kept.some((each) => same(each, value)));
      record.values[slug] = Array.isArray(change) ? change : [...kept, ...added];
    }
    const alike = this.holding(of, record.values.codes ?? []).filter((each) => each !== record);
    if (alike.length > 0) throw new Refusal(['unique_taken']);
    return record;
  }

  private target(record: Modelled, link: NonNullable<Data['link']> | null): Modelled | undefined {
    if (link === null) return undefined;
    if (typeof link === 'number') {
      const target = this.model.others.find(({ key }) => key === link);
      if (!target || (target.trashed && record.link !== target)) throw new Refusal(['invalid_input']);
      return target;
    }
    if (!('code' in link) || !this.mayPointTo(link)) throw new Refusal(['invalid_input']);
    const { code } = link;
    const [target] = this.holding('others', [code]);
    if (target) return target;
    return Object.assign(this.made('others'), { values: { codes: [code] } });
  }

  /** A new record; until the service has told its id, it has one that no other has. */
  private made(of: Of): Modelled {
    const key = ++this.keys;
    const record: Modelled = { key, id: `${NEW}${key}`, values: {}, trashed: false };
    this.model[of].push(record);
    return record;
  }
}
