import fc from 'fast-check';
import type { GroupInput, MeasureInput } from '../../../libs/crm-domain/src/records/aggregate/aggregate.js';
import { KINDS, leaves, trees } from './schema.js';
import type { Step } from './world.js';

const of = fc.constantFrom('things' as const, 'things' as const, 'others' as const);
const number = fc.nat(20);
const link = fc.integer({ min: -1, max: 5 });

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
      [['count_distinct'], ['title', 'kind', 'day', 'price']],
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
    filter: fc.oneof(fc.constant([]), fc.array(trees(leaves(KINDS)), { maxLength: 2 })),
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
  const over = object === 'things' ? leaves(KINDS, 'link.') : leaves(KINDS, 'back.');
  const leaf = fc.oneof({ weight: 4, arbitrary: leaves(KINDS) }, { weight: 1, arbitrary: over });
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

const writes: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('create' as const), of, values, link }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('update' as const), at: number, values, link }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('trash' as const, 'restore' as const, 'delete' as const),
      of,
      at: number,
    }),
  },
);

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
