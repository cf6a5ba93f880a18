import type { Caller } from '#crm-domain';
import { accessHeld, accessOf } from '../product.js';

/** Attributes of a contact by the table of keys that has a row of each; a contact has two tags. */
const KEYS = {
  text: ['name', 'email', 'phone', 'title', 'bio', 'budget'],
  number: ['birthday', 'last_seen', 'score', 'budget'],
  ref: ['stage', 'tags', 'tags', 'owner', 'company'],
} as const;
const TYPES = { text: 'text', number: 'float8', ref: 'uuid' };

/** What goes into the statement from its third parameter on, by name; of a `<kind> <n>`, a list with one for each record. */
export const PARAMETERS: string[] = [];

function put(name: string, type: string): string {
  if (!PARAMETERS.includes(name)) PARAMETERS.push(name);
  return `$${PARAMETERS.indexOf(name) + 3}::${type}`;
}

/** A row of each record, with columns of the lists that are named. */
const records = (columns: Record<string, [list: string, type: string]>) => {
  const lists = Object.values(columns).map(([list, type]) => `, ${put(list, type)}[]`);
  return `unnest(${put('ids', 'uuid')}[]${lists.join('')}) x(id, ${Object.keys(columns).join(', ')})`;
};

/** Each attribute is named once, not with each record. */
const keys = (kind: keyof typeof KEYS) => {
  const type = TYPES[kind];
  const columns = Object.fromEntries(KEYS[kind].map((_, n) => [`v${n}`, [`${kind} ${n}`, type] as [string, string]]));
  const rows = KEYS[kind].map((slug, n) => `(${put(`attribute ${slug}`, 'uuid')}, x.v${n})`);
  return `new_${kind} as (insert into index_${kind} (workspace_id, attribute_id, v, record_id)
    select $1, k.a, k.v, x.id from go, ${records(columns)}, lateral (values ${rows.join(', ')}) k(a, v))`;
};

const NOW = `date_trunc('milliseconds', now())`;
const object = put('object', 'uuid');
const EMAIL = `${put('attribute email', 'uuid')}`;

/** Contacts with all that belongs to them: all of them, or none where a company or an owner is not there. */
export const CREATE_ALL = {
  name: 'floor-batch-create',
  text: `with ${accessHeld(accessOf({ api_key_id: 'a key' } as Caller))},
  targets as (select record_id from record where workspace_id = $1 and record_id = any(${put('companies', 'uuid[]')})
    and object_id = ${put('companies object', 'uuid')} and trashed_at is null and deleted_at is null
    order by record_id for key share),
  go as (select actor_name from access where may & 2 <> 0 and schema_version = ${put('version', 'bigint')}
    and (select count(*) from targets) = cardinality(${put('companies', 'uuid[]')})
    and not exists (select 1 from unnest(${put('owners', 'uuid[]')}) x(u)
      where not exists (select 1 from membership where workspace_id = $1 and user_id = x.u))),
  queued as (insert into event_pending (workspace_id, occurred_at, rev, subject_id, event_id)
    select $1, ${NOW}, 1, x.id, x.e from go, ${records({ e: ['events', 'uuid'] })}),
  evented as (insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at, actor_type,
      actor_id, actor_name, via, data)
    select $1, x.id, 1, x.e, 'record.created', ${object}, ${NOW}, 'api-key', $2::uuid, go.actor_name,
      ${put('via', 'jsonb')}, x.d
    from go, ${records({ e: ['events', 'uuid'], d: ['data', 'json'] })}),
  written as (insert into record (workspace_id, record_id, object_id, created_at, updated_at, created_by_type,
      created_by_id, created_via, label, refs, vals, size)
    select $1, x.id, ${object}, ${NOW}, ${NOW}, 'api-key', $2::uuid,
      ${put('via', 'jsonb')} || jsonb_build_object('actor_name', go.actor_name), x.label, array[x.company], x.vals, x.size
    from go, ${records({
      label: ['labels', 'text'],
      company: ['ref 4', 'uuid'],
      vals: ['vals', 'jsonb'],
      size: ['sizes', 'int'],
    })}),
  words as (insert into record_search (workspace_id, record_id, tsv)
    select $1, x.id, array_to_tsvector(x.words::text[]) from go, ${records({ words: ['words', 'text'] })}),
  ${keys('text')},
  ${keys('number')},
  ${keys('ref')},
  new_unique as (insert into record_unique (workspace_id, attribute_id, v, record_id)
    select $1, ${EMAIL}, x.v, x.id from go, ${records({ v: ['text 1', 'text'] })} order by x.v),
  new_handles as (insert into record_handle (workspace_id, kind, handle, record_id, attribute_id, object_id)
    select $1, h.kind, h.handle, x.id, h.a, ${object}
    from go, ${records({ email: ['text 1', 'text'], phone: ['phones', 'text'] })},
      lateral (values ('email', x.email, ${EMAIL}), ('phone', x.phone, ${put('attribute phone', 'uuid')}))
        h(kind, handle, a)),
  new_references as (insert into record_reference (workspace_id, target_id, record_id, attr_no)
    select $1, x.company, x.id, ${put('company number', 'int')} from go, ${records({ company: ['ref 4', 'uuid'] })}),
  counted as (insert into object_count as oc (workspace_id, object_id, slot, n)
    select $1, ${object}, ${put('slot', 'smallint')}, cardinality(${put('ids', 'uuid')}[]) from go
    on conflict (workspace_id, object_id, slot) do update set n = oc.n + excluded.n)
  select (select count(*)::int from go) as done`,
};
