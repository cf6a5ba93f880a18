import { Client } from 'pg';
import { DirectoryStore } from '../../apps/dev-idp/src/directory/directory.store.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const ISSUER = 'http://localhost:3002';

let database: FreshDatabase;
let directory: DirectoryStore;

beforeAll(async () => {
  database = await freshDatabase();
  directory = new DirectoryStore(database.url, ISSUER);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(FIXTURE);
  await client.end();
});
afterAll(async () => {
  await directory.close();
  await database.drop();
});

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const FIXTURE = `
  insert into app_user (user_id, issuer, subject, email, name, created_at, deactivated_at) values
    ('${id(1)}', '${ISSUER}', 's-ada', 'Ada@Example.com', 'Ada', now(), null),
    ('${id(2)}', '${ISSUER}', 's-gone', 'gone@example.com', 'Gone', now(), now()),
    ('${id(3)}', 'https://idp.example', 's-ada', 'ada@example.com', 'Another Ada', now() - interval '1 day', null),
    ('${id(4)}', '${ISSUER}', 's-old', 'twice@example.com', 'Old', now() - interval '1 day', null),
    ('${id(5)}', '${ISSUER}', 's-new', 'twice@example.com', 'New', now(), null);
  insert into workspace (workspace_id, external_org_id, name) values
    ('${id(11)}', 'org_b', 'beta'), ('${id(12)}', 'org_a', 'Alpha'), ('${id(13)}', 'org_c', 'Gamma');
  insert into membership (workspace_id, user_id, role) values
    ('${id(11)}', '${id(1)}', 'admin'), ('${id(12)}', '${id(1)}', 'member'),
    ('${id(13)}', '${id(3)}', 'admin'), ('${id(11)}', '${id(2)}', 'admin');
`;

it('finds people of its own issuer, however the address is written', async () => {
  const ada = { subject: 's-ada', email: 'Ada@Example.com', name: 'Ada' };
  await expect(directory.findByEmail('ADA@example.com')).resolves.toEqual(ada);
  await expect(directory.findBySubject('s-ada')).resolves.toEqual(ada);
  await expect(directory.findByEmail('nobody@example.com')).resolves.toBeNull();
  await expect(directory.findBySubject("' or true --")).resolves.toBeNull();
});

it('takes the oldest account of an address', async () => {
  await expect(directory.findByEmail('twice@example.com')).resolves.toMatchObject({ subject: 's-old' });
});

it('knows nobody who was deactivated', async () => {
  await expect(directory.findByEmail('gone@example.com')).resolves.toBeNull();
  await expect(directory.findBySubject('s-gone')).resolves.toBeNull();
  await expect(directory.workspacesOf('s-gone')).resolves.toEqual([]);
});

it('lists the workspaces of a member by name, with the id tokens carry', async () => {
  await expect(directory.workspacesOf('s-ada')).resolves.toEqual([
    { workspace_id: id(12), org_id: 'org_a', name: 'Alpha' },
    { workspace_id: id(11), org_id: 'org_b', name: 'beta' },
  ]);
});

it('could not write if it wanted to', async () => {
  const { pool } = directory as unknown as { pool: Client };
  await expect(pool.query("update app_user set name = 'x'")).rejects.toMatchObject({ code: '25006' });
});

it('knows a client as a service where it is a member, and never as a person', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into app_user (user_id, issuer, subject, email, name, service_client_id)
    values ('${id(6)}', '${ISSUER}', 'night-shift', 'night@example.com', 'Night shift', 'night-shift')`);
  await client.query(`insert into membership (workspace_id, user_id, role) values ('${id(12)}', '${id(6)}', 'member')`);
  await client.end();
  await expect(directory.workspacesOfService('night-shift')).resolves.toMatchObject([{ org_id: 'org_a' }]);
  await expect(directory.workspacesOfService('s-ada')).resolves.toEqual([]);
  await expect(directory.workspacesOf('night-shift')).resolves.toEqual([]);
  await expect(directory.findBySubject('night-shift')).resolves.toBeNull();
  await expect(directory.findByEmail('night@example.com')).resolves.toBeNull();
});
