import { trustedClaim } from '#crm-domain';
import { newId } from '#platform';
import { Upload } from '../imports/support/upload.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { operationsOf, type OpenApi } from '../support/open-api.js';
import { aConversation } from '../support/conversations.js';
import { aPersonOverRest } from '../support/person.js';
import { Rest, type Caller } from '../support/rest.js';
import { World } from '../support/world.js';
import { FOR_PEOPLE } from './endpoints.js';

let rest: Rest;
let world: World;
let person: Caller;
/** A body for each operation that takes one, by its method and path. */
let examples: Map<string, object | undefined>;
beforeAll(async () => {
  world = await World.start();
  person = (await aPersonOverRest(world)).caller;
  rest = await Rest.start({ CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]) });
  const document = (await rest.callerWith().get('/v1/openapi.json').expect(200)).body as OpenApi;
  const taking = [...operationsOf(document.paths)].filter(
    ([, { requestBody }]) => requestBody?.content['application/json'],
  );
  examples = new Map(
    taking.map(([name, { requestBody }]) => [name, requestBody!.content['application/json']!.example as object]),
  );
});
afterAll(async () => {
  await rest.stop();
  await world.stop();
});

/** Addresses at which the example of an operation can be sent: of records, one for each object of a new workspace. */
async function addresses(): Promise<Record<string, string[]>> {
  const object = await anObject(rest);
  const choices = [{ title: 'Open' }, { title: 'Closed' }];
  await anAttribute(rest, object, { type: 'select', slug: 'heat', options: choices });
  await anAttribute(rest, object, { type: 'pipeline', slug: 'state', stages: choices });
  const [options, stages] = [`${object.path}/attributes/heat/options`, `${object.path}/attributes/state/stages`];
  const option = (await rest.admin.get(options).expect(200)).body.data[0].id.option_id as string;
  const stage = (await rest.admin.get(stages).expect(200)).body.data[0].id.stage_id as string;
  const objects = ['people', 'companies', 'deals', object.slug];
  const records = await Promise.all(objects.map(async (slug) => pathTo({ slug }, await aRecord(rest, { slug }))));
  await theExampleOfAMerge();
  await theExampleOfAnUndo();
  const hook = { url: 'https://example.com/before' };
  const webhook = (await rest.admin.post('/v1/webhooks', hook).expect(200)).body.data.id.webhook_id as string;
  const action = { type: 'set_values', values: { description: 'Before' } };
  const automated = { name: 'Before', kind: 'record.created', object: 'people', actions: [action] };
  const made = await rest.admin.post('/v1/automations', automated).expect(200);
  const automation = made.body.data.id.automation_id as string;
  const [OBJECT, RECORDS] = ['/v1/objects/{identifier}', '/v1/records/{object}'];
  return {
    'POST /v1/objects': ['/v1/objects'],
    [`PATCH ${OBJECT}`]: [object.path, '/v1/objects/people'],
    [`POST ${OBJECT}/attributes`]: [`${object.path}/attributes`, '/v1/objects/people/attributes'],
    [`PATCH ${OBJECT}/attributes/{attribute}`]: [
      `${object.path}/attributes/heat`,
      '/v1/objects/people/attributes/job_title',
    ],
    [`POST ${OBJECT}/attributes/{attribute}/options`]: [options],
    [`PATCH ${OBJECT}/attributes/{attribute}/options/{option}`]: [`${options}/${option}`],
    [`POST ${OBJECT}/attributes/{attribute}/stages`]: [stages, '/v1/objects/deals/attributes/stage/stages'],
    [`PATCH ${OBJECT}/attributes/{attribute}/stages/{stage}`]: [`${stages}/${stage}`],
    [`POST ${RECORDS}`]: objects.map((slug) => `/v1/records/${slug}`),
    [`PUT ${RECORDS}`]: ['/v1/records/people?match=email_addresses', '/v1/records/people?match=email_addresses'],
    [`POST ${RECORDS}/batch`]: objects.map((slug) => `/v1/records/${slug}/batch`),
    'POST /v1/batch': ['/v1/batch'],
    [`POST ${RECORDS}/merge`]: ['/v1/records/companies/merge'],
    [`POST ${RECORDS}/query`]: objects.map((slug) => `/v1/records/${slug}/query`),
    'POST /v1/views': ['/v1/views'],
    'PATCH /v1/views/{view}': ['/v1/views/large-companies'],
    'POST /v1/imports': ['/v1/imports'],
    'POST /v1/imports/{import}/read': [`${(await aReadFile()).path}/read`],
    'POST /v1/imports/{import}/check': [`${(await aReadFile()).path}/check`],
    'POST /v1/imports/{import}/run': [`${(await aReadFile()).path}/run`],
    'POST /v1/search': ['/v1/search'],
    'POST /v1/undo': ['/v1/undo'],
    [`POST ${RECORDS}/aggregate`]: objects.map((slug) => `/v1/records/${slug}/aggregate`),
    [`POST ${RECORDS}/get`]: objects.map((slug) => `/v1/records/${slug}/get`),
    [`PATCH ${RECORDS}/{recordId}`]: records,
    'POST /v1/exports': ['/v1/exports'],
    ...(await ofInbox()),
    'POST /v1/webhooks': ['/v1/webhooks'],
    'PATCH /v1/webhooks/{webhook}': [`/v1/webhooks/${webhook}`],
    'POST /v1/webhooks/{webhook}/replay': [`/v1/webhooks/${webhook}/replay`],
    'POST /v1/automations': ['/v1/automations'],
    'PATCH /v1/automations/{automation}': [`/v1/automations/${automation}`],
  };
}

