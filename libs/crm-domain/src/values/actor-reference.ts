import { field, idFilter } from './filter.js';
import { byText } from './keys.js';
import { fromJson, isObject, object, uuid, type Parse } from './parse.js';
import { MAX_FIELDS, asRead as readSchema } from './plain-value.js';
import { fieldColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

/** Stands for whoever asks: in conditions, in writes, and as the default of an attribute for whoever creates a record. */
export const ME = 'me';

type ActorReference = { type: 'user'; id: string };

const user: Parse<'user'> = (input, what = 'type') => {
  if (input !== 'user') throw new ValueRefusal(`${what} must be "user".`, '"user"', ['user']);
  return input;
};
const written = object({ id: uuid, type: user });
const asRead = object({ actor_reference_type: user, actor_reference_id: uuid });

const EXPECTED = '{"type": "user", "id": "<id of a member>"}';
const HINT = `The value must be ${EXPECTED}. GET /v1/members lists the members; an actor reference that was read names one, too.`;

const userSchema = { type: 'string', enum: ['user'] };
const idSchema = { type: 'string', format: 'uuid' };
const wireSchema = {
  properties: { actor_reference_type: userSchema, actor_reference_id: idSchema },
  required: ['actor_reference_type', 'actor_reference_id'],
};

export const actorReference = defineValueType<ActorReference>({
  type: 'actor-reference',
  several: 'optional',
  canBeUnique: false,
  parse(input) {
    if (!isObject(input)) throw new ValueRefusal(HINT, EXPECTED);
    const isRead = Object.keys(input).some((key) => key.startsWith('actor_reference_'));
    if (!isRead) return written(input);
    const { actor_reference_type: type, actor_reference_id: id } = asRead(input);
    return { type, id };
  },
  serialise: ({ type, id }) => ({ actor_reference_type: type, actor_reference_id: id }),
  concise: ({ type, id }) => ({ id, type }),
  columns: () => ['id'],
  reportColumns: () => [
    fieldColumn('id', { type: 'uuid' }),
    { suffix: 'name', type: 'text', sql: (item, { members }) => `${members} ->> (${item} ->> 'id')` },
  ],
  compare: (a, b) => byText(a.type, b.type) || byText(a.id, b.id),
  text: () => '',
  search: false,
  filter: idFilter({ sortable: false, sql: field('id'), inFull: (id) => ({ id, type: 'user' }) }),
  grouped: 'member',
  index: ({ id }) => ({ ref: id }),
  member: ({ id }) => id,
  fromDefault: fromJson,
  inputSchema: {
    anyOf: [
      {
        type: 'object',
        properties: { id: idSchema, type: userSchema },
        required: ['id', 'type'],
        maxProperties: MAX_FIELDS,
      },
      readSchema(wireSchema.properties, wireSchema.required),
      {
        type: 'string',
        maxLength: 320,
        description: 'In a record: the id, e-mail address or unique name of a member, or "me".',
      },
    ],
  },
  wireSchema,
  examples: [
    { id: '0197f000-0000-7000-8000-0000000000AA', type: 'user' },
    { id: '0197f000-0000-7000-8000-0000000000ab', type: 'user' },
    { actor_reference_type: 'user', actor_reference_id: '0197f000-0000-7000-8000-0000000000ac' },
  ],
  refusals: [
    'nobody@example.com',
    { id: '0197f000-0000-7000-8000-0000000000aa' },
    { id: '0197f000-0000-7000-8000-0000000000aa', type: 'api-key' },
    { id: 'nobody', type: 'user' },
    { id: '0197f000-0000-7000-8000-0000000000aa', type: 'user', name: 'Ada' },
  ],
});
