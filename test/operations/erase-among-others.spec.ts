import type { ErasureWire } from '#crm-domain/operations';
import { newId } from '#platform';
import { PersonStore } from '../../libs/crm-domain/src/persons/person.store.js';
import { expectError } from '../support/answers.js';
import { aConversation, aMessage, anAccount } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { aPersonOverRest } from '../support/person.js';
import { Caller } from '../support/rest.js';
import { World } from '../support/world.js';

const EMAIL = 'zq@quix.example';
const OURS = 'sales@harbour.example';
const PHONE = '+4915155512345';
const ELSES = `d'${EMAIL}`;

let world: World;
let by: Caller;
let done: ErasureWire;
beforeAll(async () => {
  world = await World.start();
  const { workspace_id } = world.north;
  const { api_key } = await world.domain.apiKeys.create({
    workspace_id,
    name: 'Test',
    capabilities: ['read:data', 'write:data', 'write:schema'],
  });
  by = new Caller(world.places.baseUrl, `Bearer ${api_key}`);
  await create('people', { name: 'Zelda Quixworth', email_addresses: [EMAIL, OURS], phone_numbers: [PHONE] });
  await around(workspace_id);
  done = await erased();
}, 120_000);
afterAll(() => world?.stop());

const create = async (object: string, data: object, key?: string): Promise<string> => {
  const request = by.post(`/v1/records/${object}`, { data });
  if (key) void request.set('Idempotency-Key', key);
  const { body } = await request.expect(200);
  return body.data.id.record_id as string;
};

const IMPORT = newId();
let company: string;
let numbers: string[];
/** Of somebody who has the person's name, and of the person without saying so. */
let namesakes: [object: string, id: string, attribute: string, text: string][];

/** What is beside the person: an account of the workspace, and people whose names or addresses are like theirs. */
async function around(workspace_id: string): Promise<void> {
  await anAccount(world, { workspace_id, owner: world.ada.user_id, address: OURS });
  const wish = { workspace_id, people: ['ina@other.example', OURS], subject: 'Offer', bodies: [] };
  const conversation_id = await aConversation(world, wish);
  const offer = { workspace_id, conversation_id, direction: 'outbound' as const, from: OURS, body: 'An offer for Ina' };
  await aMessage(world, { ...offer, to: ['ina@other.example'] });
  await aMessage(world, { workspace_id, conversation_id, from: ELSES, body: 'From somebody else', to: [OURS] });
  const attachments = [`${EMAIL} as a card.vcf`, 'Zelda Quixworth.pdf'].map((filename) => ({
    filename,
    content_type: 'text/plain',
    size: 1,
  }));
  const group = await aConversation(world, { workspace_id, people: ['ina@other.example', EMAIL], bodies: [] });
  const toBoth = { workspace_id, conversation_id: group, from: 'ina@other.example', body: 'Both of you' };
  await aMessage(world, { ...toBoth, to: [EMAIL], attachments });
  await create('people', { name: 'Mya Other', email_addresses: [`my.${EMAIL}`] });
  company = await create('companies', { name: 'Quiet Harbour', description: ELSES });
  await create('notes', { title: 'Contact', body: `Write to:\n${EMAIL}` }, 'line-break');
  await by.post('/v1/objects', { slug: 'calls', singular_noun: 'Call', plural_noun: 'Calls' }).expect(200);
  const attribute = { title: 'Number', slug: 'number', type: 'text', is_unique: true };
  await by.post('/v1/objects/calls/attributes', attribute).expect(200);
  const written = ['+49 151 55512345', '0049 151 55512345'];
  numbers = await Promise.all(written.map((number) => create('calls', { name: 'A call', number })));
  const [founded, called] = ['Founded by Zelda Quixworth.', 'Zelda Quixworth called about the pier.'];
  namesakes = [
    ['companies', await create('companies', { name: 'Namesake Works', description: founded }), 'description', founded],
    ['notes', await create('notes', { title: 'A call', body: called }), 'body', called],
  ];
  const rows = [
    ['Zelda Quixworth', 'namesake@other.example'],
    ['Z.', `At home:\n${EMAIL}`],
  ];
  await world.sql('insert into import_rows (workspace_id, import_id, first_row, cells) values ($1, $2, 1, $3)', [
    ...[workspace_id, IMPORT, JSON.stringify(rows)],
  ]);
  const part = 'insert into import_part (workspace_id, import_id, part_no, bytes) values ($1, $2, 1, $3)';
  await world.sql(part, [workspace_id, IMPORT, Buffer.from(`${PHONE.slice(1)}f`, 'hex')]);
}

