import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { LEFT_REASONS, REASONS, type Reason } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { Rest } from '../support/rest.js';

const ALL = Object.keys(REASONS) as Reason[];

const sources = ['apps', 'libs']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && name !== 'reasons.ts')
  .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  .join('\n');

it('every reason is given somewhere, and docs/errors.md lists each with what it means', () => {
  expect(ALL.filter((reason) => !sources.includes(`'${reason}'`))).toEqual([]);
  const rows = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm);
  expect(Object.fromEntries([...rows].map(([, reason, meaning]) => [reason, meaning]))).toEqual(REASONS);
});

it('docs/api.md lists why an undo leaves something, with what it means', () => {
  const [, section] = /\n## Undoing changes\n(.*?)\n## /s.exec(readFileSync('docs/api.md', 'utf8'))!;
  const [, table] = section!.split('| Reason ');
  const rows = table!.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm);
  expect(Object.fromEntries([...rows].map(([, reason, meaning]) => [reason, meaning]))).toEqual(LEFT_REASONS);
});

describe('refusals of the REST API', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('the OpenAPI document lists the reasons', async () => {
    const { body } = await rest.callerWith().get('/v1/openapi.json').expect(200);
    const { Reason: reason, Error: error } = body.components.schemas;
    expect(reason.enum).toEqual(ALL);
    expect(error.required).toContain('reason');
  });

  const CASES: [Reason, number, () => Promise<Response>][] = [
    ['invalid_input', 400, () => rest.admin.post('/v1/records/people', {}).then()],
    ['required_missing', 400, requiredMissing],
    ['unique_taken', 400, uniqueTaken],
    ['archived', 400, archived],
    ['last_option', 400, () => lastChoice('options')],
    ['last_stage', 400, () => lastChoice('stages')],
    ['not_authenticated', 401, () => rest.callerWith('Bearer crm_nobody').get('/v1/self').then()],
    ['no_api_access', 403, () => rest.unpaid.get('/v1/objects').then()],
    ['capability_missing', 403, () => rest.reader.delete('/v1/objects/deals').then()],
    ['object_not_found', 404, () => rest.admin.get('/v1/objects/nowhere').then()],
    ['object_not_found', 404, () => rest.admin.get('/v1/records/nowhere').then()],
    ['attribute_not_found', 404, () => rest.admin.get('/v1/objects/people/attributes/nowhere').then()],
    ['attribute_not_found', 404, () => rest.admin.get('/v1/objects/people/attributes/name/options').then()],
    ['stage_not_found', 404, () => rest.admin.delete(`/v1/objects/deals/attributes/stage/stages/${NOBODY}`).then()],
    ['record_not_found', 404, () => rest.admin.get(`/v1/records/people/${NOBODY}`).then()],
    ['webhook_not_found', 404, () => rest.admin.get(`/v1/webhooks/${NOBODY}`).then()],
    ['automation_not_found', 404, () => rest.admin.get(`/v1/automations/${NOBODY}`).then()],
    ['not_found', 404, () => rest.admin.get('/v1/nowhere').then()],
    ['method_not_allowed', 405, () => rest.admin.delete('/v1/self').then()],
    ['slug_taken', 409, () => rest.admin.post('/v1/objects', { ...THING, slug: 'people' }).then()],
    ['title_taken', 409, titleTaken],
    ['choice_in_use', 409, choiceInUse],
    ['object_in_use', 409, objectInUse],
    ['system_object', 409, () => rest.admin.delete('/v1/objects/people').then()],
    ['system_attribute', 409, () => rest.admin.delete('/v1/objects/people/attributes/job_title').then()],
    ['display_attribute', 409, displayAttribute],
    ['idempotency_key_reused', 409, keyReused],
    ['payload_too_large', 413, () => rest.admin.post('/v1/objects', { slug: 'x'.repeat(2_000_000) }).then()],
  ];

  it.each(CASES)('give the reason %s with status %i', async (reason, status, send) => {
    expect(expectError(await send(), status).reason).toBe(reason);
  });

  const NOBODY = '0199a0c0-0000-7000-8000-00000000ffff';
  const THING = { singular_noun: 'Thing', plural_noun: 'Things' };
  const archived_at = '2026-01-31T12:00:00Z';

  async function requiredMissing(): Promise<Response> {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', is_required: true });
    return rest.admin.post(`/v1/records/${object.slug}`, { data: { name: 'One' } });
  }

  async function uniqueTaken(): Promise<Response> {
    const data = { email_addresses: ['taken@example.com'] };
    await aRecord(rest, { slug: 'people' }, data);
    const response = await rest.admin.post('/v1/records/people', { data });
    expect(response.body.issues).toEqual([expect.objectContaining({ reason: 'unique_taken' })]);
    return response;
  }

  async function archived(): Promise<Response> {
    const object = await anObject(rest);
    await rest.admin.patch(object.path, { archived_at }).expect(200);
    return rest.admin.post(`/v1/records/${object.slug}`, { data: { name: 'One' } });
  }

  /** An attribute with the options or stages A and B. */
  async function chosen(kind: 'options' | 'stages') {
    const object = await anObject(rest);
    const type = kind === 'stages' ? 'pipeline' : 'select';
    const { slug } = await anAttribute(rest, object, { type, [kind]: [{ title: 'A' }, { title: 'B' }] });
    const path = `${object.path}/attributes/${slug}/${kind}`;
    const { data } = (await rest.admin.get(path).expect(200)).body;
    const ids = (data as { id: Record<string, string> }[]).map(
      ({ id }) => id[kind === 'stages' ? 'stage_id' : 'option_id']!,
    );
    return { object, slug, path, ids };
  }

  async function lastChoice(kind: 'options' | 'stages'): Promise<Response> {
    const { path, ids } = await chosen(kind);
    await rest.admin.patch(`${path}/${ids[0]}`, { archived_at }).expect(200);
    const archiving = await rest.admin.patch(`${path}/${ids[1]}`, { archived_at });
    const deleting = await rest.admin.delete(`${path}/${ids[1]}`);
    expect(archiving.body.reason).toBe(deleting.body.reason);
    return deleting;
  }

  async function titleTaken(): Promise<Response> {
    return rest.admin.post((await chosen('options')).path, { title: 'a' });
  }

  async function choiceInUse(): Promise<Response> {
    const { object, slug, path, ids } = await chosen('options');
    await aRecord(rest, object, { name: 'One', [slug]: 'A' });
    return rest.admin.delete(`${path}/${ids[0]}`);
  }

  async function objectInUse(): Promise<Response> {
    const [from, to] = [await anObject(rest), await anObject(rest)];
    const relationship = { target_object_id: to.slug, inverse_title: 'Others', cardinality: 'many-to-many' };
    await anAttribute(rest, from, { type: 'relationship', relationship });
    return rest.admin.delete(to.path);
  }

  async function displayAttribute(): Promise<Response> {
    const object = await anObject(rest);
    return rest.admin.patch(`${object.path}/attributes/name`, { archived_at });
  }

  async function keyReused(): Promise<Response> {
    const record = await aRecord(rest, { slug: 'companies' }, { name: 'One' });
    const write = (name: string) =>
      rest.admin.patch(pathTo({ slug: 'companies' }, record), { data: { name } }).set('Idempotency-Key', 'one');
    await write('Two').expect(200);
    return write('Three');
  }
});
