import { trustedClaim } from '../../../libs/crm-domain/src/actor.js';
import { BOUNDS } from '../../../libs/crm-domain/src/records/query/bounds.js';
import type { RecordQuery } from '../../../libs/crm-domain/src/records/query/parse-query.js';
import type { RecordWire } from '#crm-domain';
import { anAttribute, anObject, type AnObject } from '../../support/builders.js';
import { Rest } from '../../support/rest.js';
import { compareGroups } from './compare-groups.js';
import { groupsOf, type AskedGroups } from './groups.js';
import { Model, type Modelled } from './model.js';
import { KINDS, type Tree } from './schema.js';

/** What one step of a sequence does; numbers choose among the records that there are. */
export type Step =
  | { do: 'create'; of: 'things' | 'others'; values: Record<string, unknown[]>; link: number }
  | { do: 'update'; at: number; values: Record<string, unknown[]>; link: number }
  | { do: 'trash' | 'restore' | 'delete'; of: 'things' | 'others'; at: number }
  | Asked
  | Grouped;

export interface Asked {
  do: 'ask';
  of: 'things' | 'others';
  filter: Tree[];
  sort: { attribute: string; direction: 'asc' | 'desc' }[];
  trashed: boolean;
  limit: number;
  total: 'none' | 'quick' | 'exact';
  /** Whether indexes are taken for selective, and records on the other side of a reference looked up beforehand. */
  isSelective: boolean;
}

export interface Grouped extends AskedGroups, Pick<Asked, 'of' | 'filter' | 'limit' | 'isSelective'> {
  do: 'group';
}

const bounds = { ...BOUNDS };

const TABLES = [
  'record_reference',
  'index_text',
  'index_number',
  'index_ref',
  'record_unique',
  'record_handle',
  'record_search',
  'value_history',
  'object_count',
  'record',
];

/** A service with two objects, the first of which refers to the second, and what a model expects of them. */
export class World {
  model = new Model(new Map(KINDS.map((kind) => [kind.slug, kind])));

  private constructor(
    private readonly rest: Rest,
    private readonly objects: { things: AnObject; others: AnObject },
  ) {}

  static async start(): Promise<World> {
    const rest = await Rest.start();
    const [things, others] = [await anObject(rest), await anObject(rest)];
    for (const object of [things, others])
      for (const { slug, type, attribute } of KINDS)
        await anAttribute(rest, object, { title: slug, slug, type, ...attribute } as never);
    const config = { record_reference: { allowed_object_ids: [others.object_id] } };
    await anAttribute(rest, things, { title: 'link', slug: 'link', type: 'record-reference', config } as never);
    return new World(rest, { things, others });
  }

  stop(): Promise<void> {
    return this.rest.stop();
  }

  /** Runs the steps on nothing at first. @throws Error where an answer is not that of the model */
  async run(steps: readonly Step[]): Promise<void> {
    await this.rest.sql(TABLES.map((table) => `delete from ${table}`).join(';'));
    this.model = new Model(this.model.kinds);
    try {
      for (const step of steps) await this.step(step);
    } finally {
      Object.assign(BOUNDS, bounds);
    }
  }

  private get caller() {
    const via = { origin: 'system' as const, request_id: '0197f000-0000-7000-8000-000000000001' };
    return trustedClaim(this.rest.workspace_id, via);
  }

  private async step(step: Step): Promise<void> {
    const { recordWriter, records } = this.rest.domain;
    if (step.do === 'ask') return this.ask(step);
    if (step.do === 'group') return this.group(step);
    const [caller, of] = [this.caller, step.do === 'update' ? 'things' : step.of];
    const object = this.objects[of].slug;
    if (step.do === 'create') {
      const link = of === 'things' ? this.linkOf(step.link) : undefined;
      const { id } = await recordWriter.create(caller, object, {
        data: this.dataOf(of, step.values, link),
        path: 'data',
      });
      const { record_id } = id as RecordWire['id'];
      this.model[of].push({ id: record_id, values: step.values, trashed: false, link });
      return;
    }
    const { at } = step;
    const wanted = this.model[of].filter(({ trashed }) => trashed === (step.do === 'restore'));
    const record = wanted[at % wanted.length];
    if (!record) return;
    const address = { object, record: record.id };
    if (step.do === 'update') {
      const link = this.linkOf(step.link);
      await recordWriter.update(caller, address, { data: this.dataOf(of, step.values, link), path: 'data' });
      Object.assign(record.values, step.values);
      record.link = link;
    } else if (step.do === 'delete') {
      await records.delete(caller, address);
      this.model[of] = this.model[of].filter((each) => each !== record);
      for (const each of this.model.things) if (each.link === record) each.link = undefined;
    } else {
      await records[step.do](caller, address);
      record.trashed = step.do === 'trash';
    }
  }

  private linkOf(at: number): Modelled | undefined {
    const there = this.model.others.filter(({ trashed }) => !trashed);
    return at < 0 ? undefined : there[at % there.length];
  }

  /** What is written of a record; without a link it refers to nothing, whatever it referred to before. */
  private dataOf(of: 'things' | 'others', values: Record<string, unknown[]>, link: Modelled | undefined) {
    const pointer = link ? { id: link.id, type: this.objects.others.slug } : null;
    return { ...values, ...(of === 'things' && { link: pointer }), name: 'x' };
  }

  private async group({ of, filter, limit, isSelective, do: _do, ...asked }: Grouped): Promise<void> {
    Object.assign(BOUNDS, isSelective ? { probed: 2000, targets: 1000 } : { probed: 0, targets: 0 });
    const slug = this.objects[of].slug;
    const given = { ...asked, limit, filter: filter as RecordQuery['filter'] };
    const answer = await this.rest.domain.recordAggregates.aggregate(this.caller, slug, given);
    const expected = groupsOf(this.model, this.model.find(of, filter, false), asked);
    compareGroups(answer, expected, { measures: asked.measures, limit });
  }

  private async ask({ of, filter, sort, trashed, limit, total, isSelective }: Asked): Promise<void> {
    Object.assign(BOUNDS, isSelective ? { probed: 2000, targets: 1000 } : { probed: 0, targets: 0 });
    // Short pages are walked in their order, whatever could be collected.
    BOUNDS.collected = limit === 2 ? 0 : bounds.collected;
    const named = JSON.parse(JSON.stringify(filter).replaceAll('"back.', `"${this.objects.things.slug}.`)) as Tree[];
    const asked = {
      filter: named,
      limit,
      offset: 0,
      total,
      ...(sort.length > 0 && { sort }),
      ...(trashed && { trashed: 'only' }),
    };
    const expected = this.model.sorted(this.model.find(of, filter, trashed), sort);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.rest.domain.recordQueries.query(this.caller, this.objects[of].slug, {
        ...(asked as RecordQuery),
        ...(cursor && { cursor }),
      });
      found.push(...page.records.map(({ id }) => (id as RecordWire['id']).record_id));
      const counted = total === 'none' ? undefined : expected.length;
      if (page.total !== counted) throw new Error(`total ${page.total} in place of ${counted}`);
      cursor = page.next_cursor;
    } while (cursor && found.length <= expected.length);
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      const number = (id: string) => this.model[of].findIndex((each) => each.id === id);
      throw new Error(`found ${found.map(number).join()} in place of ${expected.map(number).join()}`);
    }
  }
}