async function erased(): Promise<ErasureWire> {
  const admin = (await aPersonOverRest(world)).caller;
  const { body } = await admin.post('/v1/persons/erase', { email: EMAIL }).expect(200);
  const { erasure_id } = (body.data as ErasureWire).id;
  let last = body.data as ErasureWire;
  await eventually(async () => {
    last = (await admin.get(`/v1/persons/erasures/${erasure_id}`).expect(200)).body.data as ErasureWire;
    return last.finished_at !== null;
  });
  return last;
}

describe('an erasure among others', () => {
  it('finds everything, and nothing where there is only something like it', () => {
    expect(done.certificate?.scan.found).toEqual({});
    expect(done).toMatchObject({ state: 'completed', failure: null });
  });

  it('leaves the messages of an account of the workspace whose address the person’s record holds', async () => {
    const [offer] = await world.sql('select from_handle from message where body = $1', ['An offer for Ina']);
    expect(offer).toEqual({ from_handle: OURS });
    expect(done.certificate?.shared_addresses).toBe(1);
  });

  it('leaves an address of somebody else that ends as the person’s does', async () => {
    const [message] = await world.sql('select from_handle from message where body = $1', ['From somebody else']);
    expect(message).toEqual({ from_handle: ELSES });
    const { body } = await by.get(`/v1/records/companies/${company}?format=concise`).expect(200);
    expect(body.data.values.description).toBe(ELSES);
  });

  it('leaves a bare name in records that do not refer to the person, and the certificate counts them', async () => {
    for (const [object, id, attribute, text] of namesakes) {
      const { body } = await by.get(`/v1/records/${object}/${id}?format=concise`).expect(200);
      expect(body.data.values[attribute]).toBe(text);
    }
    const { found, names } = done.certificate!.scan;
    expect(found).toEqual({});
    expect(names).toMatchObject({ record: namesakes.length, event: namesakes.length, import_rows: 1 });
  });

  it('leaves rows of a file that hold the same name and another address', async () => {
    const [row] = await world.sql<{ cells: string }>('select cells from import_rows where import_id = $1', [IMPORT]);
    expect(JSON.parse(row!.cells)).toEqual([['Zelda Quixworth', 'namesake@other.example'], '[erased]']);
  });

  it('takes the person out of the names of files that others got as well', async () => {
    const files = await world.sql<{ filename: string }>('select filename from message_attachment order by filename');
    expect(files.map(({ filename }) => filename)).toEqual([
      '[erased].pdf',
      expect.stringMatching(/^erased-[0-9a-f]{8}-1@erased\.invalid as a card\.vcf$/),
    ]);
  });

  it('takes the same number out of two unique values, which stay two', async () => {
    const values = await Promise.all(
      numbers.map(async (id) => (await by.get(`/v1/records/calls/${id}?format=concise`).expect(200)).body.data.values),
    );
    const after = values.map(({ number }) => number as string);
    expect(new Set(after).size).toBe(2);
    for (const number of after) expect(number).toMatch(/^\[erased\]/);
  });

  it('takes dry_run and expect_digest from the query, too, as other writes do', async () => {
    const admin = (await aPersonOverRest(world)).caller;
    const ask = (query: string, body: object = {}) =>
      admin.post(`/v1/persons/erase?${query}`, { email: `my.${EMAIL}`, ...body });
    const { body } = await ask('dry_run=true').expect(200);
    expect(body.data).toMatchObject({ dry_run: true, addresses: [`my.${EMAIL}`] });
    const digest = 'x'.repeat(43);
    for (const [query, more] of [
      ['dry_run=1', {}],
      ['dry_run=true', { dry_run: false }],
      [`expect_digest=${digest}`, { expect_digest: `${digest}y` }],
    ] as const)
      expectError(await ask(query, more), 400);
    const { erasure_id } = (body.data as ErasureWire).id;
    await eventually(async () => {
      const { data } = (await admin.get(`/v1/persons/erasures/${erasure_id}`).expect(200)).body;
      return (data as ErasureWire).finished_at !== null;
    });
    const { data } = (await ask(`expect_digest=${digest}`).expect(200)).body;
    expect(data).toMatchObject({ dry_run: false });
    await eventually(async () => {
      const last = (await admin.get(`/v1/persons/erasures/${(data as ErasureWire).id.erasure_id}`).expect(200)).body;
      return (last.data as ErasureWire).state === 'failed';
    });
  });

  it('is refused where more records hold the address than can be looked at', async () => {
    const held = { record_id: newId(), object_id: newId(), merged_into: null, vals: {} };
    jest.spyOn(PersonStore.prototype, 'withMerged').mockResolvedValueOnce(Array.from({ length: 1001 }, () => held));
    const admin = (await aPersonOverRest(world)).caller;
    const answer = await admin.post('/v1/persons/erase', { email: 'many@quix.example', dry_run: true });
    expectError(answer, 409);
  });
});
