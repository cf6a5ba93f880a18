import { isGoing, type SqlCheck } from './sql-check.js';

/**
 * A column that names a row of another table. Where Postgres itself holds a foreign key there is nothing to look for.
 */
interface Link {
  table: string;
  column: string;
  parent: string;
  /** The parent's own column, when it is called otherwise. */
  key?: string;
  /** When a row may do without its parent; about the row `c`. */
  unless?: string;
}

const OBJECT_GOES = isGoing('object', 'g.object_id = c.object_id');
const ATTRIBUTE_GOES = isGoing('attribute', 'g.attribute_id = c.attribute_id');
/** Belong to no tenant: whoever is named there is named by an id alone. */
const SHARED = ['app_user'];

const INDEXES = ['index_text', 'index_number', 'index_ref', 'record_unique'];

const LINKS: readonly Link[] = [
  ...[
    'membership',
    'connection',
    'channel_account_member',
    'conversation_inbox',
    'conversation_block',
    'user_block',
  ].map((table) => ({ table, column: 'user_id', parent: 'app_user' })),
  { table: 'channel_account', column: 'owner_user_id', parent: 'app_user', key: 'user_id' },
  { table: 'message', column: 'author_user_id', parent: 'app_user', key: 'user_id' },
  { table: 'message_delivery', column: 'sent_by_user_id', parent: 'app_user', key: 'user_id' },
  { table: 'message_delivery', column: 'channel_account_id', parent: 'channel_account' },
  { table: 'attribute', column: 'object_id', parent: 'object' },
  { table: 'attribute', column: 'inverse_attribute_id', parent: 'attribute', key: 'attribute_id' },
  { table: 'object', column: 'epithet_attribute_id', parent: 'attribute', key: 'attribute_id' },
  { table: 'choice', column: 'attribute_id', parent: 'attribute' },
  { table: 'choice', column: 'object_id', parent: 'object' },
  { table: 'object_count', column: 'object_id', parent: 'object', unless: OBJECT_GOES },
  { table: 'record', column: 'object_id', parent: 'object', unless: OBJECT_GOES },
  { table: 'value_history', column: 'record_id', parent: 'record' },
  { table: 'record_search', column: 'record_id', parent: 'record' },
  { table: 'record_reference', column: 'record_id', parent: 'record' },
  { table: 'record_handle', column: 'record_id', parent: 'record' },
  {
    table: 'record_handle',
    column: 'attribute_id',
    parent: 'attribute',
    unless: `${ATTRIBUTE_GOES} or ${OBJECT_GOES}`,
  },
  ...INDEXES.map((table) => ({ table, column: 'attribute_id', parent: 'attribute', unless: ATTRIBUTE_GOES })),
  ...INDEXES.map((table) => ({ table, column: 'record_id', parent: 'record', unless: ATTRIBUTE_GOES })),
];

const ofLink = ({ table, column, parent, key = column, unless = 'false' }: Link): SqlCheck => ({
  check: 'orphans',
  what: `Rows of ${table} name in ${column} what is not in ${parent}`,
  sql: `select c.${column}::text as id
    from ${table} c
    where c.workspace_id = $1 and c.${column} is not null and not (${unless})
    and not exists (select 1
      from ${parent} p
      where ${SHARED.includes(parent) ? '' : 'p.workspace_id = $1 and '}p.${key} = c.${column})`,
});

/** By the number of an attribute that the record's object does not have. */
const byNumber = (table: string): SqlCheck => ({
  check: 'orphans',
  what: `Rows of ${table} are of an attribute that is not there`,
  sql: `select c.record_id || ' attribute number ' || c.attr_no as id from ${table} c
    join record r on r.workspace_id = $1 and r.record_id = c.record_id
    join object o on o.workspace_id = $1 and o.object_id = r.object_id
    where c.workspace_id = $1 and not ${isGoing('attribute', 'g.object_id = r.object_id and g.attr_no = c.attr_no')}
      and not exists (select 1
        from attribute a
        where a.workspace_id = $1 and a.object_id = r.object_id and a.attr_no = c.attr_no)`,
});

/** Values under a number that no attribute of their object has; by object and number, for there may be many. */
const VALUES: SqlCheck = {
  check: 'orphans',
  what: 'Records hold values of an attribute that is not there',
  sql: `select o.slug || ' attribute number ' || v.n || ', such as of ' || v.example as id
    from (select r.object_id, k.n, min(r.record_id::text) as example from record r
        cross join lateral jsonb_object_keys(case jsonb_typeof(r.vals) when 'object' then r.vals else '{}' end) k(n)
      where r.workspace_id = $1 and r.deleted_at is null group by 1, 2) v
    join object o on o.workspace_id = $1 and o.object_id = v.object_id
    where not ${isGoing('attribute', 'g.object_id = v.object_id and g.attr_no::text = v.n')}
      and not exists (select 1
        from attribute a
        where a.workspace_id = $1 and a.object_id = v.object_id and a.attr_no::text = v.n)`,
};

/** Rows that nothing leads to any more, unless the background is still on its way to them. */
export const ORPHAN_CHECKS: readonly SqlCheck[] = [
  ...LINKS.map(ofLink),
  byNumber('value_history'),
  byNumber('record_reference'),
  VALUES,
];
