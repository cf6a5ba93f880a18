import { idFilter, itself } from './filter.js';
import { byText } from './keys.js';
import { isObject, isUuid, object, quote, text, uuid } from './parse.js';
import { MAX_FIELDS, bareOrRead } from './plain-value.js';
import { ValueRefusal, defineValueType, type Choice, type ValueContext, type ValueType } from './value-type.js';

interface ChoiceKind {
  type: 'select' | 'multi-select' | 'pipeline';
  several: 'never' | 'always';
  /** The wire field that holds the choice, and the word for it. */
  field: 'option' | 'stage';
}

const MAX_LISTED = 50;
const anyText = text({ max: 255 });

/** A type whose canonical value is the id of one of the attribute's options or stages. */
export function choiceType({ type, several, field }: ChoiceKind): ValueType {
  const asGiven = given(field);
  const wire = { [field]: choiceSchema(field) };
  const bare = { type: 'string', maxLength: 255, description: `Title or id of the ${field}.` };
  const id = {
    type: 'object',
    required: [`${field}_id`],
    maxProperties: MAX_FIELDS,
    properties: { [`${field}_id`]: { type: 'string', format: 'uuid' } },
  };
  const asRead = { type: 'object', required: ['id'], properties: { id }, maxProperties: MAX_FIELDS };
  const input = { [field]: { anyOf: [bare, asRead] } };
  return defineValueType<string>({
    type,
    several,
    choices: `${field}s`,
    canBeUnique: false,
    parse: (value, context) => findChoice(asGiven(value), field, context).id,
    serialise: (id, context) => ({ [field]: choiceById(id, context)?.wire ?? null }),
    concise: (id, context) => conciseChoice(id, context),
    reportColumns: () => [{ type: 'text', sql: (item, { choices }) => `${choices} ->> (${item} #>> '{}')` }],
    compare: byText,
    text: (id, context) => choiceById(id, context)?.title ?? '',
    filter: idFilter({ sortable: true, sql: itself }),
    grouped: 'choice',
    index: (id) => ({ ref: id }),
    inputSchema: bareOrRead(bare, input, [field]),
    wireSchema: { properties: wire, required: [field] },
    examples: ['Open', 'WON', { [field]: 'Lost' }, '0197f000-0000-7000-8000-0000000000c1'],
    refusals: [5, 'Nowhere', 'Former', { [field]: null }, { [field]: { title: 'Open' } }, { title: 'Open' }, ['Open']],
  });
}

/** The title or id in a string, in `{ option: ... }` around one, or in the Option or Stage as it was read. */
function given(field: 'option' | 'stage'): (input: unknown) => string {
  const ids = object({ [`${field}_id`]: uuid }, {}, ['workspace_id', 'object_id', 'attribute_id']);
  const asRead = object({ id: ids }, {}, ['title', 'sort_order', 'config', 'archived_at']);
  const held = (input: unknown, what?: string) =>
    isObject(input) ? (asRead(input, what).id[`${field}_id`] as string) : anyText(input, what).trim();
  const wrapped = object({ [field]: held });
  return (input) => (isObject(input) ? (wrapped(input)[field] as string) : held(input));
}

/** The option or stage with this id; the list is indexed when it is first searched. */
export function choiceById(id: string, context: ValueContext): Choice | undefined {
  return finderOf(context.choices).byId.get(id);
}

interface Finder {
  byId: Map<string, Choice>;
  /** By title in small letters, in the choices' order. */
  byTitle: Map<string, Choice[]>;
}

/** An attribute may have hundreds of choices and a request thousands of values, so each value costs one look-up. */
const finders = new WeakMap<readonly Choice[], Finder>();

function finderOf(choices: readonly Choice[]): Finder {
  const held = finders.get(choices);
  if (held) return held;
  const byId = new Map<string, Choice>();
  const byTitle = new Map<string, Choice[]>();
  for (const choice of choices) {
    byId.set(choice.id, choice);
    const folded = choice.title.toLowerCase();
    const alike = byTitle.get(folded);
    if (alike) alike.push(choice);
    else byTitle.set(folded, [choice]);
  }
  const made = { byId, byTitle };
  finders.set(choices, made);
  return made;
}

/**
 * The choice that a text means: by id, by exact title, an active one before an archived one, by title whatever the
 * letters' case. It is ambiguous when only the letters' case would tell active ones apart.
 */
export function choiceOf(given: string, choices: readonly Choice[]): { found?: Choice; ambiguous: boolean } {
  const { byId, byTitle } = finderOf(choices);
  const folded = given.toLowerCase();
  const titled = byTitle.get(folded) ?? [];
  const alike = titled.filter((choice) => !choice.archived);
  const isExact = (choice: Choice) => choice.title === given;
  const found = byId.get(folded) ?? alike.find(isExact) ?? titled.find(isExact) ?? alike[0] ?? titled[0];
  return { found, ambiguous: alike.length > 1 && found?.title !== given && found?.id !== folded };
}

/** The title, or the id where the title means another one; nothing once the choice itself is gone. */
function conciseChoice(id: string, context: ValueContext): string | undefined {
  const choice = choiceById(id, context);
  if (!choice) return undefined;
  const { found, ambiguous } = choiceOf(choice.title.trim(), context.choices);
  return found === choice && !ambiguous ? choice.title : id;
}

/** @throws ValueRefusal; archived ones are found to be refused */
function findChoice(given: string, field: string, { choices }: ValueContext): Choice {
  const { found, ambiguous } = choiceOf(given, choices);
  if (found && !found.archived && !ambiguous) return found;
  const active = choices.filter((choice) => !choice.archived);
  throw new ValueRefusal(
    `${quote(given)} ${whyNot(given, field, { ambiguous, found })}.`,
    `the title or id of an active ${field}`,
    active.slice(0, MAX_LISTED).map((choice) => choice.title),
  );
}

function whyNot(given: string, field: string, { ambiguous, found }: ReturnType<typeof choiceOf>): string {
  if (ambiguous) return `matches more than one ${field}; give its exact title or its id`;
  if (found) return `is an archived ${field}; expected the title or id of an active one`;
  const deleted = isUuid(given) ? ', where it may have been deleted' : '';
  return `is not one of the ${field}s of this attribute${deleted}; expected the title or id of an active one`;
}

/** Option and Stage of the contract; null once the choice itself is gone. */
function choiceSchema(field: 'option' | 'stage'): object {
  const id = { type: 'string', format: 'uuid' };
  const ids = { workspace_id: id, object_id: id, attribute_id: id, [`${field}_id`]: id };
  const flag = { type: 'boolean' };
  const flags = { is_closed: flag, is_won: flag, is_lost: flag };
  const properties = {
    id: { type: 'object', properties: ids, required: Object.keys(ids) },
    title: { type: 'string' },
    sort_order: { type: 'integer', minimum: 0 },
    ...(field === 'stage' && { config: { type: 'object', properties: flags, required: Object.keys(flags) } }),
    archived_at: { type: ['string', 'null'], format: 'date-time' },
  };
  return { anyOf: [{ type: 'object', properties, required: Object.keys(properties) }, { type: 'null' }] };
}
