/** The tour of the README by openapi-fetch, typed by what openapi-typescript makes; it prints what it saw as JSON. */
export const FETCH_TOUR = `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + key } });

function held<T>({ data, error }: { data?: T; error?: { message: string } }): T {
  if (data === undefined) throw new Error(error?.message);
  return data;
}

const self = held(await api.GET('/v1/self'));
const objects = held(await api.GET('/v1/objects'));
const attributes = held(
  await api.GET('/v1/objects/{identifier}/attributes', { params: { path: { identifier: 'people' } } }),
);
const company = held(
  await api.POST('/v1/records/{object}', {
    params: { path: { object: 'companies' } },
    body: { data: { name: 'Quiet Harbour', domains: ['quiet-harbour.example.com'] } },
  }),
);
const person = held(
  await api.POST('/v1/records/{object}', {
    params: { path: { object: 'people' }, header: { 'Idempotency-Key': 'one-person' } },
    body: {
      data: {
        name: { first_name: 'Ines', last_name: 'Example' },
        email_addresses: ['ines@quiet-harbour.example.com'],
        company: { type: 'companies', id: company.data.id.record_id },
      },
    },
  }),
);
const at = { object: 'people', recordId: person.data.id.record_id };
held(await api.PATCH('/v1/records/{object}/{recordId}', { params: { path: at }, body: { data: { job_title: 'Director' } } }));
const read = held(
  await api.GET('/v1/records/{object}/{recordId}', { params: { path: at, query: { show_historic: true } } }),
);
const found = held(
  await api.POST('/v1/records/{object}/query', {
    params: { path: { object: 'people' } },
    body: { filter: [{ attribute: 'job_title', operator: 'eq', value: 'Director' }], sort: { attribute: 'created_at', direction: 'desc' } },
  }),
);
held(await api.POST('/v1/objects', { body: { slug: 'projects', singular_noun: 'Project', plural_noun: 'Projects' } }));
const size = held(
  await api.POST('/v1/objects/{identifier}/attributes', {
    params: { path: { identifier: 'projects' } },
    body: { slug: 'size', title: 'Size', type: 'select', options: [{ title: 'Small' }, { title: 'Large' }] },
  }),
);
const events = held(await api.GET('/v1/events', { params: { query: { limit: 3, kinds: ['record.created'] } } }));
const { error } = await api.GET('/v1/objects/{identifier}', { params: { path: { identifier: 'nowhere' } } });

const title = read.data.values['job_title']?.[0];
console.log(JSON.stringify({
  workspace: self.data.workspace.name,
  objects: objects.data.map(({ slug }) => slug),
  attributes: attributes.data.length,
  title: title?.attribute_type === 'text' ? title.value : undefined,
  found: found.data.length,
  total: found.pagination.total,
  size: size.data.type,
  events: events.data.map(({ kind }) => kind),
  refused: error?.code,
}));
`;

/** The same by the client that @hey-api/openapi-ts makes. */
export const SDK_TOUR = `import { client } from './sdk/client.gen.js';
import * as crm from './sdk/index.js';

const [baseUrl = '', key = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: key });
const throwOnError = true;

const self = await crm.selfGet({ throwOnError });
const objects = await crm.objectsList({ throwOnError });
const attributes = await crm.attributesList({ path: { identifier: 'people' }, throwOnError });
const company = await crm.recordsCreate({
  path: { object: 'companies' },
  body: { data: { name: 'Quiet Harbour', domains: ['quiet-harbour.example.com'] } },
  throwOnError,
});
const person = await crm.recordsCreate({
  path: { object: 'people' },
  headers: { 'Idempotency-Key': 'one-person' },
  body: {
    data: {
      name: { first_name: 'Ines', last_name: 'Example' },
      email_addresses: ['ines@quiet-harbour.example.com'],
      company: { type: 'companies', id: company.data.data.id.record_id },
    },
  },
  throwOnError,
});
const path = { object: 'people', recordId: person.data.data.id.record_id };
await crm.recordsUpdate({ path, body: { data: { job_title: 'Director' } }, throwOnError });
const read = await crm.recordsGet({ path, query: { show_historic: true }, throwOnError });
const found = await crm.recordsQuery({
  path: { object: 'people' },
  body: { filter: [{ attribute: 'job_title', operator: 'eq', value: 'Director' }], sort: { attribute: 'created_at', direction: 'desc' } },
  throwOnError,
});
await crm.objectsCreate({ body: { slug: 'projects', singular_noun: 'Project', plural_noun: 'Projects' }, throwOnError });
const size = await crm.attributesCreate({
  path: { identifier: 'projects' },
  body: { slug: 'size', title: 'Size', type: 'select', options: [{ title: 'Small' }, { title: 'Large' }] },
  throwOnError,
});
const events = await crm.eventsList({ query: { limit: 3, kinds: ['record.created'] }, throwOnError });
const { error } = await crm.objectsGet({ path: { identifier: 'nowhere' } });

const title = read.data.data.values['job_title']?.[0];
console.log(JSON.stringify({
  workspace: self.data.data.workspace.name,
  objects: objects.data.data.map(({ slug }) => slug),
  attributes: attributes.data.data.length,
  title: title?.attribute_type === 'text' ? title.value : undefined,
  found: found.data.data.length,
  total: found.data.pagination.total,
  size: size.data.data.type,
  events: events.data.data.map(({ kind }) => kind),
  refused: error?.code,
}));
`;
