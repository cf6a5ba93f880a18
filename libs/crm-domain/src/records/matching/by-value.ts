import { invalid, isEnough, type Issue } from '../../errors.js';
import { MAX_LED_TO, type Attribute, type ObjectSchema, type WorkspaceSchema } from '../../objects/schema.js';
import { isObject } from '../../values/parse.js';
import { ValueRefusal } from '../../values/value-type.js';
import { isMatchedBy, matchKey, whyNotMatched, type MatchKey } from './match-key.js';
import { replaceValues, someValue, type Sent } from './replace-references.js';

/** References by value that one record may be written with. */
const MAX_BY_VALUE = 100;
/** Objects among which a record is looked for by its value. */
const MAX_OBJECTS = 10;
const SHAPE = '{"match": {"<unique attribute>": "<value>"}}, with "create": true to create what is missing';

/** A reference that names its record by a value. */
export interface ByValue {
  input: Sent;
  path: string;
  /** One for each object that it may be a record of. */
  keys: MatchKey[];
  /** The value, as a new record is made with it. */
  match: Sent;
  create: boolean;
  /** Whether the reference is to be removed. */
  isRemoved: boolean;
}

/** Whether a value names a record by a value of its own, in place of an id. */
function isByValue(value: Sent | string): value is Sent {
  return typeof value === 'object' && Object.hasOwn(value, 'match') && !Object.hasOwn(value, 'id');
}

/** Whether anything in a map of values may be a reference by value. Says so without a schema, in no time. */
export function hasReferencesByValue(data: unknown): boolean {
  return someValue(data, isByValue);
}

/** @throws DomainError validation */
export function readReferencesByValue(
  schema: WorkspaceSchema,
  object: ObjectSchema,
  { data, path }: { data: unknown; path: string },
): ByValue[] {
  const issues: Issue[] = [];
  const found: ByValue[] = [];
  const candidates = new Candidates(schema);
  let count = 0;
  replaceValues(data, path, (input, at) => {
    const attribute = object.find(at.key);
    // Values of other types have their own refusals.
    if (!attribute?.valueType.target || !isByValue(input)) return undefined;
    // A record may have thousands: more than it may be written with are counted and not judged.
    if (++count > MAX_BY_VALUE || isEnough(issues)) return undefined;
    const isRemoved = at.path.startsWith(`${path}.${at.key}.remove`);
    const read = readOne(candidates, attribute, input);
    if ('message' in read) issues.push(issueOf(read, at.path));
    else if (read.create && isRemoved)
      issues.push({ path: `${at.path}.create`, message: 'No record is created in order to remove a reference to it.' });
    else found.push({ input, path: at.path, ...read, isRemoved });
    return undefined;
  });
  if (count > MAX_BY_VALUE) {
    const expected = `at most ${MAX_BY_VALUE} references by value`;
    issues.push({ path, message: `Expected ${expected} in one record, got ${count}.`, expected });
  }
  if (issues.length > 0) throw invalid(issues);
  return found;
}

/** `at` is where in the reference; it becomes part of the path. */
type Refusal = Omit<Issue, 'path'> & { at: string };
type Read = Pick<ByValue, 'keys' | 'match' | 'create'>;

function issueOf({ at, ...issue }: Refusal, path: string): Issue {
  return { ...issue, path: `${path}${at}` };
}

function readOne(candidates: Candidates, attribute: Attribute, input: Sent): Read | Refusal {
  const { match, create = false, type, ...others } = input;
  const [name] = isObject(match) ? Object.keys(match) : [];
  const isWhole = isObject(match) && name !== undefined && Object.keys(match).length === 1;
  const hasOthers = Object.keys(others).length > 0;
  if (!isWhole || hasOthers || typeof create !== 'boolean' || (type !== undefined && typeof type !== 'string'))
    return { at: '', message: `A record is named by one value of one unique attribute: ${SHAPE}.`, expected: SHAPE };
  const objects = candidates.of(attribute, { name, type });
  if ('message' in objects) return objects;
  if (create && objects.length > 1) return ambiguous(objects);
  return keysOf(objects, { match, name, create });
}

/** The objects whose records the references of one record may mean. */
class Candidates {
  /** By attribute and name: looking for them goes through a hundred objects. */
  private readonly known = new Map<string, readonly ObjectSchema[] | Refusal>();

  constructor(private readonly schema: WorkspaceSchema) {}

  of(attribute: Attribute, { name, type }: { name: string; type: unknown }): readonly ObjectSchema[] | Refusal {
    if (typeof type === 'string') return this.named(attribute, { name, type });
    const key = `${attribute.attribute_id} ${name}`;
    const known = this.known.get(key) ?? this.among(attribute, name);
    this.known.set(key, known);
    return known;
  }

  private named(attribute: Attribute, { name, type }: { name: string; type: string }): ObjectSchema[] | Refusal {
    const { allowedObjectIds: ids } = attribute.context;
    const object = this.schema.find(type);
    const isAllowed = object && (ids.length === 0 || ids.includes(object.row.object_id));
    if (!isAllowed) return { at: '.type', message: 'This is not an object that the attribute may point at.' };
    const why = whyNotMatched(object, name);
    return why ? { ...why, at: '.match' } : [object];
  }

  private among(attribute: Attribute, name: string): readonly ObjectSchema[] | Refusal {
    const all = this.schema.targetsOf(attribute, name);
    const unique = all.filter((object) => isMatchedBy(object, name));
    if (all.length > MAX_LED_TO || unique.length > MAX_OBJECTS) return ambiguous(unique);
    if (unique.length > 0) return unique;
    const [only] = attribute.context.allowedObjectIds.length === 1 ? this.schema.targetsOf(attribute) : all;
    const why = (only && whyNotMatched(only, name)) ?? {
      message: `No object that this attribute may point at has a unique attribute "${name.slice(0, 100)}".`,
      expected: 'slug or id of a unique attribute',
    };
    return { ...why, at: '.match' };
  }
}

function keysOf(
  objects: readonly ObjectSchema[],
  { match, name, create }: { match: Sent; name: string; create: boolean },
) {
  try {
    const keys = objects.map((object) => {
      const attribute = object.find(name)!;
      return matchKey(object, attribute, attribute.valueType.parse(match[name], attribute.context));
    });
    return { keys, match, create };
  } catch (refusal) {
    if (!(refusal instanceof ValueRefusal)) throw refusal;
    const { message, expected, allowed } = refusal;
    return { at: `.match.${name.slice(0, 100)}`, message, expected, allowed };
  }
}

function ambiguous(objects: readonly ObjectSchema[]): Refusal {
  const allowed = objects.slice(0, 51).map(({ row }) => row.slug);
  const message = 'Several objects have this unique attribute: say which one in "type".';
  return { at: '', message, expected: '"type", the slug or id of an object', allowed };
}
