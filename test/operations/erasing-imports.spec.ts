import { openDomain } from '#auth';
import { trustedClaim, type Actor, type Domain } from '#crm-domain';
import { PART_BYTES } from '#crm-domain/writes';
import { OPERATOR } from '#crm-domain/people';
import { newId } from '#platform';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const EMAIL = 'zelda@quix.example';
const FILE = Buffer.from(`Email\n${EMAIL}\nina@other.example\n`);

let database: FreshDatabase;
let domain: Domain;
let workspace_id: string;
let actor: Actor;
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
  ({ workspace_id } = await domain.workspaces.create({ name: 'Quiet Harbour' }));
  const caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
  actor = await domain.access.authorize(caller, 'write:schema');
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

const work = (import_id: string) => domain.importRunner.run({ workspace_id, import_id }, new AbortController().signal);
const partsOf = (import_id: string) =>
  domain.source.query<object[]>('select 1 from import_part where import_id = $1', [import_id]);

/** An import whose first part is sent. */
async function begun(bytes: number, part = FILE): Promise<string> {
  const file = { object: 'people', file_name: 'people.csv', bytes, options: {} };
  const { id } = await domain.imports.create(actor, file);
  await domain.imports.putPart(actor, id, 1, part);
  return id;
}

async function erase(): Promise<void> {
  const { id } = await domain.persons.erase(workspace_id, OPERATOR, { email: EMAIL });
  for (;;) {
    await domain.source.query('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
    await domain.personEraser.run(id, new AbortController().signal);
    await domain.purges.run();
    const { finished_at, state } = await domain.persons.get(workspace_id, id.erasure_id);
    if (finished_at !== null) return expect(state).toBe('completed');
  }
}

it('an erasure takes files that hold the person away, and cancels only imports that wait for them', async () => {
  const uploading = await begun(PART_BYTES + 1, Buffer.alloc(PART_BYTES, FILE));
  const reading = await begun(FILE.length);
  const [ready, done] = [await begun(FILE.length), await begun(FILE.length)];
  for (const id of [ready, done]) await work(id);
  await domain.imports.run(actor, done, { columns: [{ column: 'Email', attribute: 'job_title' }] });
  await work(done);
  const left = 'insert into import_part (workspace_id, import_id, part_no, bytes) values ($1, $2, 1, $3)';
  await domain.source.query(left, [workspace_id, done, FILE]);
  await domain.source.query(`update import_job set kept_until = now() + interval '1 day' where import_id = $1`, [done]);

  await erase();
  for (const id of [uploading, reading, ready, done]) expect(await partsOf(id)).toEqual([]);
  for (const id of [uploading, reading]) {
    const { state, failure, finished_at } = await domain.imports.get(actor, id);
    expect([state, failure]).toEqual(['canceled', expect.stringMatching(/^The data of a person was erased/)]);
    expect(finished_at).not.toBeNull();
  }
  expect(await domain.imports.get(actor, ready)).toMatchObject({ state: 'ready', failure: null, rows: { total: 2 } });
  expect(await domain.imports.get(actor, done)).toMatchObject({ state: 'done', failure: null, rows: { created: 2 } });
});
