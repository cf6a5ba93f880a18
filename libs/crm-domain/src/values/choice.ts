import { byText } from './keys.js';
import { isObject, line, object, quote, uuid } from './parse.js';
import { bareOrRead } from './plain-value.js';
import { ValueRefusal, defineValueType, type Choice, type ValueContext, type ValueType } from './value-type.js';

interface ChoiceKind {
  type: 'select' | 'multi-select' | 'pipeline';
  several: 'never' | 'always';
  /** The wire field that holds the choice, and the word for it. */
  field: 'option' | 'stage';
}

const MOST_LISTED = 50;
const anyLine = line({ max: 255 });

/** A type whose canonical value is the id of one of the attribute's options or stages. */
export function choiceType({ type, several, field }: ChoiceKind): ValueType {
  const asGiven = given(field);
  const wire = { [field]: choiceSchema(field) };
  const bare = { type: 'string', description: `Title or id of the ${field}.` };
  const input = { [field]: { anyOf: [bare, { type: 'object', required: ['id'] }] } };
  return defineValueType<string>({
    type,
    several,
    canBeUnique: false,
    parse: (value, context) => findChoice(asGiven(value), field, context).id,
    serialise: (id, context) => ({ [field]: choiceById(id, context)?.wire ?? null }),
    compare: byText,
    text: (id, context) => choiceById(id, context)?.title ?? '',
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
    isObject(input) ? (asRead(input, what).id[`${field}_id`] as string) : anyLine(input, what);
  const wrapped = object({ [field]: held });
  return (input) => (isObject(input) ? (wrapped(input)[field] as string) : held(input));
}

function choiceById(id: string, context: ValueContext): Choice | undefined {
  return context.choices.find((choice) => choice.id === id);
}

/** By id, by exact title, by title whatever the letters' case if only one has it; archived ones are found to be refused. */
function findChoice(given: string, field: string, context: ValueContext): Choice {
  const active = context.choices.filter((choice) => !choice.archived);
  const folded = given.toLowerCase();
  const alike = active.filter((choice) => choice.title.toLowerCase() === folded);
  const found =
    choiceById(folded, context) ??
    active.find((choice) => choice.title === given) ??
    alike[0] ??
    context.choices.find((choice) => choice.title.toLowerCase() === folded);
  const ambiguous = alike.length > 1 && found?.title !== given && found?.id !== folded;
  if (found && !found.archived && !ambiguous) return found;
  throw new ValueRefusal(
    `${quote(given)} ${whyNot(field, ambiguous, found)}.`,
    `the title or id of an active ${field}`,
    active.slice(0, MOST_LISTED).map((choice) => choice.title),
  );
}

function whyNot(field: string, ambiguous: boolean, found: Choice | undefined): string {
  if (ambiguous) return `fits more than one ${field}; give its exact title or its id`;
  if (found) return `is an archived ${field}; expected the title or id of an active one`;
  return `is no ${field} of this attribute; expected the title or id of an active one`;
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
