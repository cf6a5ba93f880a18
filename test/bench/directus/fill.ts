import pg from 'pg';
import { company, contact } from '../dataset/contact.js';
import type { World } from '../dataset/world.js';
import { DIRECTUS_TOKEN } from './server.js';

const BATCH = 2000;
const PRIMARY = { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } };
const field = (name: string, type: string, schema: object = {}) => ({ field: name, type, schema, meta: {} });

const COMPANIES = [PRIMARY, field('name', 'string')];
/** What `contact` gives, an amount as two fields. */
const CONTACTS = [
  PRIMARY,
  ...['name', 'phone', 'title', 'stage', 'budget_currency'].map((name) => field(name, 'string')),
  field('email', 'string', { is_unique: true }),
  field('bio', 'text'),
  field('birthday', 'date'),
  field('last_seen', 'timestamp'),
  ...['score', 'budget_value'].map((name) => field(name, 'float')),
  field('subscribed', 'boolean'),
  ...['tags', 'address'].map((name) => field(name, 'json')),
  ...['owner', 'company'].map((name) => field(name, 'uuid')),
];

/** Makes the collections over its API, and fills them with the contacts that the service has, by COPY-like inserts. */
export async function fillDirectus(port: number, databaseUrl: string, world: World): Promise<void> {
  const post = (path: string, body: object) => send(port, path, body);
  await post('/collections', { collection: 'companies', schema: {}, meta: {}, fields: COMPANIES });
  await post('/collections', { collection: 'contacts', schema: {}, meta: {}, fields: CONTACTS });
  const relation = { collection: 'contacts', field: 'company', related_collection: 'companies' };
  await post('/relations', { ...relation, schema: { on_delete: 'SET NULL' }, meta: {} });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const known = world.companies.map((id, n) => ({ id, name: company(n).name }));
    await insert(client, 'companies', known);
    for (let from = 0; from < world.records; from += BATCH) {
      const count = Math.min(BATCH, world.records - from);
      await insert(
        client,
        'contacts',
        Array.from({ length: count }, (_, at) => item(from + at, world)),
      );
    }
    for (const name of ['stage', 'score']) await client.query(`create index on contacts (${name})`);
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}

function item(n: number, world: World): object {
  const { budget, owner, company: at, ...rest } = contact(n, world);
  const id = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  const amount = { budget_value: budget.currency_value, budget_currency: budget.currency_code };
  return { id, ...rest, ...amount, owner: owner.id, company: at.id };
}

async function insert(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const text = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`;
  await client.query(text, [JSON.stringify(rows)]);
}

async function send(port: number, path: string, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${DIRECTUS_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Directus: POST ${path} gave ${response.status} ${await response.text()}`);
}
