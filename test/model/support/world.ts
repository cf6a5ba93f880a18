import { BOUNDS } from '../../../libs/crm-domain/src/records/query/bounds.js';
import type { RecordQuery } from '../../../libs/crm-domain/src/records/query/parse-query.js';
import type { RecordWire } from '#crm-domain';
import { anAttribute, anObject, type AnObject } from '../../support/builders.js';
import { Rest } from '../../support/rest.js';
import { compareGroups } from './compare-groups.js';
import { groupsOf, type AskedGroups } from './groups.js';
import { Model, type Of } from './model.js';
import { ATTRIBUTES, type Tree } from './schema.js';
import { Sender } from './sender.js';
import { compareRecord } from './shown.js';
import { Writer, type Earlier, type Written } from './written.js';

/** What one step of a sequence does. */
export type Step = Written | Earlier | Asked | Grouped;

export interface Asked {
  do: 'ask';
  of: Of;
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
  'event',
  'event_pending',
];

/** A service with two objects, the first of which refers to the second, and what a model expects of them. */
export class World {
  model = new Model(new Map(ATTRIBUTES.map((kind) => [kind.slug, kind])));
  private readonly sender: Sender;
  private writer: Writer;

  private constructor(
    private readonly rest: Rest,
    private readonly objects: Record<Of, AnObject>,
  ) {
    this.sender = new Sender(rest, objects);
    this.writer = new Writer(this.model, this.sender);
  }

  static async start(): Promise<World> {
    const rest = await Rest.start();
    const [things, others] = [await anObject(rest), await anObject(rest)];
    for (const object of [things, others])
      for (const { slug, type, attribute } of ATTRIBUTES)
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
    this.writer = new Writer(this.model, this.sender);
    try {
      for (const step of steps) await this.step(step);
    } finally {
      Object.assign(BOUNDS, bounds);
    }
  }

  private get caller() {
    return this.sender.caller('0197f000-0000-7000-8000-000000000001');
  }

  private step(step: Step): Promise<void> {
    if (step.do === 'ask') return this.ask(step);
    if (step.do === 'group') return this.group(step);
    if (step.do === 'write') return this.writer.write(step);
    return step.do === 'undo' ? this.writer.undo(step) : this.writer.lookBack(step);
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
    const found: RecordWire[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.rest.domain.recordQueries.query(this.caller, this.objects[of].slug, {
        ...(asked as RecordQuery),
        ...(cursor && { cursor }),
      });
      found.push(...(page.records as RecordWire[]));
      const counted = total === 'none' ? undefined : expected.length;
      if (page.total !== counted) throw new Error(`total ${page.total} in place of ${counted}`);
      cursor = page.next_cursor;
    } while (cursor && found.length <= expected.length);
    const record = (wanted: string) => this.model[of].find(({ id }) => id === wanted);
    const ids = found.map(({ id }) => id.record_id);
    if (JSON.stringify(ids) !== JSON.stringify(expected)) {
      const keys = (all: readonly string[]) => all.map((id) => record(id)?.key).join();
      throw new Error(`found ${keys(ids)} in place of ${keys(expected)}`);
    }
    for (const each of found) compareRecord(each, record(each.id.record_id)!);
  }
}