function aReadFile(): Promise<Upload> {
  return Upload.of(rest.admin, { object: 'people', name: 'contacts.csv' }, 'Email\nada@example.com\n');
}

/** The records that the example of a merge names. */
async function theExampleOfAMerge(): Promise<void> {
  const { into, from } = examples.get('POST /v1/records/{object}/merge') as { into: string; from: string[] };
  const caller = trustedClaim(rest.workspace_id, { origin: 'system', request_id: newId() });
  for (const record_id of [into, ...from])
    await rest.domain.recordWriter.create(caller, 'companies', { data: {}, path: 'data', record_id });
}

/** The key that the example of an undo names. */
async function theExampleOfAnUndo(): Promise<void> {
  const named = (examples.get('POST /v1/undo') as { api_key_id: string }).api_key_id;
  const { api_key_id } = (await rest.newKey(rest.workspace_id)) as unknown as { api_key_id: string };
  const ids = [rest.workspace_id, api_key_id, named];
  await rest.sql('update api_key set api_key_id = $3 where workspace_id = $1 and api_key_id = $2', ids);
}

/** The same for what belongs to a person. */
async function ofInbox(): Promise<Record<string, string[]>> {
  const inboxes = [world.ada.user_id];
  const conversation = await aConversation(world, { workspace_id: world.north.workspace_id, inboxes });
  const draft = (await person.post('/v1/drafts', { channel: 'gmail' }).expect(200)).body.data.draft_id as string;
  return {
    'PATCH /v1/conversations/{conversation}': [`/v1/conversations/${conversation}`],
    'POST /v1/blocks': ['/v1/blocks'],
    'POST /v1/drafts': ['/v1/drafts'],
    'POST /v1/persons/erase': ['/v1/persons/erase'],
    'POST /v1/persons/export': ['/v1/persons/export'],
    'PATCH /v1/drafts/{draft}': [`/v1/drafts/${draft}`],
  };
}

it('the example body of each operation in the OpenAPI document is accepted as it stands', async () => {
  const places = await addresses();
  expect(Object.keys(places).sort()).toEqual([...examples.keys()].sort());
  const refused: string[] = [];
  for (const [name, paths] of Object.entries(places)) {
    const [method] = name.split(' ');
    for (const path of paths) {
      const body = examples.get(name);
      const by = FOR_PEOPLE.has(name) ? person : rest.admin;
      const answer = await by.send(method!.toLowerCase() as 'post' | 'put' | 'patch', path, body);
      if (body === undefined || answer.status !== 200) refused.push(`${name} at ${path}: ${answer.text}`);
    }
  }
  expect(refused).toEqual([]);
});

it('the example of a query finds what the example of a new record writes', async () => {
  const query = examples.get('POST /v1/records/{object}/query');
  const { data } = (await rest.admin.post('/v1/records/companies/query', query).expect(200)).body;
  expect(data[0].values.name[0].value).toBe('Quiet Harbour');
});
