import fc from 'fast-check';
import type { GroupInput, MeasureInput } from '../../../libs/crm-domain/src/records/aggregate/aggregate.js';
import { ATTRIBUTES, CODES, KINDS, leaves, trees } from './schema.js';
import type { Step } from './world.js';
import type { Change } from './writes.js';
import type { Chosen } from './written.js';

const of = fc.constantFrom('things' as const, 'things' as const, 'others' as const);
const number = fc.nat(20);

/** Some values for some attributes; none clears what there is. */
export const values = fc
  .tuple(
    ...KINDS.map(({ slug, values: possible, several }) =>
      fc
        .uniqueArray(fc.constantFrom(...possible), { maxLength: several ? 3 : 1 })
        .map((held): [string, unknown[]] => [slug, held]),
    ),
  )
  .chain((all) => fc.subarray(all, { minLength: 2 }))
  .map((some): Record<string, unknown[]> => Object.fromEntries(some));

const sortable = KINDS.filter((kind) => kind.sortable).map(({ slug }) => slug);
const sorts = fc.uniqueArray(
  fc.record({
    attribute: fc.constantFrom(...sortable, 'created_at', 'person.last_name', 'price.currency_code'),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { maxLength: 3, selector: ({ attribute }) => attribute },
);

const bucketed = (attribute: string) =>
  fc.record({
    attribute: fc.constant(attribute),
    bucket: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const, 'year' as const),
  });
const groupings = (object: 'things' | 'others') => {
  const one: fc.Arbitrary<GroupInput> = fc.oneof(
    fc.constantFrom('kind', 'tags', 'ok', ...(object === 'things' ? ['link'] : [])).map((attribute) => ({ attribute })),
    bucketed('day'),
    bucketed('seen'),
    fc.constantFrom('monday' as const, 'sunday' as const).map((week_start) => ({
      attribute: 'day',
      bucket: 'week' as const,
      week_start,
    })),
  );
  const several = fc.uniqueArray(one, { maxLength: 2, selector: ({ attribute }) => attribute });
  return fc.oneof(
    one.map((only) => [only]),
    several,
  );
};
const count = { function: 'count' as const };
const measured = fc.oneof(
  { weight: 2, arbitrary: fc.constant(count) },
  ...(
    [
      [
        ['sum', 'avg', 'min', 'max'],
        ['n', 'price'],
      ],
      [['min', 'max'], ['day']],
      [['count_distinct'], ['title', 'kind', 'tags', 'day', 'price']],
    ] as const
  ).map(([names, attributes]) => ({
    weight: 1,
    arbitrary: fc.record({ function: fc.constantFrom(...names), attribute: fc.constantFrom(...attributes) }),
  })),
);
// Sums of numbers that differ by far are told apart by more digits than the model has: they decide no order.
const measures = fc
  .array(measured, { minLength: 1, maxLength: 3 })
  .map((all): MeasureInput[] =>
    all[0] !== count && 'attribute' in all[0]! && all[0].attribute === 'n' ? [count, ...all] : all,
  );

/** Aggregates of either object, with any filter. */
export const groups = of.chain((object) =>
  fc.record({
    do: fc.constant('group' as const),
    of: fc.constant(object),
    filter: fc.oneof(fc.constant([]), fc.array(trees(leaves(ATTRIBUTES)), { maxLength: 2 })),
    group_by: groupings(object),
    // An index alone answers counts.
    measures: fc.oneof(fc.constant([count]), measures),
    order: fc.constantFrom('largest' as const, 'natural' as const),
    time_zone: fc.constantFrom('UTC', 'Pacific/Auckland'),
    limit: fc.constantFrom(100, 100, 1),
    isSelective: fc.boolean(),
  }),
);

/** Queries of either object: filters, paths both ways, orders, totals, the trash. */
export const questions = of.chain((object) => {
  const over = object === 'things' ? leaves(ATTRIBUTES, 'link.') : leaves(ATTRIBUTES, 'back.');
  const leaf = fc.oneof({ weight: 4, arbitrary: leaves(ATTRIBUTES) }, { weight: 1, arbitrary: over });
  return fc.record({
    do: fc.constant('ask' as const),
    of: fc.constant(object),
    filter: fc.array(trees(leaf), { maxLength: 3 }),
    sort: object === 'things' ? sorts : fc.constant([]),
    trashed: fc.constantFrom(false, false, false, true),
    limit: fc.constantFrom(100, 100, 2),
    total: fc.constantFrom('none' as const, 'quick' as const, 'exact' as const),
    isSelective: fc.boolean(),
  });
});

const code = fc.constantFrom(...(CODES.values as string[]));
const codes = fc.uniqueArray(code, { maxLength: 2 });
/** Mostly none, so that not every record stands in the way of the next. */
const few = fc.oneof({ weight: 4, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: codes });
const link: fc.Arbitrary<Chosen['link']> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -1, max: 5 }) },
  { weight: 1, arbitrary: fc.record({ code, create: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** What is added to the values of some attributes, and taken from them. */
const listed: fc.Arbitrary<Record<string, Change>> = fc
  .tuple(
    ...ATTRIBUTES.filter(({ several }) => several).map(({ slug, values: possible }) => {
      const some = fc.uniqueArray(fc.constantFrom(...possible), { minLength: 1, maxLength: 2 });
      const both = fc.record({ append: some, remove: some }, { requiredKeys: [] });
      return fc
        .oneof(both, fc.record({ append: some }), fc.record({ remove: some }))
        .map((change): [string, Change] => [slug, Object.keys(change).length > 0 ? change : { append: [] }]);
    }),
  )
  .chain((all) => fc.subarray(all))
  .map((some) => Object.fromEntries(some));

const withCodes = fc.tuple(values, few).map(([all, held]): Chosen['values'] => ({ ...all, codes: held }));
const changed: fc.Arbitrary<Chosen['values']> = fc.oneof(
  { weight: 2, arbitrary: values },
  { weight: 1, arbitrary: withCodes },
  { weight: 1, arbitrary: fc.tuple(values, listed).map(([all, some]) => ({ ...all, ...some })) },
  { weight: 1, arbitrary: listed },
);
const matched = fc
  .tuple(fc.oneof(values, changed), fc.uniqueArray(code, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([all, held, isAdded]): Chosen['values'] => ({ ...all, codes: isAdded ? { append: held } : held }));

const creates = fc.record({ op: fc.constant('create' as const), of, at: number, values: withCodes, link });
const updates = fc.record({ op: fc.constant('update' as const), of, at: number, values: changed, link });
const upserts = fc.record({ op: fc.constant('upsert' as const), of, at: number, values: matched, link });
const moves = fc.record({
  // Only what is in the trash can be restored, so that most of these find nothing to do.
  op: fc.constantFrom('trash' as const, 'restore' as const, 'restore' as const, 'delete' as const),
  of,
  at: number,
  values: fc.constant({}),
  link: fc.constant(-1),
});
const item = fc.nat(3);
const items: fc.Arbitrary<Chosen> = fc
  .tuple(
    fc.oneof(creates, updates, upserts, moves),
    fc.option(item, { nil: undefined }),
    fc.option(fc.record({ item }), { nil: undefined }),
  )
  .map(([each, at, to]) => ({ ...each, item: at, link: to ?? each.link }));
const mode = fc.constantFrom('atomic' as const, 'each' as const);
const batches = fc.record({ mode, items: fc.array(items, { minLength: 2, maxLength: 4 }) });

const done = (each: Chosen): Step => ({ do: 'write', items: [each], how: 'done' });
const plain: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: creates.map(done) },
  { weight: 2, arbitrary: updates.map(done) },
  { weight: 1, arbitrary: moves.map(done) },
);
const single = fc.oneof(creates, updates, upserts, moves).map((each) => ({ mode: undefined, items: [each] }));
const how = fc.constantFrom('tried' as const, 'tried first' as const);
const more: fc.Arbitrary<Step> = fc.oneof(
  upserts.map(done),
  batches.map((batch): Step => ({ do: 'write', ...batch, how: 'done' })),
  fc.tuple(fc.oneof(single, batches), how).map(([each, tried]): Step => ({ do: 'write', ...each, how: tried })),
  fc.record({ do: fc.constantFrom('undo' as const, 'look back' as const), at: number }),
);
const writes = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: more });

/** Some writes, then questions, among which more is written. */
export const sequences: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(writes, { minLength: 2, maxLength: 6 }),
    fc.array(
      fc.oneof({ weight: 4, arbitrary: questions }, { weight: 2, arbitrary: groups }, { weight: 1, arbitrary: writes }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(([first, then]) => [...first, ...then] as Step[]);
